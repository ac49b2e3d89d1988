package org.reprise.trs.hint;

import org.reprise.kit.work.Loops;
import org.reprise.oslc.trs.Feeds;
import org.reprise.trs.application.Applications;
import org.reprise.trs.application.ResourceUris;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Only where brokers are configured: without them readers of the feed poll. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("!'${spring.kafka.bootstrap-servers:}'.isBlank()")
class HintConfiguration {
  @Bean
  HintSender hintSender(
      JdbcClient jdbc,
      Applications applications,
      Feeds feeds,
      ResourceUris uris,
      KafkaTemplate<String, String> kafka,
      KafkaAdmin topics,
      JsonMapper json,
      Loops loops) {
    HintSender sender = new HintSender(jdbc, applications, feeds, uris, kafka, topics, json);
    sender.start(loops);
    return sender;
  }
}
