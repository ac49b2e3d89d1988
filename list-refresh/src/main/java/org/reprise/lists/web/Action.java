package org.reprise.lists.web;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a controller's method does, which is the first word of the error codes of its refusals: a
 * {@link Refusal} with {@code list.not.found} in a method of {@code @Action("read")} is answered as
 * {@code read-list.not.found} (mod-lists, 1.0.0).
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Action {
  /** Such as {@code create}, {@code read}, {@code update}, {@code cancel_refresh}. */
  String value();
}
