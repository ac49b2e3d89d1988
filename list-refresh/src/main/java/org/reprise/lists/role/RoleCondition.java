package org.reprise.lists.role;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

final class RoleCondition implements Condition {
  static final String PROPERTY = "reprise.lists.roles";

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    Set<Role> running =
        Binder.get(context.getEnvironment())
            .bind(PROPERTY, Bindable.setOf(Role.class))
            .orElse(EnumSet.allOf(Role.class));
    MergedAnnotation<ForRole> annotation = metadata.getAnnotations().get(ForRole.class);
    return Arrays.stream(annotation.getEnumArray("value", Role.class)).anyMatch(running::contains);
  }
}
