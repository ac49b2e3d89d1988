package org.reprise.lists.dataimport;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.reprise.kit.work.KafkaCondition;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Loops;
import org.reprise.lists.event.Events;
import org.reprise.lists.marc.MarcReader;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.tenant.TopicNames;
import org.reprise.lists.work.LeasedRows;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;

/** Wires the import, all of it on the writer: FOLIO's import modules have no read/write split. */
@Configuration(proxyBeanMethods = false)
class DataImportBeans {
  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(60);
  // A whole file is read while it is cut.
  private static final Duration CUT_TIMEOUT = Duration.ofMinutes(10);

  static DatabaseClient database(Split split) {
    return database(split, TRANSACTION_TIMEOUT);
  }

  private static DatabaseClient database(Split split, Duration timeout) {
    DatabaseClient database = split.client();
    database.transactions().setTimeout((int) timeout.toSeconds());
    return database;
  }

  /** Only where there is Kafka: without it files are taken, and imported once there is. */
  @Bean
  @Conditional(KafkaCondition.class)
  ImportWork importWork(
      Split split,
      LeaseRenewal renewal,
      Tenants tenants,
      TopicNames names,
      KafkaTemplate<String, byte[]> kafka,
      ConsumerFactory<String, byte[]> consumers,
      KafkaAdmin admin,
      ImportSettings settings,
      Pieces pieces,
      Jobs jobs,
      JobLog log,
      Events events,
      MeterRegistry registry,
      Loops loops) {
    DatabaseClient database = database(split);
    JdbcClient jdbc = database.jdbc();
    ImportTopics topics = new ImportTopics(names, tenants.all(), settings);
    Publications publications =
        new Publications(
            jdbc,
            tenants,
            renewal.of(
                LeasedRows.leases("job_execution", "id", "to_publish"),
                settings.lease(),
                job -> {}));
    Chunks chunks = new Chunks(database, events);
    Inventory inventory = new Inventory(jdbc);
    ChunkImporter importer = new ChunkImporter(database, chunks, inventory, log, MarcReader::read);
    return new ImportWork(
        admin,
        topics,
        new ChunkConsumers(importer, chunks, jobs, topics, kafka, consumers, settings, registry),
        publications,
        new Splitter(database(split, CUT_TIMEOUT), pieces, log, settings),
        new ChunkPublisher(publications, chunks, pieces, kafka, topics),
        jobs,
        settings,
        loops);
  }
}
