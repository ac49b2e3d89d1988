package org.reprise.lists.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a controller's method does, where HTTP's method does not say it (read, create, update,
 * delete): the first word of the error codes of its refusals. A {@link Refusal} with {@code
 * list.not.found} is answered as {@code read-list.not.found} (mod-lists, 1.0.0).
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Action {
  /** Such as {@code search}, {@code export}, {@code cancel_refresh}. */
  String value();
}
