package org.reprise.ebms.ping;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pongs that survive the process. One thread writes: while it commits a group, the next one
 * gathers, so that the more Pings come the more share a commit.
 *
 * <p>Each row belongs to an instance, by its lease in the table {@code node}. An instance that
 * lives renews it; what an ended one left is taken over by whoever looks first. An instance asks
 * its own clock before each send, so that one that was held up sends nothing that is another's by
 * now. A Pong that was sent and not yet forgotten when the process was killed is sent again, with
 * the same MessageId.
 */
final class PongOutbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PongOutbox.class);
  private static final long LONGEST_WAIT_SECONDS = 20;
  private static final long DONE_AFTER_MILLIS = 20;
  private static final int MOST_UNFORGOTTEN = 100_000;

  private final PongTable table;
  private final Partners partners;
  private final PingSettings settings;
  private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
  private final List<UUID> unforgotten = new ArrayList<>();
  private final Thread writer;
  private volatile Node node;
  private volatile boolean closed;

  /** This instance, as others know it, and how long it may rely on that. */
  private record Node(UUID id, long until) {
    boolean isHeld() {
      return System.nanoTime() - until < 0;
    }
  }

  private sealed interface Change {
    record Keep(KeptPong pong, CompletableFuture<Node> kept) implements Change {}

    record Forget(UUID id) implements Change {}

    record Stop() implements Change {}
  }

  PongOutbox(PongTable table, Partners partners, PingSettings settings) {
    this.table = table;
    this.partners = partners;
    this.settings = settings;
    this.node = new Node(UUID.randomUUID(), System.nanoTime());
    tend();
    this.writer = Thread.ofPlatform().name("pong-outbox").daemon().start(this::write);
  }

  /**
   * Keeps a Pong and sends it; returns when it is committed.
   *
   * @throws NotKept where it is not: nothing is sent then, and the room is given back
   */
  void send(KeptPong pong, Partners.Room room) throws NotKept {
    CompletableFuture<Node> kept = new CompletableFuture<>();
    changes.add(new Change.Keep(pong, kept));
    Node owner;
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
    room.use(outgoing(pong, owner.id));
  }

  private Outgoing outgoing(KeptPong pong, UUID owner) {
    return new Outgoing(
        pong.body(),
        System.nanoTime() + settings.keepTrying().toNanos(),
        () -> {
          Node now = node;
          return now.id.equals(owner) && now.isHeld();
        },
        settlement -> settled(pong, settlement));
  }

  private void settled(KeptPong pong, Settlement settlement) {
    switch (settlement) {
      case Settlement.Delivered one -> changes.add(new Change.Forget(pong.id()));
      case Settlement.Refused one -> changes.add(new Change.Forget(pong.id()));
      case Settlement.GivenUp one -> changes.add(new Change.Forget(pong.id()));
      // It stays: another instance has it, or will.
      case Settlement.Abandoned one -> {}
    }
  }

  private void write() {
    List<Change.Keep> keeps = new ArrayList<>();
    boolean stop = false;
    while (!stop) {
      try {
        stop = gather(keeps);
        if (!keeps.isEmpty() || !unforgotten.isEmpty()) {
          commit(keeps);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      keeps.clear();
    }
  }

  // Takes what is there. A Ping is written at once; what is only to be forgotten waits a little
  // for company.
  private boolean gather(List<Change.Keep> keeps) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DONE_AFTER_MILLIS);
    Change next = unforgotten.isEmpty() ? changes.take() : poll(end);
    while (next != null) {
      switch (next) {
        case Change.Keep keep -> keeps.add(keep);
        case Change.Forget forget -> unforgotten.add(forget.id);
        case Change.Stop stop -> {
          return true;
        }
      }
      if (keeps.size() >= settings.batch() || unforgotten.size() >= 4 * settings.batch()) {
        return false;
      }
      next = keeps.isEmpty() ? poll(end) : changes.poll();
    }
    return false;
  }

  private @Nullable Change poll(long end) throws InterruptedException {
    return changes.poll(Math.max(end - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
  }

  private void commit(List<Change.Keep> keeps) {
    Node owner = node;
    try {
      table.change(owner.id, keeps.stream().map(Change.Keep::pong).toList(), unforgotten);
      unforgotten.clear();
      for (Change.Keep keep : keeps) {
        if (!keep.kept.complete(owner)) {
          unforgotten.add(keep.pong.id());
        }
      }
    } catch (SQLException | RuntimeException e) {
      LOG.warn("{} Pongs were not kept: {}", keeps.size(), e.getMessage());
      for (Change.Keep keep : keeps) {
        keep.kept.completeExceptionally(e);
        // The commit may have succeeded before the connection was lost.
        unforgotten.add(keep.pong.id());
      }
      if (unforgotten.size() > MOST_UNFORGOTTEN) {
        LOG.warn("{} Pongs will be sent once more", unforgotten.size());
        unforgotten.clear();
      }
    }
  }

  /** Renews the lease, and takes over what ended instances left. */
  synchronized void tend() {
    if (closed) {
      return;
    }
    try {
      renew();
      takeOver();
      table.forgetEnded();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("The outbox of Pongs was not tended: {}", e.getMessage());
    }
  }

  private void renew() throws SQLException {
    long until = System.nanoTime() + settings.lease().toNanos();
    if (table.renew(node.id, settings.lease())) {
      node = new Node(node.id, until);
      return;
    }
    UUID id = UUID.randomUUID();
    table.register(id, settings.lease());
    node = new Node(id, until);
    LOG.info("Pongs are sent by instance {}", id);
  }

  private void takeOver() throws SQLException {
    UUID owner = node.id;
    List<KeptPong> taken;
    do {
      taken = table.takeOver(owner, settings.batch());
      for (KeptPong pong : taken) {
        if (!partners.allow(pong.endpoint())) {
          LOG.warn("A Pong to {} is forgotten: that host is not allowed", pong.endpoint());
          changes.add(new Change.Forget(pong.id()));
          continue;
        }
        partners.resume(pong.endpoint()).use(outgoing(pong, owner));
      }
      if (!taken.isEmpty()) {
        LOG.info("Took over {} Pongs", taken.size());
      }
    } while (taken.size() == settings.batch());
  }

  /** Writes what was done; what was not is free for other instances at once. */
  @Override
  public synchronized void close() {
    closed = true;
    partners.close();
    changes.add(new Change.Stop());
    try {
      writer.join(TimeUnit.SECONDS.toMillis(LONGEST_WAIT_SECONDS));
      table.unregister(node.id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      LOG.warn("The lease was not ended: {}", e.getMessage());
    }
  }

  /** A Pong could not be written down. */
  static final class NotKept extends Exception {
    NotKept(Throwable cause) {
      super("The database did not keep the answer", cause);
    }
  }
}
