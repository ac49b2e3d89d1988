package org.reprise.lists.dataimport;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.reprise.lists.event.Events;
import org.reprise.lists.lease.LeasedRows;
import org.reprise.lists.lease.Leases;
import org.reprise.lists.role.ForRole;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.tenant.TopicNames;
import org.reprise.lists.work.Chore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.transaction.support.TransactionTemplate;

/** Wires the import. All of it is on the writer: FOLIO's import modules know no split. */
@Configuration(proxyBeanMethods = false)
@ForRole(Role.IMPORT)
class DataImportConfiguration {
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(60);
  // A whole file is read while it is cut.
  private static final Duration LONGEST_CUT = Duration.ofMinutes(10);

  private static final int LOOKS_IN_IDLE_TIME = 5;

  private static JdbcClient jdbc(Split split) {
    return JdbcClient.create(split.writer());
  }

  private static TransactionTemplate transactions(Split split, Duration longest) {
    TransactionTemplate template = split.transactions(split.writer());
    template.setTimeout((int) longest.toSeconds());
    return template;
  }

  @Bean
  Pieces importPieces(Split split) {
    return new Pieces(jdbc(split));
  }

  @Bean
  Uploads importUploads(Split split, Pieces pieces, ImportSettings settings) {
    return new Uploads(jdbc(split), transactions(split, LONGEST_TRANSACTION), pieces, settings);
  }

  @Bean
  SchedulingConfigurer uploadCare(Uploads uploads, ImportSettings settings) {
    Chore removal =
        new Chore(
            "abandoned-uploads",
            () -> {
              uploads.endAbandoned(settings.uploadIdle());
              return false;
            });
    return tasks ->
        tasks.addFixedDelayTask(removal::ask, settings.uploadIdle().dividedBy(LOOKS_IN_IDLE_TIME));
  }

  @Bean
  Jobs importJobs(Split split) {
    return new Jobs(jdbc(split));
  }

  @Bean
  JobLog importLog(Split split) {
    return new JobLog(jdbc(split));
  }

  @Bean
  ImportAnnouncement importAnnouncement(ObjectProvider<ImportWork> work) {
    return () -> work.ifAvailable(ImportWork::announce);
  }

  /** Only where there is Kafka: without it files are taken, and imported once there is. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnExpression("!'${spring.kafka.bootstrap-servers:}'.isBlank()")
  // The component scan finds this class by itself: conditions of the outer class do not hold for
  // it.
  @ForRole(Role.IMPORT)
  static class Working {
    @Bean
    ImportWork importWork(
        Split split,
        Leases leases,
        Tenants tenants,
        TopicNames names,
        KafkaProperties kafka,
        ImportSettings settings,
        Pieces pieces,
        Jobs jobs,
        JobLog log,
        Events events,
        MeterRegistry registry) {
      JdbcClient jdbc = jdbc(split);
      TransactionTemplate transactions = transactions(split, LONGEST_TRANSACTION);
      ImportTopics topics = new ImportTopics(names, tenants.all(), settings);
      ImportKafka clients = new ImportKafka(kafka, names.environment() + ".data-import");
      Publications publications =
          new Publications(
              jdbc,
              tenants.all(),
              leases.of(
                  new LeasedRows("job_execution", "id", "to_publish"),
                  settings.lease(),
                  job -> {}));
      Chunks chunks = new Chunks(jdbc, transactions, new ImportEvents(events));
      Inventory inventory = new Inventory(jdbc, settings);
      ChunkImporter importer = new ChunkImporter(transactions, chunks, inventory, log, settings);
      return new ImportWork(
          clients,
          topics,
          new ChunkConsumers(importer, chunks, jobs, topics, clients, settings, registry),
          publications,
          new Splitter(jdbc, transactions(split, LONGEST_CUT), pieces, log, settings),
          new ChunkPublisher(publications, pieces, clients.template(), topics),
          jobs,
          settings);
    }
  }
}
