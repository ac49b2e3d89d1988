package org.reprise.lists.dataimport;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether brokers are named: Spring's own default would look for one on this machine. */
final class KafkaIsThere implements Condition {
  private static final String PROPERTY = "spring.kafka.bootstrap-servers";

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return !context.getEnvironment().getProperty(PROPERTY, "").isBlank();
  }
}
