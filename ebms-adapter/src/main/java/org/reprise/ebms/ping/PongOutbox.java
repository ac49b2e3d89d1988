package org.reprise.ebms.ping;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pongs that survive the process. One thread writes: while it commits a group, the next one
 * gathers, so that the more Pings come the more share a commit.
 *
 * <p>Each row belongs to an {@link Instance}; what an ended one left is taken over by whoever looks
 * first. A Pong that was sent and not yet forgotten when the process was killed is sent again, with
 * the same MessageId.
 */
final class PongOutbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PongOutbox.class);
  private static final long LONGEST_WAIT_SECONDS = 20;
  private static final long DONE_AFTER_MILLIS = 50;
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MOST_FORGOTTEN = 5_000;

  private final PongTable table;
  private final Instance instance;
  private final Partners partners;
  private final PingSettings settings;
  private final BlockingQueue<Keep> keeps = new LinkedBlockingQueue<>();
  // Nobody is woken for these: they go with the next group, or after a while by themselves.
  private final Queue<UUID> done = new ConcurrentLinkedQueue<>();
  private final List<UUID> unforgotten = new ArrayList<>();
  private final Timer commits;
  private final DistributionSummary groups;
  private final Thread writer;
  private boolean closed;
  private volatile boolean stopped;

  private record Keep(KeptPong pong, CompletableFuture<Instance.Lease> kept) {}

  PongOutbox(
      PongTable table,
      Instance instance,
      Partners partners,
      PingSettings settings,
      MeterRegistry registry) {
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
    tend();
    this.writer = Thread.ofPlatform().name("pong-outbox").daemon().start(this::write);
  }

  /**
   * Keeps a Pong and sends it; returns when it is committed.
   *
   * @throws NotKept where it is not: nothing is sent then, and the room is given back
   */
  void send(KeptPong pong, Partners.Room room) throws NotKept {
    CompletableFuture<Instance.Lease> kept = new CompletableFuture<>();
    keeps.add(new Keep(pong, kept));
    Instance.Lease owner;
    try {
      owner = kept.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Should it be written after all, it is forgotten again: its Ping was not accepted.
      kept.completeExceptionally(e);
      room.giveBack();
      throw new NotKept(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kept.completeExceptionally(e);
      room.giveBack();
      throw new NotKept(e);
    }
    room.use(outgoing(pong, owner.id()));
  }

  private Outgoing outgoing(KeptPong pong, UUID owner) {
    return new Outgoing(
        Body.envelope(pong.body()),
        Outgoing.Tries.UNTIL_TAKEN,
        System.nanoTime() + settings.keepTrying().toNanos(),
        () -> instance.holds(owner),
        settlement -> settled(pong, settlement));
  }

  private void settled(KeptPong pong, Settlement settlement) {
    switch (settlement) {
      case Settlement.Delivered one -> done.add(pong.id());
      case Settlement.Refused one -> done.add(pong.id());
      case Settlement.GivenUp one -> done.add(pong.id());
      // It stays: another instance has it, or will.
      case Settlement.Abandoned one -> {}
    }
  }

  private void write() {
    List<Keep> group = new ArrayList<>();
    boolean hadCompany = false;
    try {
      while (!stopped || !keeps.isEmpty()) {
        Keep first = keeps.poll(DONE_AFTER_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          group.add(first);
          if (hadCompany) {
            // Fewer and larger commits: under load the others are a moment away.
            LockSupport.parkNanos(GATHER_NANOS);
          }
          keeps.drainTo(group, settings.batch() - 1);
        }
        commit(group);
        hadCompany = group.size() > 1;
        group.clear();
      }
      commit(group);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void commit(List<Keep> group) {
    for (UUID id = done.poll();
        id != null && unforgotten.size() < MOST_FORGOTTEN;
        id = done.poll()) {
      unforgotten.add(id);
    }
    if (group.isEmpty() && unforgotten.isEmpty()) {
      return;
    }
    long started = System.nanoTime();
    Instance.Lease owner = instance.lease();
    try {
      table.change(owner.id(), group.stream().map(Keep::pong).toList(), unforgotten);
      unforgotten.clear();
      for (Keep keep : group) {
        if (!keep.kept.complete(owner)) {
          done.add(keep.pong.id());
        }
      }
      commits.record(System.nanoTime() - started, TimeUnit.NANOSECONDS);
      groups.record(group.size());
    } catch (SQLException | RuntimeException e) {
      LOG.warn("{} Pongs were not kept: {}", group.size(), e.getMessage());
      for (Keep keep : group) {
        keep.kept.completeExceptionally(e);
        // The commit may have succeeded before the connection was lost.
        done.add(keep.pong.id());
      }
    }
  }

  /** Takes over what ended instances left. */
  synchronized void tend() {
    if (closed) {
      return;
    }
    try {
      takeOver();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("The outbox of Pongs was not tended: {}", e.getMessage());
    }
  }

  private void takeOver() throws SQLException {
    UUID owner = instance.lease().id();
    List<KeptPong> taken;
    do {
      taken = table.takeOver(owner, settings.batch());
      for (KeptPong pong : taken) {
        if (!partners.allow(pong.endpoint())) {
          LOG.warn("A Pong to {} is forgotten: that host is not allowed", pong.endpoint());
          done.add(pong.id());
          continue;
        }
        partners.resume(pong.endpoint()).use(outgoing(pong, owner));
      }
      if (!taken.isEmpty()) {
        LOG.info("Took over {} Pongs", taken.size());
      }
    } while (taken.size() == settings.batch());
  }

  /** Writes what was done; what was not is free for others when the instance ends. */
  @Override
  public synchronized void close() {
    closed = true;
    partners.close();
    // From now on nothing is settled any more: the last group is the last.
    stopped = true;
    try {
      writer.join(TimeUnit.SECONDS.toMillis(LONGEST_WAIT_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A Pong could not be written down. */
  static final class NotKept extends Exception {
    NotKept(Throwable cause) {
      super("The database did not keep the answer", cause);
    }
  }
}
