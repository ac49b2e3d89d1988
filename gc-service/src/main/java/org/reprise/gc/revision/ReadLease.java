package org.reprise.gc.revision;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease that lets this instance answer revisions from memory: a row in the database with its
 * end. A writer waits until each instance with such a row has acknowledged the change, or until the
 * lease expires. An instance that hangs or is cut off delays writers by one lease at most and never
 * answers an old revision: here the lease is counted from before the row was written.
 */
final class ReadLease implements AutoCloseable {
  static final String CHANGED = "gc_revision";
  private static final String RECEIPT = "gc_revision_receipt";
  private static final Logger LOG = LoggerFactory.getLogger(ReadLease.class);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(1);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(2);
  private static final String OPTIONS = "-c statement_timeout=2s -c synchronous_commit=on";
  private static final int MAX_KNOWN = 100_000;
  // The longest delay of the shutdown of the service.
  private static final int MAX_POLL_MS = 1_000;

  private static final String BEGIN =
      """
      with removed as (
        delete from revision_reader where until < clock_timestamp() - interval '1 minute')
      insert into revision_reader (session, until)
      values (?, clock_timestamp() + interval '%d ms')\
      """;
  private static final String RENEW =
      """
      update revision_reader set until = clock_timestamp() + interval '%d ms'
      where session = ? and until > clock_timestamp()\
      """;
  private static final String END = "delete from revision_reader where session = ?";
  private static final String ACKNOWLEDGE =
      "select pg_notify('" + RECEIPT + "', change || ' ' || ?) from unnest(?) as changes (change)";

  private final OwnConnection connection;
  private final String instance;
  private final Duration length;
  private final Consumer<String> receipts;
  private final Loop loop;
  private final InstantSource clock;
  private volatile End end;
  private volatile Map<Long, Long> memory = new ConcurrentHashMap<>();
  // The connection that listens to notifications.
  private @Nullable Connection listening;
  private @Nullable String session;
  private long sessions;
  private long renewal;
  private boolean isLost;

  /**
   * @param instance the name of this instance, which no other has; without blanks
   * @param length of the lease without a renewal
   * @param clock the wall clock, by which the lease ends as well: the monotonic clock stands still
   *     while a virtual machine sleeps
   * @param receipts receives acknowledgements: the name of a change, a blank, and the session
   */
  ReadLease(
      OwnConnections connections,
      String instance,
      Duration length,
      InstantSource clock,
      Consumer<String> receipts,
      Loops loops) {
    this.connection = new OwnConnection(connections, "gc-read-lease", RESPONSE_TIMEOUT, OPTIONS);
    this.instance = instance;
    this.length = length;
    this.clock = clock;
    this.receipts = receipts;
    this.end = new End(System.nanoTime(), 0);
    this.loop = loops.start("read-lease", this::step);
  }

  /** When a lease ends, by two clocks: whichever is first. */
  private record End(long nanos, long millis) {}

  private boolean isOver() {
    End last = end;
    return System.nanoTime() - last.nanos() >= 0 || clock.millis() >= last.millis();
  }

  /** Returns whether a session is one of an instance. */
  static boolean isOf(String session, String instance) {
    return session.startsWith(instance + "/");
  }

  /** Returns the current revision; null if it is not in memory. */
  @Nullable Long known(long id) {
    // The time first: a new lease drops the memory before it sets the time.
    return isOver() ? null : memory.get(id);
  }

  /**
   * Returns the map for the result of a query that begins after this call. A change replaces the
   * map, so that the result of a query that began before the change is dropped.
   */
  Map<Long, Long> memory() {
    Map<Long, Long> current = memory;
    if (current.size() >= MAX_KNOWN) {
      forget();
    }
    return memory;
  }

  /** Drops all revisions from memory, after a change. */
  void forget() {
    memory = new ConcurrentHashMap<>();
  }

  private Duration step() {
    try {
      return connection.ask(this::step);
    } catch (SQLException e) {
      if (!isLost) {
        isLost = true;
        LOG.warn(
            "Cannot renew the read lease; revisions come from the database for now: {}",
            e.toString());
      }
      lose();
      return IDLE_INTERVAL;
    } catch (RuntimeException | Error e) {
      lose();
      throw e;
    }
  }

  private Duration step(Connection open) throws SQLException {
    if (listening != open) {
      try (Statement listen = open.createStatement()) {
        // Before the row is written, so that no change is missed.
        listen.execute("listen " + CHANGED);
        listen.execute("listen " + RECEIPT);
      }
      renewal = System.nanoTime();
      listening = open;
    }
    if (System.nanoTime() - renewal >= 0) {
      renew(open);
    }
    long left = Duration.ofNanos(renewal - System.nanoTime()).toMillis();
    int wait = Math.clamp(left, 1, MAX_POLL_MS);
    receive(open, open.unwrap(PGConnection.class).getNotifications(wait));
    return Duration.ZERO;
  }

  private void renew(Connection open) throws SQLException {
    long begin = System.nanoTime();
    long beginMillis = clock.millis();
    if (session == null || execute(open, RENEW.formatted(length.toMillis()), session) == 0) {
      // Writers did not wait for this instance: its revisions may be old.
      end = new End(begin, 0);
      session = instance + "/" + ++sessions;
      execute(open, BEGIN.formatted(length.toMillis()), session);
      forget();
      isLost = false;
    } else if (isOver()) {
      // Writers that came before the renewal saw an expired lease.
      forget();
    }
    // Clocks of two machines do not run exactly alike.
    Duration usable = length.multipliedBy(9).dividedBy(10);
    end = new End(begin + usable.toNanos(), beginMillis + usable.toMillis());
    renewal = begin + length.toNanos() / 4;
  }

  private static int execute(Connection open, String sql, String parameter) throws SQLException {
    try (PreparedStatement statement = open.prepareStatement(sql)) {
      statement.setString(1, parameter);
      return statement.execute() ? 0 : statement.getUpdateCount();
    }
  }

  private void receive(Connection open, PGNotification @Nullable [] all) throws SQLException {
    List<String> changes = new ArrayList<>();
    for (PGNotification one : all == null ? new PGNotification[0] : all) {
      if (one.getName().equals(RECEIPT)) {
        receipts.accept(one.getParameter());
      } else {
        changes.add(one.getParameter());
      }
    }
    if (changes.isEmpty()) {
      return;
    }
    forget();
    // A change by hand has no name, and no writer waits; writers of this instance do not wait for
    // it.
    changes.removeIf(change -> change.isEmpty() || isOf(change, instance));
    if (!changes.isEmpty()) {
      acknowledge(open, changes);
    }
  }

  // In one statement: the lease would expire during many round trips.
  private void acknowledge(Connection open, List<String> changes) throws SQLException {
    if (session == null) {
      return;
    }
    try (PreparedStatement statement = open.prepareStatement(ACKNOWLEDGE)) {
      statement.setString(1, session);
      statement.setArray(2, open.createArrayOf("text", changes.toArray()));
      statement.execute();
    }
  }

  private void lose() {
    end = new End(System.nanoTime(), 0);
    forget();
    session = null;
    listening = null;
  }

  /** Ends the lease, so that no writer waits for it. */
  @Override
  public void close() {
    loop.close();
    end = new End(System.nanoTime(), 0);
    String last = session;
    if (last != null) {
      try {
        connection.ask(open -> execute(open, END, last));
      } catch (SQLException e) {
        LOG.debug("Cannot delete the lease of session {}; it expires by itself", last, e);
      }
    }
    lose();
    connection.close();
  }
}
