package org.reprise.ldx.hint;

import org.reprise.ldx.source.DataSources;
import org.reprise.ldx.worker.Indexer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;

/** Only where brokers are configured: without them feeds are polled by the clock. */
@Configuration(proxyBeanMethods = false)
@EnableKafka
@ConditionalOnExpression("!'${spring.kafka.bootstrap-servers:}'.isBlank()")
class HintConfiguration {
  @Bean
  Hints hints(DataSources sources, Indexer indexer) {
    return new Hints(sources, indexer);
  }
}
