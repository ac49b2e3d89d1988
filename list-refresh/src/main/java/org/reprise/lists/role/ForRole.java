package org.reprise.lists.role;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** The beans are there where {@code reprise.lists.roles} names one of the roles. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(RoleCondition.class)
public @interface ForRole {
  /** The roles, one of which must run here. */
  Role[] value();
}
