package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.ListsServer;
import org.reprise.lists.dataimport.ImportClient.Made;
import org.reprise.lists.event.Events;
import org.reprise.lists.marc.MarcReader;
import org.reprise.lists.marc.MarcSamples;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.tenant.TopicNames;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Chunks whose import meets an Error instead of an exception. */
class ChunkErrorsIT {
  private static final ListsServer SERVER = ListsServer.shared();

  private final Tenant tenant = SERVER.part(Tenants.class).find(ListsServer.TENANT).orElseThrow();
  private final DatabaseClient database = SERVER.part(Split.class).client();
  private final ImportSettings settings = SERVER.part(ImportSettings.class);
  private final Chunks chunks = new Chunks(database, SERVER.part(Events.class));

  private ChunkImporter importer(DatabaseClient database, ChunkImporter.RecordReader reader) {
    return new ChunkImporter(
        database, chunks, new Inventory(database.jdbc()), SERVER.part(JobLog.class), reader);
  }

  /** A job of one chunk, as it is before its message arrives. */
  private ChunkKey chunkOf(Made made) {
    UUID upload =
        database
            .sql("select upload from upload_definition where id = ?")
            .param(UUID.fromString(made.id()))
            .query(UUID.class)
            .single();
    UUID job = UUID.fromString(made.job());
    new Splitter(database, SERVER.part(Pieces.class), SERVER.part(JobLog.class), settings)
        .split(
            new Publication(
                tenant, job, new Pieces.File(tenant, UUID.fromString(made.id()), upload)));
    return new ChunkKey(job, 1);
  }

  @ParameterizedTest
  @ValueSource(classes = {StackOverflowError.class, NoClassDefFoundError.class})
  void errorOfOneRecordLeavesTheOthersOfItsChunk(Class<? extends Error> type) throws Exception {
    ImportClient client = new ImportClient(SERVER.client());
    byte[] books = MarcSamples.books(3);
    Made made = client.begin(books);
    ChunkKey key = chunkOf(made);
    Error planted = type.getConstructor(String.class).newInstance("planted");
    int[] read = {0};

    ChunkResult result =
        importer(
                database,
                content -> {
                  if (++read[0] == 2) {
                    throw planted;
                  }
                  return MarcReader.read(content);
                })
            .save(tenant, key, books)
            .orElseThrow();

    assertThat(result).isEqualTo(new ChunkResult(2, 1));
    JsonNode entry = client.log(made).at("/entries/0");
    assertThat(entry.get("error").asString()).contains("the reader failed: planted");
  }

  /** Spring's container ends a consumer by an Error, and retries a message by an exception. */
  @Test
  void errorOutsideOfARecordIsRetriedAsAnException() {
    DatabaseClient broken =
        new DatabaseClient(
            database.jdbc(),
            new TransactionTemplate() {
              @Override
              public <T extends @Nullable Object> T execute(TransactionCallback<T> action)
                  throws TransactionException {
                throw new NoClassDefFoundError("planted");
              }
            },
            null);
    TopicNames names = SERVER.part(TopicNames.class);
    ImportTopics topics = new ImportTopics(names, SERVER.part(Tenants.class).all(), settings);
    ChunkConsumers consumers =
        new ChunkConsumers(
            importer(broken, MarcReader::read),
            chunks,
            SERVER.part(Jobs.class),
            topics,
            new KafkaTemplate<>(new DefaultKafkaProducerFactory<>(Map.of())),
            new DefaultKafkaConsumerFactory<>(Map.of()),
            settings,
            new SimpleMeterRegistry());
    ConsumerRecord<String, byte[]> message =
        new ConsumerRecord<>(
            topics.chunks(tenant), 0, 0, UUID.randomUUID() + ":1", MarcSamples.books(1));

    assertThatThrownBy(() -> consumers.take(message))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
  }
}
