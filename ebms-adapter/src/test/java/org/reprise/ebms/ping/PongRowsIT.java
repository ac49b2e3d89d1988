package org.reprise.ebms.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.instance.Instance;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** The rows of the outbox, when the lease under which they were stored lapses. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PongRowsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Duration LEASE = Duration.ofSeconds(2);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Database database;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static HikariDataSource pool;

  @SuppressWarnings("NullAway.Init") // before each test
  private Instance instance;

  @SuppressWarnings("NullAway.Init") // before each test
  private PongRows rows;

  @BeforeAll
  static void migrate() {
    database = TestDatabase.freshDatabase();
    pool = new HikariDataSource();
    pool.setJdbcUrl(database.jdbcUrl());
    pool.setUsername(database.username());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(2);
    Flyway.configure().dataSource(pool).load().migrate();
  }

  @AfterAll
  static void close() {
    pool.close();
  }

  @BeforeEach
  void begin() {
    instance = new Instance(new OwnConnections(pool), LEASE, new Loops());
    rows = new PongRows(new PongTable(pool), instance);
  }

  @AfterEach
  void end() throws SQLException {
    instance.close();
    execute("truncate pong_outbox");
  }

  private static void execute(String sql) throws SQLException {
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      statement.execute(sql);
    }
  }

  private static StoredPong pong(int number) {
    PartyId party = new PartyId("urn:osb:oin", "0001");
    return new StoredPong(
        UUID.randomUUID(),
        "example.org",
        URI.create("http://127.0.0.1:1/ebms"),
        "cpa",
        "talk",
        "ping-" + number,
        List.of(party),
        List.of(party),
        Instant.EPOCH);
  }

  private interface Step {
    void run() throws SQLException;
  }

  /** Does something while the lease has lapsed and cannot be renewed. */
  private void whileLapsed(Step step) throws SQLException {
    UUID id = instance.lease().id();
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("lock table node in exclusive mode");
      await().atMost(LIMIT).until(() -> !instance.holds(id));
      step.run();
      other.rollback();
    }
    await().atMost(LIMIT).until(() -> instance.lease().isHeld());
  }

  @Test
  void nothingIsTakenOverUnderLapsedLease() throws Exception {
    List<PongRows.Stored> taken = new ArrayList<>();
    whileLapsed(() -> {
      // More than are taken over at a time.
      execute(
          """
          insert into pong_outbox (id, node_id, pongs)
          select gen_random_uuid(), gen_random_uuid(), '' from generate_series(1, 50)\
          """);
      rows.takeOver(taken::add);
    });
    assertThat(taken).isEmpty();
    rows.takeOver(taken::add);
    assertThat(taken).hasSize(50);
  }

  @Test
  void sentPongsAreNotSentAgainUnderNextLease() throws Exception {
    List<StoredPong> pongs = IntStream.range(0, 3).mapToObj(PongRowsIT::pong).toList();
    PongRows.Stored first = rows.store(pongs);
    whileLapsed(() -> rows.remove(pongs.getFirst(), first.group()));
    List<PongRows.Stored> taken = new ArrayList<>();
    rows.takeOver(taken::add);
    assertThat(taken).hasSize(1);
    assertThat(taken.getFirst().owner()).isNotEqualTo(first.owner());
    assertThat(taken.getFirst().group().remaining())
        .containsExactlyInAnyOrder(pongs.get(1), pongs.get(2));
    rows.takeOver(taken::add);
    assertThat(taken).as("it has the row already").hasSize(1);
  }
}
