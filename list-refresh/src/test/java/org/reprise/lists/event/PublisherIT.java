package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.junit.jupiter.api.Test;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.TopicNames;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.testing.TestKafka;

class PublisherIT {
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
      PendingEvent event = new PendingEvent(1, UUID.randomUUID(), "circulation.loan", "key", "{}");
      try (Publisher publisher =
          new Publisher(
              broker, new TopicNames("folio"), new EventTopics(broker), Duration.ofSeconds(1))) {
        Publisher.Sent sent =
            assertTimeoutPreemptively(
                LIMIT, () -> publisher.send(new Tenant((short) 1, "diku"), List.of(event)));

        assertThat(sent.acknowledged()).isZero();
        assertThat(sent.failure()).isNotNull();
      }
    }
  }
}
