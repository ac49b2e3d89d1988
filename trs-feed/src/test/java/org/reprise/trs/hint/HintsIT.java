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
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The log is the outbox: what Kafka has not heard of, it hears of from the next process. */
  @Test
  void feedContinuesWithoutBrokerAndHintsFollow() {
    Database database;
    String base;
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=ccm,qm", "--spring.kafka.bootstrap-servers=127.0.0.1:1")) {
      server.client().post("/ccm/oslc/projects/1/resources", Contents.workItem("Unheard"));
      await()
          .until(() -> server.count("select count(*) from event where application = 'ccm'") == 1);
      assertThat(server.count(sent("ccm"))).isZero();
      database = server.database();
      base = server.baseUri();
    }
    String brokers = TestKafka.bootstrapServers();
    try (TrsServer server =
            TrsServer.start(
                database,
                "--reprise.trs.applications=ccm,qm",
                "--reprise.trs.base-uri=" + base,
                // As a list in YAML is bound.
                "--spring.kafka.bootstrap-servers[0]=" + brokers);
        KafkaConsumer<String, String> consumer = consumer(brokers)) {
      await().until(() -> server.count(sent("ccm")) == 1);
      consumer.subscribe(List.of("reprise.trs.ccm"));
      List<String> trs = new ArrayList<>();
      await()
          .until(() -> {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
              trs.add(JSON.readTree(record.value()).get("trs").asString());
            }
            return trs.contains(base + "/ccm/trs");
          });
      hintsAreInOrderOfEvents(server, consumer);
    }
  }

  private static String sent(String application) {
    return "select sent from hint where application = '" + application + "'";
  }

  private static void hintsAreInOrderOfEvents(
      TrsServer server, KafkaConsumer<String, String> consumer) {
    OslcClient client = server.client();
    OslcClient.Answer created =
        client.post("/qm/oslc/projects/1/resources", Contents.testCase("Heard of"));
    client.put(created.location(), Contents.testCase("Heard again"), "If-Match", created.etag());
    consumer.subscribe(List.of("reprise.trs.qm"));
    List<JsonNode> hints = new ArrayList<>();
    await()
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
    await().until(() -> server.count(sent("qm")) == 3);
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
