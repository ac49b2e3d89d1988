package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.KafkaTopics;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestKafka;

class KafkaTopicsIT {
  private static final Map<String, Object> BROKER =
      Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, TestKafka.bootstrapServers());

  @Test
  void createsMissingTopicsOnly() throws Exception {
    String first = TestKafka.freshName();
    String second = TestKafka.freshName();

    new KafkaTopics(BROKER).need(Set.of(first));
    new KafkaTopics(BROKER).need(Set.of(first, second));

    try (Admin admin = Admin.create(BROKER)) {
      assertThat(admin.listTopics().names().get()).contains(first, second);
    }
  }

  @Test
  void missingBrokerDoesNotStopStartUp() {
    Map<String, Object> nobody =
        Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + FreePort.lasting());

    assertThatCode(() -> new KafkaTopics(nobody).need(Set.of("any"))).doesNotThrowAnyException();
  }
}
