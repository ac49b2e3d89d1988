package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.clm.Link;
import org.reprise.load.deploy.Sql;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** What is read from the tables of the index, as ldx-indexer makes them. */
class IndexDatabaseIT {
  private static final String KEY =
      "substr(encode(sha256(convert_to(%s, 'UTF8')), 'hex'), 1, 32)::uuid";

  private IndexDatabase index;
  private Connection connection;

  @BeforeEach
  void tables() throws SQLException, IOException {
    var database = migrated();
    index = new IndexDatabase(database);
    connection = database.connect();
    Sql.update(
        connection,
        "insert into data_source (name, trs, poll_seconds, threads)"
            + " values ('ccm', 'http://h/ccm/trs', 60, 2)");
    Sql.update(connection, "insert into link_type (uri) values ('http://p/implements')");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static Database migrated() throws SQLException, IOException {
    var database = TestDatabase.freshDatabase();
    var folder = Path.of("../ldx-indexer/src/main/resources/db/migration");
    try (var connection = database.connect();
        var files = Files.list(folder)) {
      for (var file : files.sorted().toList()) {
        try (var statement = connection.createStatement()) {
          statement.execute(Files.readString(file));
        }
      }
    }
    return database;
  }

  /** As the number of links is the same, only a look at each can tell. */
  @Test
  void anotherLinkInThePlaceOfAnOldOneIsSeen() throws SQLException {
    link("http://h/ccm/1", "http://h/rm/1");
    link("http://h/ccm/2", "http://h/rm/2");
    var before = index.linksBeside(List.of());

    link("http://h/ccm/3", "http://h/rm/3");
    assertThat(index.linksBeside(List.of("http://h/rm/3"))).isEqualTo(before);
    assertThat(index.linksBeside(List.of())).isNotEqualTo(before);

    Sql.update(
        connection, "delete from link where target = " + KEY.formatted("?"), "http://h/rm/1");
    link("http://h/ccm/1", "http://h/rm/4");
    var after = index.linksBeside(List.of("http://h/rm/3"));
    assertThat(after.getFirst()).isEqualTo(before.getFirst()).isEqualTo(2L);
    assertThat(after).isNotEqualTo(before);
  }

  @Test
  void whatIsPausedIsNotReadBeforeItIsResumed() throws Exception {
    index.empty(1);
    assertThat(Sql.texts(connection, "select name from data_source where paused"))
        .containsExactly("ccm");
    index.resume("ccm");
    assertThat(Sql.texts(connection, "select name from data_source where paused")).isEmpty();
  }

  @Test
  void linksAreCountedAsTheTextThatTheyAre() throws SQLException {
    link("http://h/ccm/1", "http://h/rm/1");
    var line = "<http://h/ccm/1> <http://p/implements> <http://h/rm/1> .\n";
    assertThat(index.textMiB()).isEqualTo(line.length() / (double) (1 << 20));
    assertThat(index.links()).isEqualTo(1);
    assertThat(index.targets(5)).containsExactly("http://h/rm/1");
    assertThat(index.linksOf("ccm", 5))
        .containsExactly(new Link("http://h/ccm/1", "http://p/implements", "http://h/rm/1"));
  }

  /** The index's own log tells, whatever its reader waited for before and after. */
  @Test
  void aFirstIndexingTakesFromItsFirstPollToTheEndOfItsLast() throws Exception {
    assertThat(index.firstIndexing("ccm")).isZero();
    poll("INITIAL", "now() - interval '90 s'", "now() - interval '60 s'", "'the source was down'");
    poll("INITIAL", "now() - interval '50 s'", "now() - interval '40 s'", "null");
    poll("INCREMENTAL", "now() - interval '30 s'", "now()", "null");
    assertThat(index.firstIndexing("ccm"))
        .isBetween(Duration.ofMillis(49_900), Duration.ofMillis(50_100));

    poll("INITIAL", "now() - interval '20 s'", "null", "null");
    assertThat(index.firstIndexing("ccm"))
        .isBetween(Duration.ofSeconds(89), Duration.ofSeconds(120));

    index.empty(4);
    assertThat(index.firstIndexing("ccm")).isZero();
    assertThat(Sql.numbers(connection, "select threads from data_source")).containsExactly(4L);
  }

  @Test
  void pollsThatFailedAreCountedSinceATime() throws SQLException {
    poll("INCREMENTAL", "now() - interval '90 s'", "now()", "'the source was down'");
    poll("INCREMENTAL", "now() - interval '10 s'", "now()", "'the source was down'");
    poll("INCREMENTAL", "now() - interval '5 s'", "now()", "null");
    assertThat(index.failedPolls(Instant.now().minusSeconds(60))).isEqualTo(1);
    assertThat(index.intervals("ccm", Instant.now().minusSeconds(7), Instant.now().plusSeconds(1)))
        .hasSize(1);
  }

  private void link(String source, String target) throws SQLException {
    for (var uri : List.of(source, target)) {
      Sql.update(
          connection,
          "insert into uri (id, value) values (%s, ?) on conflict do nothing"
              .formatted(KEY.formatted("?")),
          uri,
          uri);
    }
    Sql.update(
        connection,
        "insert into artifact (uri, data_source, generation, concept) values (%s, 1, 1, %s)"
                .formatted(KEY.formatted("?"), KEY.formatted("?"))
            + " on conflict do nothing",
        source,
        source);
    Sql.update(
        connection,
        "insert into link (artifact, target, data_source, predicate) values (%s, %s, 1, 1)"
            .formatted(KEY.formatted("?"), KEY.formatted("?")),
        source,
        target);
  }

  private void poll(String kind, String began, String ended, String failure) throws SQLException {
    Sql.update(
        connection,
        "insert into poll (data_source, kind, began, ended, failure) values (1, ?, %s, %s, %s)"
            .formatted(began, ended, failure),
        kind);
  }
}
