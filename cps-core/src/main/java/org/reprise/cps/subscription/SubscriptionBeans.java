package org.reprise.cps.subscription;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import javax.sql.DataSource;
import org.reprise.cps.data.DataNodes;
import org.reprise.kit.work.KafkaCondition;
import org.reprise.kit.work.KafkaPublisher;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.Outbox;
import org.reprise.kit.work.OutboxRelay;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Records and publishes events only where brokers are configured. */
@Configuration(proxyBeanMethods = false)
@Conditional(KafkaCondition.class)
class SubscriptionBeans {
  @Bean
  OutboxRelay eventsHealthIndicator(
      DataSource pool,
      DataNodes dataNodes,
      ProducerFactory<?, ?> producers,
      KafkaAdmin admin,
      @Value("${app.cps.data-updated.topic:cps-data-updated-events}") String topic,
      MeterRegistry registry,
      Loops loops) {
    OutboxRelay relay =
        new OutboxRelay(
            new Outbox(new JdbcTemplate(pool), "lane", JsonMapper.shared()),
            new TransactionTemplate(new JdbcTransactionManager(pool)),
            () -> new KafkaPublisher(producers, admin),
            (lane, event) -> ChangeEvents.message(event),
            List.of(ChangeEvents.LANE),
            "reprise.cps.events",
            registry,
            loops);
    dataNodes.recordChanges(new ChangeEvents(topic, relay));
    return relay;
  }
}
