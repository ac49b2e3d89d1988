package org.reprise.ebms.ping;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.instance.Loop;
import org.reprise.ebms.instance.Loops;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pongs that survive the process. One thread writes: while it commits a group, the next one
 * gathers, so that the more Pings come the more share a row and a commit.
 *
 * <p>Each row belongs to an {@link Instance}; the rows of one that ended are taken over by the
 * first instance that finds them. A Pong that was sent and not yet forgotten when the process was
 * killed is sent again, with the same MessageId.
 */
final class PongOutbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PongOutbox.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final long DONE_AFTER_MILLIS = 50;
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MOST_LOOKS = 4;
  private static final int MOST_FORGOTTEN = 5_000;
  private static final int MOST_TAKEN = 20;
  private static final int WORTH_CLEANING = 200;

  private final PongTable table;
  private final Instance instance;
  private final Partners partners;
  private final PingSettings settings;
  private final BlockingQueue<Unstored> unstored = new LinkedBlockingQueue<>();
  // Deleted with the next group that is written, or after a while without one.
  private final Queue<UUID> done = new ConcurrentLinkedQueue<>();
  private final List<UUID> toDelete = new ArrayList<>();
  // Every row that names this instance: from before it is written until after it is deleted.
  private final Map<UUID, StoredGroup> known = new ConcurrentHashMap<>();
  private final Queue<UUID> deleted = new ConcurrentLinkedQueue<>();
  private final AtomicInteger forgotten = new AtomicInteger();
  private final Timer commits;
  private final DistributionSummary groups;
  private final Loop writer;
  private boolean lastWasShared;
  private boolean closed;
  private volatile boolean ended;

  /** A Pong that is to be stored, and the row that holds it once that is committed. */
  private record Unstored(StoredPong pong, CompletableFuture<StoredGroup> stored) {}

  private record StoredGroup(PongGroup group, UUID owner) {}

  PongOutbox(
      PongTable table,
      Instance instance,
      Partners partners,
      PingSettings settings,
      MeterRegistry registry,
      Loops loops) {
    this.table = table;
    this.instance = instance;
    this.partners = partners;
    this.settings = settings;
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
   * Stores a Pong and sends it; returns when it is committed.
   *
   * @throws NotStored where it is not: nothing is sent then, and the room is given back
   */
  void send(StoredPong pong, Partners.Room room) throws NotStored {
    byte[] body = pong.body();
    CompletableFuture<StoredGroup> stored = new CompletableFuture<>();
    unstored.add(new Unstored(pong, stored));
    if (ended) {
      stored.completeExceptionally(new IllegalStateException("the service is ending"));
    }
    StoredGroup written;
    try {
      // Without a limit, for a timer each would cost more than the rest of the waiting: the writer
      // completes all of them, and its statements have a limit.
      written = stored.get();
    } catch (ExecutionException e) {
      room.giveBack();
      throw new NotStored(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      // Should it be written after all, it is forgotten again: its Ping was not accepted.
      stored.completeExceptionally(e);
      room.giveBack();
      throw new NotStored(e);
    }
    room.use(outgoing(pong, body, written));
  }

  private Outgoing outgoing(StoredPong pong, byte[] body, StoredGroup stored) {
    return new Outgoing(
        "Pong " + pong.id() + "@" + pong.domain(),
        Body.envelope(body),
        Outgoing.Tries.UNTIL_TAKEN,
        System.nanoTime() + settings.keepTrying().toNanos(),
        () -> instance.holds(stored.owner),
        result -> recordResult(pong, stored.group, result));
  }

  private void recordResult(StoredPong pong, PongGroup group, SendResult result) {
    switch (result) {
      case SendResult.Delivered one -> forget(pong, group);
      case SendResult.Refused one -> forget(pong, group);
      case SendResult.GivenUp one -> forget(pong, group);
      case SendResult.Unsent one -> forget(pong, group);
      // It stays: another instance has it, or will.
      case SendResult.Abandoned one -> {}
    }
  }

  private void forget(StoredPong pong, PongGroup group) {
    if (group.remove(pong)) {
      done.add(group.id());
    }
  }

  private void write() throws InterruptedException {
    List<Unstored> group = new ArrayList<>();
    try {
      Unstored first = unstored.poll(DONE_AFTER_MILLIS, TimeUnit.MILLISECONDS);
      if (first != null) {
        group.add(first);
        if (lastWasShared) {
          gather();
        }
        unstored.drainTo(group, settings.batch() - 1);
      }
      commit(group);
      lastWasShared = group.size() > 1;
    } catch (RuntimeException | Error e) {
      group.forEach(one -> one.stored.completeExceptionally(e));
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
    } while (looks < MOST_LOOKS && unstored.size() > before && unstored.size() < settings.batch());
  }

  private void commit(List<Unstored> group) {
    while (toDelete.size() < MOST_FORGOTTEN) {
      UUID id = done.poll();
      if (id == null) {
        break;
      }
      toDelete.add(id);
    }
    if (group.isEmpty() && toDelete.isEmpty()) {
      return;
    }
    if (group.isEmpty()) {
      deleteDone();
      return;
    }
    long started = System.nanoTime();
    UUID owner = instance.lease().id();
    PongGroup row = new PongGroup(UUID.randomUUID(), group.stream().map(Unstored::pong).toList());
    StoredGroup stored = new StoredGroup(row, owner);
    known.put(row.id(), stored);
    try {
      table.change(owner, row, toDelete);
    } catch (SQLException | RuntimeException | Error e) {
      LOG.warn("{} Pongs were not stored: {}", group.size(), e.getMessage());
      group.forEach(one -> one.stored.completeExceptionally(e));
      // The commit may have succeeded before the connection was lost.
      done.add(row.id());
      return;
    }
    deleted();
    List<Unstored> written = List.copyOf(group);
    // From a virtual thread, which hands the others to its own scheduler, not one by one from
    // outside.
    Thread.startVirtualThread(() -> complete(written, stored));
    commits.record(System.nanoTime() - started, TimeUnit.NANOSECONDS);
    groups.record(group.size());
  }

  private void complete(List<Unstored> written, StoredGroup stored) {
    for (Unstored one : written) {
      if (!one.stored.complete(stored)) {
        forget(one.pong, stored.group);
      }
    }
  }

  private void deleted() {
    forgotten.addAndGet(toDelete.size());
    deleted.addAll(toDelete);
    toDelete.clear();
  }

  private void deleteDone() {
    try {
      table.forget(toDelete);
      deleted();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("{} groups of Pongs are not forgotten yet: {}", toDelete.size(), e.getMessage());
    }
  }

  /** Takes over what ended instances left, and removes what was sent. */
  synchronized void takeOverAndCleanUp() {
    if (closed) {
      return;
    }
    try {
      takeOver();
      cleanUp();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("Pongs of ended instances were not taken over: {}", e.getMessage());
    }
  }

  private void takeOver() throws SQLException {
    UUID owner = instance.lease().id();
    // Rows of an earlier lease belong to another instance by now, or are taken over again below.
    known.values().removeIf(stored -> !stored.owner.equals(owner));
    List<PongTable.Row> taken;
    do {
      taken = table.takeOver(owner, MOST_TAKEN);
      taken.forEach(row -> resume(row, owner));
    } while (taken.size() == MOST_TAKEN);
    // What was deleted before the look below cannot be found by it.
    List<UUID> before = new ArrayList<>();
    for (UUID id = deleted.poll(); id != null; id = deleted.poll()) {
      before.add(id);
    }
    table.unknown(owner, known.keySet(), MOST_TAKEN).forEach(row -> resume(row, owner));
    before.forEach(known::remove);
  }

  private void resume(PongTable.Row row, UUID owner) {
    PongGroup group = read(row);
    StoredGroup stored = new StoredGroup(group, owner);
    if (known.putIfAbsent(row.id(), stored) != null) {
      return;
    }
    List<StoredPong> pongs = group.remaining();
    for (StoredPong pong : pongs) {
      resume(pong, stored);
    }
    LOG.info("Took over {} Pongs", pongs.size());
  }

  // One Pong that cannot be sent keeps no other of its row from being sent.
  private void resume(StoredPong pong, StoredGroup stored) {
    if (!partners.allow(pong.endpoint())) {
      LOG.warn("A Pong to {} is forgotten: that host is not allowed", pong.endpoint());
      forget(pong, stored.group);
      return;
    }
    try {
      Outgoing outgoing = outgoing(pong, pong.body(), stored);
      partners.resume(pong.endpoint()).use(outgoing);
    } catch (RuntimeException e) {
      LOG.error("The Pong {} to {} is forgotten: it cannot be sent", pong.id(), pong.endpoint(), e);
      forget(pong, stored.group);
    }
  }

  // What cannot be read keeps no other Pong of the row from being sent. A row of which nothing can
  // be read stays, for somebody to look at.
  private static PongGroup read(PongTable.Row row) {
    return PongGroup.of(
        row.id(),
        row.pongs(),
        (line, e) ->
            LOG.error(
                "A Pong in the row {} of pong_outbox cannot be read: '{}'", row.id(), line, e));
  }

  /**
   * A partner that does not answer keeps the row of a group. The Pongs that other partners got are
   * removed from it, so that these are not sent again after a crash.
   */
  private void cleanUp() throws SQLException {
    for (StoredGroup stored : known.values()) {
      if (stored.group.isPartlySent()) {
        table.shrink(stored.owner, stored.group);
      }
    }
    if (forgotten.getAndSet(0) >= WORTH_CLEANING) {
      table.clean();
    }
  }

  /** Deletes what was sent; other instances can take over the rest at once. */
  @Override
  public synchronized void close() {
    closed = true;
    partners.close();
    // No Pong is sent from now on, so nothing is added to what is to be deleted.
    writer.join(LONGEST_WAIT);
    ended = true;
    List<Unstored> late = new ArrayList<>();
    unstored.drainTo(late);
    commit(late);
    commit(List.of());
  }

  /** A Pong could not be written down. */
  static final class NotStored extends Exception {
    NotStored(Throwable cause) {
      super("The database did not store the answer", cause);
    }
  }
}
