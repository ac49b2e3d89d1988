package org.reprise.trs.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestKafka;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Hints on a real Kafka: one for each event, after the event can be read. */
class HintsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void returnsEventsInOrder() {
    String brokers = TestKafka.bootstrapServers();
    try (TrsServer server =
            TrsServer.start(
                // As a list in YAML is bound.
                "--reprise.trs.applications=qm", "--spring.kafka.bootstrap-servers[0]=" + brokers);
        KafkaConsumer<String, String> consumer = consumer(brokers)) {
      OslcClient client = server.client();
      OslcClient.Answer created =
          client.post("/qm/oslc/projects/1/resources", Contents.testCase("Heard of"));
      client.put(created.location(), Contents.testCase("Heard again"), "If-Match", created.etag());
      consumer.subscribe(List.of("reprise.trs.qm"));
      List<JsonNode> hints = new ArrayList<>();
      await()
          .atMost(LIMIT)
          .until(() -> {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
              JsonNode hint = JSON.readTree(record.value());
              if (hint.get("trs").asString().equals(server.baseUri() + "/qm/trs")) {
                assertThat(record.key()).isEqualTo(hint.get("changed").asString());
                hints.add(hint);
              }
            }
            return hints.size() >= 3;
          });
      assertThat(hints)
          .extracting(hint -> hint.get("type").asString())
          .containsExactly("Creation", "Creation", "Deletion");
      assertThat(hints).extracting(hint -> hint.get("order").asLong()).containsExactly(1L, 2L, 3L);
      String log = client.get("/qm/trs/log/1").body();
      for (JsonNode hint : hints) {
        assertThat(log).contains(hint.get("changed").asString());
      }
      await().atMost(LIMIT).until(() -> server.count("select sent from hint") == 3);
    }
  }

  /** The log is the outbox: what Kafka has not heard of, it hears of from the next process. */
  @Test
  void feedContinuesWithoutBrokerAndHintsFollow() {
    Database database;
    String base;
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=ccm", "--spring.kafka.bootstrap-servers=127.0.0.1:1")) {
      server.client().post("/ccm/oslc/projects/1/resources", Contents.workItem("Unheard"));
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from event where application = 'ccm'") == 1);
      assertThat(server.count("select sent from hint")).isZero();
      database = server.database();
      base = server.baseUri();
    }
    String brokers = TestKafka.bootstrapServers();
    try (TrsServer server =
            TrsServer.start(
                database,
                "--reprise.trs.applications=ccm",
                "--reprise.trs.base-uri=" + base,
                "--spring.kafka.bootstrap-servers=" + brokers);
        KafkaConsumer<String, String> consumer = consumer(brokers)) {
      await().atMost(LIMIT).until(() -> server.count("select sent from hint") == 1);
      consumer.subscribe(List.of("reprise.trs.ccm"));
      List<String> trs = new ArrayList<>();
      await()
          .atMost(LIMIT)
          .until(() -> {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
              trs.add(JSON.readTree(record.value()).get("trs").asString());
            }
            return trs.contains(base + "/ccm/trs");
          });
    }
  }

  private static KafkaConsumer<String, String> consumer(String brokers) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            brokers,
            "group.id",
            UUID.randomUUID().toString(),
            "auto.offset.reset",
            "earliest",
            "key.deserializer",
            StringDeserializer.class,
            "value.deserializer",
            StringDeserializer.class));
  }
}
