package org.reprise.lists.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A body in which nothing is passed over or guessed: unknown and repeated members are refused, and
 * so are values of another JSON type, such as {@code "true"} for a truth value.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface StrictBody {}
