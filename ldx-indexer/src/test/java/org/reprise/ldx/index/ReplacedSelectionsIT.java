package org.reprise.ldx.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.rdf.UriKey;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Two batches may store replacements of the same versions: neither waits for the other. */
class ReplacedSelectionsIT {
  private static final int SOURCE = 1_000_000;

  private final LdxServer server = LdxServer.shared();
  private final String concept = "http://a.test/" + UUID.randomUUID();
  private final UUID old = UriKey.of(concept + "/1");
  private final UUID replacement = UriKey.of(concept + "/2");

  private void store(int version) {
    server
        .part(TransactionTemplate.class)
        .executeWithoutResult(status -> {
          JdbcClient jdbc = server.part(JdbcClient.class);
          // One that waits fails.
          jdbc.sql("set local lock_timeout = '1ms'").update();
          Artifact artifact = new Artifact(concept + "/" + version, concept, null, null, Set.of());
          server.part(LinkIndex.class).store(jdbc, SOURCE, 1, List.of(artifact));
        });
  }

  private long selectionsOfOld() {
    return server.count("select count(*) from selection where version = '%s'".formatted(old));
  }

  @Test
  void skipsSelectionThatAnotherTransactionHolds() throws SQLException {
    server.execute(
        "insert into configuration (uri, baseline, loaded) values ('%s', false, now())"
            .formatted(concept));
    server.execute(
        """
        insert into selection select id, '%1$s'::uuid, now() from configuration where uri = '%2$s'
        union all select id, '%3$s'::uuid, null from configuration where uri = '%2$s'
        """
            .formatted(old, concept, replacement));
    store(1);
    try (Connection other = server.part(DataSource.class).getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select from selection where version = '%s' for update".formatted(old));
      store(2);
      other.rollback();
      other.setAutoCommit(true);
    }
    assertThat(selectionsOfOld()).as("left to the other transaction").isEqualTo(1);
    store(2);
    assertThat(selectionsOfOld()).isZero();
  }
}
