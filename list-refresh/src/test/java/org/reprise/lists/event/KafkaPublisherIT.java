package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.KafkaPublisher;
import org.reprise.kit.work.KafkaTopics;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.testing.TestKafka;

class KafkaPublisherIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

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
      ProducerRecord<String, byte[]> message =
          new ProducerRecord<>("folio.diku.circulation.loan", "key", new byte[] {'{', '}'});
      try (KafkaPublisher publisher =
          new KafkaPublisher(broker, new KafkaTopics(broker), Duration.ofSeconds(1))) {
        KafkaPublisher.Sent sent =
            assertTimeoutPreemptively(LIMIT, () -> publisher.send(List.of(message)));

        assertThat(sent.acknowledged()).isZero();
        assertThat(sent.failure()).isNotNull();
      }
    }
  }
}
