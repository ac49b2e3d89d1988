package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.KafkaPublisher;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestKafka;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;

class KafkaPublisherIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private static KafkaPublisher publisher(Map<String, Object> broker) {
    return new KafkaPublisher(new DefaultKafkaProducerFactory<>(broker), new KafkaAdmin(broker));
  }

  private static ProducerRecord<String, byte[]> message(String topic) {
    return new ProducerRecord<>(topic, "key", new byte[] {'{', '}'});
  }

  @Test
  void createsTopicAgainAfterItWasDeleted() throws Exception {
    try (LocalKafka kafka =
        TestKafka.builder().setting("auto.create.topics.enable", "false").start()) {
      Map<String, Object> broker =
          Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
      try (KafkaPublisher publisher = publisher(broker);
          Admin admin = Admin.create(broker)) {
        assertThat(publisher.send(List.of(message("first"))).acknowledged()).isEqualTo(1);
        List<ProducerRecord<String, byte[]>> both = List.of(message("first"), message("second"));
        assertThat(publisher.send(both).acknowledged()).isEqualTo(2);

        admin.deleteTopics(List.of("first")).all().get();

        await().atMost(LIMIT).until(() -> publisher.send(both).acknowledged() == 2);
      }
    }
  }

  @Test
  void failsWithoutBroker() {
    Map<String, Object> nobody =
        Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + FreePort.lasting());
    try (KafkaPublisher publisher = publisher(nobody)) {
      KafkaPublisher.Result sent = publisher.send(List.of(message("any")));

      assertThat(sent.acknowledged()).isZero();
      assertThat(sent.failure()).isNotNull();
    }
  }

  // Kafka's own delivery time-out does not end a wait for a producer id.
  @Test
  void failsWhenTheBrokerGivesNoProducerId() throws IOException {
    try (NoProducerIdsProxy proxy = new NoProducerIdsProxy();
        LocalKafka kafka =
            TestKafka.builder()
                .setting("advertised.listeners", "PLAINTEXT://127.0.0.1:" + proxy.port())
                .start()) {
      proxy.start(kafka.port());
      Map<String, Object> broker =
          Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + proxy.port());
      try (KafkaPublisher publisher = publisher(broker)) {
        KafkaPublisher.Result sent =
            assertTimeoutPreemptively(LIMIT, () -> publisher.send(List.of(message("loan"))));

        assertThat(sent.acknowledged()).isZero();
        assertThat(sent.failure()).isNotNull();
      }
    }
  }
}
