package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.lists.ListsServer;
import org.reprise.lists.dataimport.ImportClient.Made;
import org.reprise.lists.marc.MarcSamples;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.work.LeasedRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Chunks as messages: delivered twice, lost, foreign, or set aside. */
class ImportMessagesIT {
  private static final ListsServer SERVER = ImportServer.shared();

  private final ImportClient client = new ImportClient(SERVER.client());

  @Test
  void redeliveredChunkChangesNothing() throws Exception {
    Made made = client.begin(MarcSamples.books(120));
    client.awaitCommitted(made, 120);
    List<ConsumerRecord<String, byte[]>> messages = messages(ImportServer.TOPIC, made, 3);
    SERVER.execute("update item set status = 'Checked out', version = version + 1");
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            ImportServer.kafka(), new StringSerializer(), new ByteArraySerializer())) {
      for (ConsumerRecord<String, byte[]> message : messages) {
        producer
            .send(new ProducerRecord<>(ImportServer.TOPIC, message.key(), message.value()))
            .get();
        producer
            .send(new ProducerRecord<>(ImportServer.TOPIC, message.key(), message.value()))
            .get();
      }
    }
    awaitNothingWaiting();
    client.awaitCommitted(made, 120);
    ImportServer.assertOnce(SERVER.database(), made, 120);
    assertThat(
            SERVER.count(
                """
                select count(*) from marc_record m
                  join holdings h on h.tenant = m.tenant and h.instance_id = m.instance_id
                  join item i on i.tenant = h.tenant and i.holdings_id = h.id
                where m.job_id = '%s' and i.status = 'Available'\
                """
                    .formatted(made.job())))
        .isZero();
  }

  @Test
  void sendsFailingChunkToDeadLettersAndEndsJob() {
    byte[] last = MarcSamples.record().with("245", 'a', "Last of a closed chunk").utf8();
    SERVER.execute(
        """
        create or replace function refuse_chunk() returns trigger language plpgsql as
        $$ begin raise exception 'the shelf is closed'; end $$;
        create or replace trigger closed before update on import_chunk
        for each row when (new.state = 'DONE' and new.records = 17)
        execute function refuse_chunk()\
        """);
    Made made = client.begin(MarcSamples.joined(MarcSamples.books(66), last));
    JsonNode job = client.awaitEnd(made);
    SERVER.execute("drop trigger closed on import_chunk");
    assertThat(job.get("status").asString()).isEqualTo("ERROR");
    assertThat(job.at("/progress/current").asInt()).isEqualTo(67);
    assertThat(job.at("/progress/failed").asInt()).isEqualTo(17);
    assertThat(client.log(made).get("totalRecords").asInt()).isEqualTo(17);
    assertThat(client.log(made).at("/entries/0/error").asString())
        .contains("P0001")
        .doesNotContain("shelf is closed");
    assertThat(messages(ImportServer.TOPIC + ".DLT", made, 1))
        .singleElement()
        .satisfies(message -> assertThat(message.key()).isEqualTo(made.job() + ":2"));
  }

  @Test
  void foreignMessagesAreSetAside() throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            ImportServer.kafka(), new StringSerializer(), new ByteArraySerializer())) {
      for (int partition = 0; partition < 4; partition++) {
        producer
            .send(new ProducerRecord<>(ImportServer.TOPIC, partition, "nobody", new byte[] {1}))
            .get();
        producer
            .send(
                new ProducerRecord<>(
                    ImportServer.TOPIC,
                    partition,
                    "00000000-0000-0000-0000-000000000000:1",
                    MarcSamples.books(1)))
            .get();
      }
    }
    Made made = client.begin(MarcSamples.books(230));
    client.awaitCommitted(made, 230);
    ImportServer.assertOnce(SERVER.database(), made, 230);
  }

  /** The consumers wait for a table, so that messages are lost before they are imported. */
  @Test
  void republishesChunksLostByKafka() throws Exception {
    Made made;
    try (Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("lock table marc_record in exclusive mode");
      long before = messagesEver();
      made = client.begin(MarcSamples.books(1_000));
      await().atMost(ImportClient.LIMIT).until(() -> messagesEver() >= before + 20);
      loseAllMessages();
    }
    client.awaitCommitted(made, 1_000);
    ImportServer.assertOnce(SERVER.database(), made, 1_000);
  }

  /** Published again, its chunks would wait behind the other job's once more. */
  @Test
  void jobBehindAnotherIsNotPublishedAgain() {
    try (ListsServer idle = ListsServer.start("--reprise.lists.roles=lists")) {
      Publications publications = publications(idle);
      addJob(idle, "'DONE', now() - interval '1 day', now()");
      addJob(idle, "'PENDING', now() - interval '1 hour', null");
      assertThat(publications.again(Duration.ofMinutes(20))).isZero();
      assertThat(publications.again(Duration.ofMinutes(4))).isOne();
    }
  }

  private static Publications publications(ListsServer server) {
    return new Publications(
        JdbcClient.create(server.part(DataSource.class)),
        server.part(Tenants.class),
        server
            .part(LeaseRenewal.class)
            .of(
                LeasedRows.leases("job_execution", "id", "to_publish"),
                Duration.ofSeconds(15),
                _ -> {}));
  }

  /**
   * Counted anew for each waiting job, the jobs under way would take longer than a statement may.
   */
  @Test
  void takesOneOfManyJobsWithinOneStatement() {
    try (ListsServer idle = ListsServer.start("--reprise.lists.roles=lists")) {
      idle.execute(
          """
          with job as (
            insert into job_execution (tenant, id, file_name, status, to_publish, started_date)
            select t.id, gen_random_uuid(), 'many', 'PARSING_IN_PROGRESS', n % 2 = 0, now()
            from tenant t, generate_series(1, 80000) n where t.name = 'diku'
            returning tenant, id)
          insert into upload_definition (tenant, id, file_id, job_id, upload)
          select tenant, id, id, id, id from job\
          """);
      assertThat(publications(idle).take()).isPresent();
    }
  }

  private static void addJob(ListsServer server, String chunk) {
    server.execute(
        """
        with job as (
          insert into job_execution (tenant, id, file_name, status)
          select id, gen_random_uuid(), 'waiting', 'PARSING_IN_PROGRESS' from tenant
          where name = 'diku'
          returning tenant, id)
        insert into import_chunk (tenant, job_id, number, first_record, records, file_offset, length,
          state, published_date, settled_date)
        select tenant, id, 1, 1, 1, 0, 1, %s from job\
        """
            .formatted(chunk));
  }

  private static long messagesEver() throws Exception {
    try (Admin admin = Admin.create(ImportServer.kafka())) {
      return ends(admin).values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private static void loseAllMessages() throws Exception {
    try (Admin admin = Admin.create(ImportServer.kafka())) {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      ends(admin)
          .forEach((partition, end) -> all.put(partition, RecordsToDelete.beforeOffset(end)));
      admin.deleteRecords(all).all().get();
    }
  }

  @Test
  void publishesAnEventForEveryChunk() {
    Made made =
        client.begin(MarcSamples.joined(MarcSamples.books(60), MarcSamples.record().utf8()));
    client.awaitEnd(made);
    assertThat(messages(ImportServer.ENVIRONMENT + ".diku.DI_COMPLETED", made, 1)).hasSize(1);
    assertThat(messages(ImportServer.ENVIRONMENT + ".diku.DI_ERROR", made, 1))
        .singleElement()
        .satisfies(message ->
            assertThat(new String(message.value(), StandardCharsets.UTF_8))
                .contains("\"imported\":10", "\"failed\":1"));
  }

  /** The messages of a job in a topic, once there are as many as expected. */
  private static List<ConsumerRecord<String, byte[]>> messages(
      String topic, Made made, int expected) {
    Properties properties = ImportServer.kafka();
    properties.put("auto.offset.reset", "earliest");
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = new ArrayList<>();
      await()
          .atMost(ImportClient.LIMIT)
          .until(() ->
              partitions.addAll(
                  consumer.partitionsFor(topic).stream()
                      .map(one -> new TopicPartition(topic, one.partition()))
                      .toList()));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
      await()
          .atMost(ImportClient.LIMIT)
          .until(() -> {
            consumer
                .poll(Duration.ofMillis(200))
                .forEach(message -> {
                  if (message.key() != null && message.key().startsWith(made.job())) {
                    found.add(message);
                  }
                });
            return found.size() >= expected;
          });
      return found;
    }
  }

  private static Map<TopicPartition, Long> ends(Admin admin) throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (int partition = 0; partition < 4; partition++) {
      latest.put(new TopicPartition(ImportServer.TOPIC, partition), OffsetSpec.latest());
    }
    return admin.listOffsets(latest).all().get().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  private static void awaitNothingWaiting() throws Exception {
    try (Admin admin = Admin.create(ImportServer.kafka())) {
      Map<TopicPartition, Long> ends = ends(admin);
      await()
          .atMost(ImportClient.LIMIT)
          .until(() -> {
            Map<TopicPartition, OffsetAndMetadata> committed =
                admin
                    .listConsumerGroupOffsets(ImportServer.ENVIRONMENT + ".data-import")
                    .partitionsToOffsetAndMetadata()
                    .get();
            return ends.entrySet().stream()
                .allMatch(end ->
                    end.getValue() == 0
                        || (committed.get(end.getKey()) != null
                            && committed.get(end.getKey()).offset() >= end.getValue()));
          });
    }
  }
}
