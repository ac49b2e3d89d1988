package org.reprise.kit.work;

import java.util.List;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Matches where {@code spring.kafka.bootstrap-servers}, a text or a list, names a broker. */
public final class KafkaCondition implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return Binder.get(context.getEnvironment())
        .bind("spring.kafka.bootstrap-servers", Bindable.listOf(String.class))
        .orElse(List.of())
        .stream()
        .anyMatch(StringUtils::hasText);
  }
}
