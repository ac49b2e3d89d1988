package org.reprise.ldx.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.LeaseLost;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.localstack.postgres.Database;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The process that may write what it read of a data source. */
class SourceLeasesIT {
  private static final UUID ONE = UUID.randomUUID();
  private static final UUID OTHER = UUID.randomUUID();
  private static Database database;

  private JdbcClient jdbc;
  private DataSources sources;
  private SourceLeases leases;
  private int id;

  @BeforeAll
  static void migrate() {
    database = LdxServer.migrated();
  }

  @BeforeEach
  void add() {
    DriverManagerDataSource connections =
        new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
    jdbc = JdbcClient.create(connections);
    TransactionTemplate transactions =
        new TransactionTemplate(new JdbcTransactionManager(connections));
    SourceSettings settings =
        new SourceSettings(Duration.ofHours(1), 2, Duration.ofHours(1), List.of());
    sources = new DataSources(jdbc, transactions, settings);
    leases = new SourceLeases(jdbc, transactions, settings);
    String trs = "http://a.test/" + UUID.randomUUID();
    Definition definition =
        new Definition(trs, URI.create(trs), null, List.of(), Duration.ofHours(1), 2);
    id = sources.add(definition, false).id();
  }

  private void expire() {
    jdbc.sql("update data_source set heartbeat = now() - interval '2 hours' where id = ?")
        .param(id)
        .update();
  }

  private SourceLease taken(UUID owner) {
    return leases.take(id, owner).orElseThrow().lease();
  }

  private void require(Connection connection, SourceLease lease) throws SQLException {
    connection.setAutoCommit(false);
    SourceLeases.require(
        JdbcClient.create(new SingleConnectionDataSource(connection, true)), lease);
  }

  @Test
  void pollOfRemovedSourceEndsAsLeaseLost() {
    DataSource taken = leases.take(id, UUID.randomUUID()).orElseThrow().source();
    sources.remove(id);
    PollHistory history = new PollHistory(jdbc);
    assertThatThrownBy(() -> history.begin(taken, Poll.Kind.INCREMENTAL, false))
        .isInstanceOf(LeaseLost.class);
  }

  @Test
  void oneProcessHoldsLease() {
    SourceLease lease = taken(ONE);
    assertThat(leases.take(id, OTHER)).isEmpty();
    leases.release(lease, Duration.ofHours(1), null);
    assertThat(leases.due()).doesNotContain(id);
    sources.request(id, DataSources.Action.POLL);
    assertThat(leases.due()).contains(id);
    assertThat(leases.take(id, OTHER).orElseThrow().requested()).isTrue();
  }

  /** A poll outlives a crash of its database, and does not read again what it has committed. */
  @Test
  void committedBatchesSurviveCrashOfDatabase() throws SQLException {
    try (Connection connection = database.connect()) {
      require(connection, taken(ONE));
      assertThat(
              JdbcClient.create(new SingleConnectionDataSource(connection, true))
                  .sql("show synchronous_commit")
                  .query(String.class)
                  .single())
          .isEqualTo("on");
      connection.rollback();
    }
  }

  @Test
  void rejectsWritesOfEarlierOwner() throws SQLException {
    SourceLease first = taken(ONE);
    expire();
    SourceLease second = taken(OTHER);
    try (Connection connection = database.connect()) {
      assertThatThrownBy(() -> require(connection, first)).isInstanceOf(LeaseLost.class);
      connection.rollback();
      assertThatCode(() -> require(connection, second)).doesNotThrowAnyException();
      connection.rollback();
    }
    // It cannot end the lease of the other, either.
    leases.release(first, Duration.ZERO, "late");
    assertThat(sources.find(id).orElseThrow().isRunning()).isTrue();
  }

  @Test
  void rejectsEarlierLeaseOfSameProcess() throws SQLException {
    SourceLease first = taken(ONE);
    expire();
    taken(ONE);
    try (Connection connection = database.connect()) {
      assertThatThrownBy(() -> require(connection, first)).isInstanceOf(LeaseLost.class);
      connection.rollback();
    }
  }

  @Test
  void keepsLeaseWhileOwnersTransactionIsOpen() throws SQLException {
    SourceLease first = taken(ONE);
    try (Connection connection = database.connect()) {
      require(connection, first);
      expire();
      assertThat(leases.take(id, OTHER)).isEmpty();
      connection.commit();
    }
    assertThat(leases.take(id, OTHER)).isPresent();
  }

  @Test
  void hintDoesNotPollFailedSource() {
    String trs = sources.find(id).orElseThrow().definition().trs().toString();
    leases.release(taken(ONE), Duration.ofHours(1), "no connection");
    assertThat(sources.pollFeed(trs)).isFalse();
    assertThat(leases.due()).doesNotContain(id);
    sources.request(id, DataSources.Action.POLL);
    assertThat(leases.due()).as("somebody asks").contains(id);
    leases.release(taken(ONE), Duration.ofHours(1), null);
    assertThat(sources.pollFeed(trs)).isTrue();
    assertThat(leases.due()).contains(id);
  }

  /** As of a feed all of whose events have the same. */
  @Test
  void remembersThousandEventsOfOneOrder() {
    for (int round = 1; round <= 3; round++) {
      String events = "urn:event:" + round + ":%d";
      SourceProgress.remember(
          jdbc,
          id,
          IntStream.range(0, 600)
              .mapToObj(events::formatted)
              .map(uri -> new ChangeEvent(uri, "http://a.test/1", BigInteger.ONE, false))
              .toList());
    }
    assertThat(SourceProgress.recent(jdbc, id).keys()).hasSize(1_000);
  }

  @Test
  void storesReasonWithAnyCharacters() {
    String reason = "a NUL \0, half a pair \ud800, and " + "more".repeat(1_000_000);
    leases.release(taken(ONE), Duration.ofHours(1), reason);
    assertThat(sources.find(id).orElseThrow().failure())
        .startsWith("a NUL  , half a pair  , and more")
        .hasSizeLessThan(1_100);
  }

  @Test
  void doesNotLeasePausedSource() {
    sources.request(id, DataSources.Action.PAUSE);
    assertThat(leases.due()).doesNotContain(id);
    assertThat(leases.take(id, ONE)).isEmpty();
    sources.request(id, DataSources.Action.RESUME);
    assertThat(leases.take(id, ONE)).isPresent();
  }
}
