package org.reprise.kit.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A controller that rejects unknown query parameters with 400. A misspelt one would be ignored, and
 * more be done or returned than the caller meant.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface KnownParametersOnly {}
