package org.reprise.kit.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A controller whose requests refuse query parameters that they do not have: 400, with the ones
 * that there are. A misspelt one would be ignored, and more be done or answered than was meant.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface KnownParametersOnly {}
