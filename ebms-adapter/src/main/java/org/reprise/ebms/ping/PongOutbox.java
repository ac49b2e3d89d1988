package org.reprise.ebms.ping;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendResult;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pongs that survive the process. One thread stores them: while it commits a group, the next one
 * gathers, so that the more Pings come the more share a row and a commit.
 *
 * <p>Each row belongs to an {@link Instance}; the rows of one that ended are taken over by the
 * first instance that finds them. A Pong that was sent and whose row was not yet deleted when the
 * process was killed is sent again, with the same MessageId.
 */
final class PongOutbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PongOutbox.class);
  private static final long DELETE_AFTER_MILLIS = 50;
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MOST_LOOKS = 4;
  private static final Duration KEEP_TRYING = Duration.ofHours(1);

  /** Pongs that are written by one statement and one commit, at most. */
  static final int BATCH = 500;

  private final PongRows rows;
  private final Instance instance;
  private final Partners partners;
  private final BlockingQueue<Unstored> unstored = new LinkedBlockingQueue<>();
  private final Timer commits;
  private final DistributionSummary groups;
  private final Loop writer;
  private boolean lastWasShared;
  private boolean closed;
  private volatile boolean ended;

  /** A Pong that is to be stored, and the row that holds it once that is committed. */
  private record Unstored(StoredPong pong, CompletableFuture<PongRows.Stored> stored) {
    void fail(Throwable why) {
      stored.completeExceptionally(why);
    }
  }

  PongOutbox(
      PongRows rows, Instance instance, Partners partners, MeterRegistry registry, Loops loops) {
    this.rows = rows;
    this.instance = instance;
    this.partners = partners;
    this.commits =
        Timer.builder("reprise.ebms.outbox.commit")
            .description("Writing a group of Pongs, until it is committed")
            .register(registry);
    this.groups =
        DistributionSummary.builder("reprise.ebms.outbox.group")
            .description("Pongs that shared one commit")
            .register(registry);
    takeOverAndCleanUp();
    this.writer = loops.start("pong-outbox", this::write);
  }

  /**
   * Stores a Pong; returns when it is committed.
   *
   * @return the Pong, to be sent
   * @throws NotStored where it may be tried again later
   * @throws IllegalStateException where the database refuses this Pong, or this service failed
   */
  Outgoing store(StoredPong pong) throws NotStored {
    byte[] body = pong.body();
    CompletableFuture<PongRows.Stored> stored = new CompletableFuture<>();
    Unstored waiting = new Unstored(pong, stored);
    unstored.add(waiting);
    if (ended) {
      waiting.fail(new NotStored("The service is ending", null));
    }
    PongRows.Stored row;
    try {
      // Without a limit, for a timer each would cost more than the rest of the waiting: the writer
      // completes all of them, and its statements have a limit.
      row = stored.get();
    } catch (ExecutionException e) {
      throw notStored(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      NotStored interrupted = new NotStored("The service is ending", e);
      // Should it be stored after all, it is removed again: its Ping was not accepted.
      waiting.fail(interrupted);
      throw interrupted;
    }
    return outgoing(pong, body, row);
  }

  private static NotStored notStored(Throwable why) {
    if (why instanceof NotStored ending) {
      return ending;
    }
    if (DatabaseFault.among(why) != null) {
      return new NotStored("The database did not store the answer", why);
    }
    throw new IllegalStateException("The answer cannot be stored", why);
  }

  private Outgoing outgoing(StoredPong pong, byte[] body, PongRows.Stored row) {
    return new Outgoing(
        "Pong " + pong.id() + "@" + pong.domain(),
        () -> Optional.of(Body.envelope(body)),
        Outgoing.Tries.UNTIL_TAKEN,
        System.nanoTime() + KEEP_TRYING.toNanos(),
        () -> instance.holds(row.owner()),
        result -> recordResult(pong, row.group(), result));
  }

  private void recordResult(StoredPong pong, PongGroup group, SendResult result) {
    switch (result) {
      case SendResult.Delivered one -> rows.remove(pong, group);
      case SendResult.Refused one -> rows.remove(pong, group);
      case SendResult.GivenUp one -> rows.remove(pong, group);
      case SendResult.Unsent one -> rows.remove(pong, group);
      // The lease lapsed or this process ends. Whichever instance takes over the row sends it; this
      // process does so under its next lease.
      case SendResult.Abandoned one -> {}
    }
  }

  private Duration write() throws InterruptedException {
    List<Unstored> group = new ArrayList<>();
    try {
      Unstored first = unstored.poll(DELETE_AFTER_MILLIS, TimeUnit.MILLISECONDS);
      if (first != null) {
        group.add(first);
        if (lastWasShared) {
          gather();
        }
        unstored.drainTo(group, BATCH - 1);
      }
      commit(group);
      lastWasShared = group.size() > 1;
      return Duration.ZERO;
    } catch (RuntimeException | Error e) {
      group.forEach(one -> one.fail(e));
      throw e;
    }
  }

  /** Fewer and larger commits: under load the others are a moment away. */
  private void gather() {
    int before;
    int looks = 0;
    do {
      before = unstored.size();
      LockSupport.parkNanos(GATHER_NANOS);
      looks++;
    } while (looks < MOST_LOOKS && unstored.size() > before && unstored.size() < BATCH);
  }

  private void commit(List<Unstored> group) {
    if (group.isEmpty()) {
      rows.deleteDone();
      return;
    }
    long started = System.nanoTime();
    PongRows.Stored row;
    try {
      row = rows.store(group.stream().map(Unstored::pong).toList());
    } catch (SQLException | RuntimeException e) {
      notStored(group, e);
      return;
    }
    List<Unstored> written = List.copyOf(group);
    // From a virtual thread, which hands the others to its own scheduler, not one by one from
    // outside.
    Thread.startVirtualThread(() -> complete(written, row));
    commits.record(System.nanoTime() - started, TimeUnit.NANOSECONDS);
    groups.record(group.size());
  }

  // The database may refuse one Pong of a group; the others are stored all the same.
  private void notStored(List<Unstored> group, Exception why) {
    boolean isRefused = why instanceof SQLException && DatabaseFault.among(why) == null;
    if (isRefused && group.size() > 1) {
      int half = group.size() / 2;
      commit(group.subList(0, half));
      commit(group.subList(half, group.size()));
      return;
    }
    LOG.warn("{} Pongs were not stored: {}", group.size(), why.getMessage());
    group.forEach(one -> one.fail(why));
  }

  private void complete(List<Unstored> written, PongRows.Stored row) {
    for (Unstored one : written) {
      if (!one.stored.complete(row)) {
        rows.remove(one.pong, row.group());
      }
    }
  }

  /** Takes over what ended instances left, and removes what was sent. */
  synchronized void takeOverAndCleanUp() {
    if (closed) {
      return;
    }
    try {
      rows.takeOver(this::resume);
      rows.cleanUp();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("Pongs of ended instances were not taken over: {}", e.getMessage());
    }
  }

  private void resume(PongRows.Stored row) {
    List<StoredPong> pongs = row.group().remaining();
    for (StoredPong pong : pongs) {
      resume(pong, row);
    }
    LOG.info("Took over {} Pongs", pongs.size());
  }

  // One Pong that cannot be sent keeps no other of its row from being sent.
  private void resume(StoredPong pong, PongRows.Stored row) {
    if (!partners.allow(pong.endpoint())) {
      partners.reportNotAllowed(pong.endpoint());
      if (pong.createdAt().plus(KEEP_TRYING).isBefore(Instant.now())) {
        rows.remove(pong, row.group());
      }
      return;
    }
    try {
      Outgoing outgoing = outgoing(pong, pong.body(), row);
      partners.resume(pong.endpoint()).use(outgoing);
    } catch (RuntimeException e) {
      LOG.error("The Pong {} to {} is dropped: it cannot be sent", pong.id(), pong.endpoint(), e);
      rows.remove(pong, row.group());
    }
  }

  /** Deletes what was sent; other instances can take over the rest at once. */
  @Override
  public synchronized void close() {
    closed = true;
    partners.close();
    // No Pong is sent from now on, so nothing is added to what is to be deleted.
    writer.close();
    ended = true;
    List<Unstored> late = new ArrayList<>();
    unstored.drainTo(late);
    commit(late);
    commit(List.of());
  }

  /** A Pong could not be stored; it may be tried again later. */
  static final class NotStored extends Exception {
    private static final long serialVersionUID = 1L;

    NotStored(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
