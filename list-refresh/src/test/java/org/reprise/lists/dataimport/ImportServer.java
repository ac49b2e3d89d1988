package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.reprise.lists.ListsServer;
import org.reprise.localstack.Database;

/** Arguments of servers that import, and checks of what they imported. */
final class ImportServer {
  private ImportServer() {}

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
                .map(sql -> ListsServer.count(database, sql)))
        .containsOnly((long) records);
  }
}
