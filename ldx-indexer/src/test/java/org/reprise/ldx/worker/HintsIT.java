package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.localstack.testing.TestKafka;
import tools.jackson.databind.JsonNode;

/** A hint on Kafka has a feed polled at once; without one it is polled by the clock. */
class HintsIT {
  @Test
  void hintStartsPoll() {
    String topics = TestKafka.freshName();
    try (KafkaProducer<String, String> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", TestKafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
        TestFeed feed = TestFeed.start();
        LdxServer server =
            LdxServer.start(
                // As a list in YAML is bound.
                "--spring.kafka.bootstrap-servers[0]=" + TestKafka.bootstrapServers(),
                "--spring.kafka.consumer.group-id=" + topics,
                "--spring.kafka.consumer.auto-offset-reset=earliest",
                "--spring.kafka.consumer.properties.metadata.max.age.ms=500",
                "--reprise.ldx.hints.topics=" + topics + "\\..+")) {
      LdxClient client = server.client();
      feed.rebase();
      int id = client.add(feed);
      client.awaitCurrent(id);
      // What is no hint, and a feed that nobody knows.
      send(producer, topics, "no JSON");
      send(producer, topics, "{\"trs\":\"http://unknown.test/trs\"}");
      send(producer, topics, "{\"trs\":\"http://unknown.test/\\u0000\"}");
      for (int item = 1; item <= 5; item++) {
        feed.event("Creation", feed.store(item, "item", 1));
        send(producer, topics, "{\"trs\":\"%s\",\"type\":\"Creation\"}".formatted(feed.trs()));
        int expected = item;
        await().until(() -> client.linksTo(TestFeed.requirement(1)).size() == expected);
      }
      // A poll is recorded when it ends, which is after its links can be queried.
      await().until(() -> history(client, id).at("/0/poll/retrieved").asInt() >= 5);
      JsonNode history = history(client, id);
      assertThat(history.size()).as("one row of the interval, and the first poll").isEqualTo(2);
      assertThat(history.at("/0/poll/retrieved").asInt()).isEqualTo(5);
      assertThat(history.get(0).path("poll").path("runs").asInt()).isGreaterThan(1);
    }
  }

  private static JsonNode history(LdxClient client, int id) {
    return client.get("/ldx/data-sources/" + id + "/history").json();
  }

  private static void send(KafkaProducer<String, String> producer, String topics, String message) {
    producer.send(new ProducerRecord<>(topics + ".ccm", "key", message));
    producer.flush();
  }
}
