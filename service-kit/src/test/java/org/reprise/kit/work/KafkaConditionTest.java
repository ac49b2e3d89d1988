package org.reprise.kit.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

class KafkaConditionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          spring.kafka.bootstrap-servers=a:9092,b:9092 | true
          spring.kafka.bootstrap-servers[0]=a:9092     | true
          spring.kafka.bootstrapServers=a:9092         | true
          spring.kafka.bootstrap-servers=              | false
          "spring.kafka.bootstrap-servers= "           | false
          spring.kafka.bootstrap-servers[0]=           | false
          spring.kafka.client-id=a                     | false
          """)
  void matchesWhereBrokersAreNamed(String setting, boolean isMatch) {
    new ApplicationContextRunner()
        .withPropertyValues(setting)
        .withUserConfiguration(WithBrokers.class)
        .run(context -> assertThat(context.containsBean("broker")).isEqualTo(isMatch));
  }

  @Configuration(proxyBeanMethods = false)
  @Conditional(KafkaCondition.class)
  static class WithBrokers {
    @Bean
    String broker() {
      return "configured";
    }
  }
}
