package org.reprise.lists.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.LeaseTable;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Leases in a real database. */
class LeasesIT {
  private static final Duration LENGTH = Duration.ofMillis(500);
  private static final String FAILING = "jdbc:failing:";
  private static final LeaseTable LEASES = LeasedRows.leases("work", "id");

  private final Database database = TestDatabase.freshDatabase();
  private final HikariDataSource pool = pool();
  private final JdbcClient jdbc = JdbcClient.create(pool);
  private final LeasedRows rows = new LeasedRows(jdbc, LEASES) {};
  private final LeaseRenewal renewal = renewal(pool);
  private final Queue<String> stopped = new ConcurrentLinkedQueue<>();
  private final Leases<UUID, String> lease = renewal.of(LEASES, LENGTH, stopped::add);

  LeasesIT() {
    jdbc.sql(
            """
            create table work (tenant smallint, id uuid, status text, owner uuid,
              heartbeat timestamptz, end_date timestamptz, failure_reason text,
              primary key (tenant, id))\
            """)
        .update();
  }

  private static LeaseRenewal renewal(HikariDataSource of) {
    return new LeaseRenewal("leases", new OwnConnections(of), new Loops());
  }

  private HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setMaximumPoolSize(1);
    return new HikariDataSource(config);
  }

  @AfterEach
  void close() {
    renewal.close();
    pool.close();
  }

  private UUID insert(UUID owner) {
    UUID id = UUID.randomUUID();
    jdbc.sql("insert into work values (1, ?, 'IN_PROGRESS', ?, now(), null, null)")
        .params(id, owner)
        .update();
    return id;
  }

  private UUID held(String work) {
    UUID id = insert(lease.owner());
    assertThat(lease.hold(id, work)).isTrue();
    return id;
  }

  private long heartbeat(UUID id) {
    return database.count(
        "select (extract(epoch from heartbeat) * 1000)::bigint from work where id = '%s'"
            .formatted(id));
  }

  private void release(UUID id) {
    lease.end(id);
    jdbc.sql("update work set heartbeat = '-infinity' where id = ?").param(id).update();
  }

  private void awaitRenewals(UUID id) {
    Set<Long> heartbeats = new HashSet<>();
    await()
        .until(() -> {
          heartbeats.add(heartbeat(id));
          return heartbeats.size() > 5;
        });
  }

  @Test
  void renewsWhenThePoolIsExhausted() throws SQLException {
    UUID id = held("work");
    try (Connection _ = pool.getConnection()) {
      awaitRenewals(id);
    }
    assertThat(stopped).isEmpty();
  }

  @Test
  void lockedRowDoesNotDelayRenewalOfOthers() throws SQLException {
    UUID locked = held("locked");
    UUID other = held("other");
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      connection
          .createStatement()
          .execute("select 1 from work where id = '%s' for update".formatted(locked));
      awaitRenewals(other);
      assertThat(stopped).isEmpty();
      connection.rollback();
    }
    awaitRenewals(locked);
  }

  /** As while a refresh saves its contents. */
  @Test
  void renewsRowThatItsWorkKeeps() throws SQLException {
    UUID kept = held("kept");
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      connection
          .createStatement()
          .execute("select 1 from work where id = '%s' for key share".formatted(kept));
      awaitRenewals(kept);
      connection.rollback();
    }
  }

  /** As when a process shuts down and its work takes a moment to stop. */
  @Test
  void doesNotRenewReleasedRow() {
    UUID released = held("released");
    UUID other = held("other");
    release(released);
    awaitRenewals(other);
    rows.failExpired(lease);
    assertThat(status(released)).isEqualTo("FAILED");
    assertThat(status(other)).isEqualTo("IN_PROGRESS");
  }

  @Test
  void stopsWorkWhoseRowHasEndedOrHasAnotherOwner() {
    UUID taken = held("taken");
    UUID ended = held("ended");
    UUID kept = held("kept");
    jdbc.sql("update work set owner = gen_random_uuid() where id = ?").param(taken).update();
    jdbc.sql("update work set status = 'CANCELLED' where id = ?").param(ended).update();
    await().until(() -> stopped.containsAll(List.of("taken", "ended")));
    awaitRenewals(kept);
    assertThat(stopped).doesNotContain("kept");
  }

  @Test
  void failsOnlyRowsWithExpiredLeases() {
    UUID kept = held("kept");
    UUID left = insert(UUID.randomUUID());
    await()
        .until(() -> {
          rows.failExpired(lease);
          return status(left).equals("FAILED");
        });
    assertThat(status(kept)).isEqualTo("IN_PROGRESS");
    UUID released = held("released");
    release(released);
    rows.failExpired(lease);
    assertThat(status(released)).isEqualTo("FAILED");
  }

  /** As after the process was stopped: nothing renews meanwhile. */
  @Test
  void doesNotFailItsOwnRowBeforeItIsRenewed() {
    renewal.close();
    UUID own = held("own");
    UUID left = insert(UUID.randomUUID());
    jdbc.sql("update work set heartbeat = now() - interval '1 minute'").update();
    rows.failExpired(lease);
    assertThat(status(own)).isEqualTo("IN_PROGRESS");
    assertThat(status(left)).isEqualTo("FAILED");
  }

  /** As gc-service counts its claims: a row that was taken again is another lease. */
  @Test
  void stopsWorkWhoseRowWasTakenAgain() {
    jdbc.sql("create table counted (id bigint primary key, claim bigint, until timestamptz)")
        .update();
    jdbc.sql("insert into counted values (1, 7, now()), (2, 8, now())").update();
    Leases<Long, String> counted =
        renewal.of(
            new LeaseTable("counted", "id", "claim", "true", "until = now() + interval '1 hour'"),
            LENGTH,
            stopped::add);
    counted.hold(1L, 7L, "first");
    counted.hold(2L, 7L, "second");
    await().until(() -> stopped.contains("second"));
    await().until(() -> counted(1));
    assertThat(counted(2)).isFalse();
    assertThat(stopped).doesNotContain("first");
  }

  private boolean counted(int id) {
    return database.count(
            "select count(*) from counted where until > now() + interval '1 minute' and id = " + id)
        == 1;
  }

  private String status(UUID id) {
    return jdbc.sql("select status from work where id = ?").param(id).query(String.class).single();
  }

  /** A driver that throws an Error once, and passes connections of PostgreSQL then. */
  private static Driver failingOnce() {
    AtomicBoolean hasFailed = new AtomicBoolean();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (!method.getName().equals("connect") || !arguments[0].toString().startsWith(FAILING)) {
            return method.getName().equals("equals") ? proxy == arguments[0] : null;
          }
          if (!hasFailed.getAndSet(true)) {
            throw new NoClassDefFoundError("planted");
          }
          return DriverManager.getConnection(
              arguments[0].toString().replace(FAILING, "jdbc:"), (Properties) arguments[1]);
        };
    return (Driver)
        Proxy.newProxyInstance(
            LeasesIT.class.getClassLoader(), new Class<?>[] {Driver.class}, handler);
  }

  @Test
  void renewsAgainAfterAnError() throws SQLException {
    Driver driver = failingOnce();
    DriverManager.registerDriver(driver);
    try (HikariDataSource failing = new HikariDataSource()) {
      failing.setJdbcUrl(database.jdbcUrl().replace("jdbc:", FAILING));
      failing.setUsername(database.username());
      failing.setPassword(database.password());
      try (LeaseRenewal own = renewal(failing)) {
        Leases<UUID, String> renewed = own.of(LEASES, LENGTH, stopped::add);
        UUID id = insert(renewed.owner());
        renewed.hold(id, "work");
        long first = heartbeat(id);
        await().until(() -> heartbeat(id) > first);
      }
    } finally {
      DriverManager.deregisterDriver(driver);
    }
  }
}
