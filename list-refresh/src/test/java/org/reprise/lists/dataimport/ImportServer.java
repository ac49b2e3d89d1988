package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.reprise.lists.ListsServer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestKafka;

/** Servers that import, and checks of what they imported. */
final class ImportServer {
  /** The environment of the {@link #shared} server, with which its topics' names begin. */
  static final String ENVIRONMENT = TestKafka.freshName();

  /** The shared server's topic of chunks. */
  static final String TOPIC = ENVIRONMENT + ".diku.DI_RAW_RECORDS_CHUNK_READ";

  private ImportServer() {}

  private static final class Shared {
    static final ListsServer SERVER =
        ListsServer.start(
            arguments(
                TestKafka.bootstrapServers(),
                ENVIRONMENT,
                // In addition: desks show what was imported.
                "--reprise.lists.roles=circulation",
                "--reprise.lists.import.republish-after=2s"));
  }

  /** One server for all tests of imports, with its topics. */
  static ListsServer shared() {
    ListsServer server = Shared.SERVER;
    try (Admin admin = Admin.create(kafka())) {
      await()
          .atMost(ImportClient.LIMIT)
          .until(() -> admin.listTopics().names().get().contains(TOPIC + ".DLT"));
    }
    return server;
  }

  /** How clients reach Kafka. */
  static Properties kafka() {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", TestKafka.bootstrapServers());
    return properties;
  }

  static String[] arguments(String brokers, String environment, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--spring.kafka.bootstrap-servers=" + brokers,
                "--reprise.lists.environment=" + environment,
                "--reprise.lists.roles=import",
                "--reprise.lists.import.pace=200ms",
                "--reprise.lists.import.lease=2s"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** Every record of a job is there once, with everything that it becomes. */
  static void assertOnce(Database database, ImportClient.Made made, int records) {
    String ofJob = "from marc_record m where m.job_id = '%s'".formatted(made.job());
    String joined =
        """
        from marc_record m
          join instance n on n.tenant = m.tenant and n.id = m.instance_id
          join holdings h on h.tenant = n.tenant and h.instance_id = n.id
          join item i on i.tenant = h.tenant and i.holdings_id = h.id
        where m.job_id = '%s'\
        """
            .formatted(made.job());
    assertThat(
            Stream.of(
                    "select count(*) " + ofJob,
                    "select count(distinct record) " + ofJob,
                    "select max(record) " + ofJob,
                    "select count(*) " + joined,
                    "select count(distinct i.barcode) " + joined)
                .map(sql -> database.count(sql)))
        .containsOnly((long) records);
  }
}
