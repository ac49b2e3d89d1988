package org.reprise.ebms.ping;

import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.send.Partners;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Wires the answers to Pings, with or without the outbox. */
@Configuration(proxyBeanMethods = false)
class PingConfiguration {
  @Bean
  Answers answers(Agreements agreements, Partners partners, ObjectProvider<PongOutbox> outbox) {
    return new Answers(agreements, partners, outbox.getIfAvailable());
  }

  /** Only where Pings are persisted. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBooleanProperty("reprise.ebms.ping.persist")
  static class Persisted {
    @Bean
    @DependsOnDatabaseInitialization
    PongOutbox pongOutbox(
        DataSource dataSource,
        Instance instance,
        Partners partners,
        PingSettings settings,
        MeterRegistry registry) {
      return new PongOutbox(new PongTable(dataSource), instance, partners, settings, registry);
    }

    @Bean
    SchedulingConfigurer pongOutboxTending(PongOutbox outbox, Instance instance) {
      return tasks -> tasks.addFixedDelayTask(outbox::tend, instance.pace());
    }
  }
}
