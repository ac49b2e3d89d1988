package org.reprise.gc.revision;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.jdbc.UncategorizedSQLException;

/**
 * Reads current revisions from the database. A query begins after the requests that it answers, so
 * that it sees each change whose writer was answered before. Requests that arrive while a query
 * runs share the next one, so that many readers cost few round trips.
 */
final class Freshness implements AutoCloseable {
  private static final int MAX_WAITING = 10_000;
  private static final int MAX_BATCH = 1_000;
  // As the pool's: a service that is short of processor gets slower, it does not refuse work.
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(30);
  private static final String QUERY = "select id, revision from configuration where id = any (?)";

  private final OwnConnection connection;
  private final BlockingQueue<PendingQuery> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final Loop loop;
  private volatile boolean ended;

  Freshness(OwnConnections connections, Loops loops) {
    this.connection = new OwnConnection(connections, "gc-freshness", RESPONSE_TIMEOUT, null);
    this.loop = loops.start("freshness", this::step);
  }

  private record PendingQuery(long id, CompletableFuture<OptionalLong> answer) {}

  /**
   * Returns the revision of a configuration; empty for an unknown id.
   *
   * @throws Refusal 503 if too many requests wait, or the service stops
   * @throws UncategorizedSQLException if the database does not answer
   */
  OptionalLong revision(long id) {
    PendingQuery query = new PendingQuery(id, new CompletableFuture<>());
    if (!waiting.offer(query)) {
      throw Refusal.unavailable("Too many requests wait for the database.", Duration.ofSeconds(1));
    }
    loop.wake();
    if (ended) {
      refuseAll();
    }
    try {
      // Every query ends within the time-outs of its connection.
      return query.answer().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw e;
    }
  }

  private Duration step() {
    List<PendingQuery> batch = new ArrayList<>();
    waiting.drainTo(batch, MAX_BATCH);
    if (batch.isEmpty()) {
      return IDLE_INTERVAL;
    }
    try {
      Map<Long, Long> revisions = read(batch);
      for (PendingQuery one : batch) {
        Long revision = revisions.get(one.id());
        one.answer().complete(revision == null ? OptionalLong.empty() : OptionalLong.of(revision));
      }
    } catch (SQLException e) {
      fail(batch, new UncategorizedSQLException("read revisions", QUERY, e));
    } catch (RuntimeException | Error e) {
      fail(batch, e);
      throw e;
    }
    return waiting.isEmpty() ? IDLE_INTERVAL : Duration.ZERO;
  }

  private static void fail(List<PendingQuery> batch, Throwable reason) {
    batch.forEach(one -> one.answer().completeExceptionally(reason));
  }

  private Map<Long, Long> read(List<PendingQuery> batch) throws SQLException {
    Long[] ids = batch.stream().map(PendingQuery::id).distinct().toArray(Long[]::new);
    boolean wasOpen = connection.isOpen();
    try {
      return connection.ask(session -> read(session, ids));
    } catch (SQLException e) {
      if (!wasOpen) {
        throw e;
      }
      // The session may have ended since the last query: retries at once with a new one.
      return connection.ask(session -> read(session, ids));
    }
  }

  private static Map<Long, Long> read(Connection session, Long[] ids) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(QUERY)) {
      statement.setArray(1, session.createArrayOf("bigint", ids));
      Map<Long, Long> revisions = new HashMap<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          revisions.put(row.getLong(1), row.getLong(2));
        }
      }
      return revisions;
    }
  }

  private void refuseAll() {
    List<PendingQuery> late = new ArrayList<>();
    waiting.drainTo(late);
    fail(late, Refusal.unavailable("The service is stopping.", Duration.ofSeconds(1)));
  }

  @Override
  public void close() {
    ended = true;
    loop.close();
    refuseAll();
    connection.close();
  }
}
