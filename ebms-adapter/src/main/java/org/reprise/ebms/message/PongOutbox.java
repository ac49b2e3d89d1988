package org.reprise.ebms.message;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.reprise.ebms.envelope.RefusedMessage;
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
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/**
 * Pongs that survive the process: rows of {@code delivery} like Acknowledgments, but claimed as
 * they are stored, and put into the partner's queue at once. {@link Deliveries} sends those that a
 * process left when it ended.
 *
 * <p>One thread stores them, and deletes those that were sent: while it commits a group, the next
 * one gathers. A statement for each Pong cost the database as much as the Pings cost the service.
 */
@Component
@ConditionalOnBooleanProperty("reprise.ebms.ping.persist")
public final class PongOutbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PongOutbox.class);
  private static final int BATCH = 500;
  private static final int DELETE_BATCH = 5000;
  private static final long DELETE_AFTER_MILLIS = 50;
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Duration KEEP_TRYING = Duration.ofHours(1);

  private final DeliveryTable table;
  private final Deliveries deliveries;
  private final Instance instance;
  private final BlockingQueue<Unstored> unstored = new LinkedBlockingQueue<>();
  private final Queue<Delivery> sent = new ConcurrentLinkedQueue<>();
  private final Timer commits;
  private final Loop writer;
  private boolean lastWasShared;
  private volatile boolean ended;

  /** A Pong to be stored, without its envelope, and the instance that will own it. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never changed
  private record Unstored(Delivery pong, byte[] envelope, CompletableFuture<UUID> owner) {}

  PongOutbox(
      DeliveryTable table,
      Deliveries deliveries,
      Instance instance,
      MeterRegistry registry,
      Loops loops) {
    this.table = table;
    this.deliveries = deliveries;
    this.instance = instance;
    this.commits =
        Timer.builder("reprise.ebms.outbox.commit")
            .description("Writing a group of Pongs, until it is committed")
            .register(registry);
    this.writer = loops.start("pong-outbox", this::write);
  }

  /**
   * Stores a Pong and puts it into its partner's queue; returns when it is committed.
   *
   * @param room in the partner's queue; given back where the Pong is not stored
   * @throws RuntimeException where the database does not answer or refuses the Pong
   */
  public void send(String messageId, URI endpoint, byte[] envelope, Partners.Room room) {
    Instant end = Instant.now().plus(KEEP_TRYING);
    Delivery pong = Delivery.signal("pong " + messageId, endpoint, null, end);
    UUID owner;
    try {
      owner = store(pong, envelope);
    } catch (RuntimeException | Error e) {
      room.giveBack();
      throw e;
    }
    room.use(
        new Outgoing(
            pong.messageId(),
            () -> Optional.of(Body.of(envelope, List.of())),
            Outgoing.Tries.UNTIL_TAKEN,
            System.nanoTime() + KEEP_TRYING.toNanos(),
            () -> instance.holds(owner),
            result -> recordResult(pong, result)));
  }

  private UUID store(Delivery pong, byte[] envelope) {
    Unstored one = new Unstored(pong, envelope, new CompletableFuture<>());
    deliveries.hold(pong);
    unstored.add(one);
    // What close has taken from the queue it stores.
    if (ended && unstored.remove(one)) {
      throw RefusedMessage.later("The service is ending");
    }
    try {
      // Without a limit: the writer completes all of them, and its statements have a limit.
      return one.owner.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void recordResult(Delivery pong, SendResult result) {
    if (result instanceof SendResult.Abandoned) {
      // The lease ended: whoever has the next one on the row sends it.
      deliveries.forget(pong);
    } else {
      sent.add(pong);
    }
  }

  private Duration write() throws InterruptedException {
    List<Unstored> group = new ArrayList<>();
    try {
      Unstored first = unstored.poll(DELETE_AFTER_MILLIS, TimeUnit.MILLISECONDS);
      if (first != null) {
        group.add(first);
        if (lastWasShared) {
          // Fewer and larger commits: under load the others are a moment away.
          LockSupport.parkNanos(GATHER_NANOS);
        }
        unstored.drainTo(group, BATCH - 1);
      }
      lastWasShared = group.size() > 1;
      commit(group);
      return Duration.ZERO;
    } catch (RuntimeException | Error e) {
      group.forEach(one -> one.owner.completeExceptionally(e));
      throw e;
    }
  }

  private void commit(List<Unstored> group) {
    List<Delivery> done = new ArrayList<>();
    for (int i = 0; i < DELETE_BATCH && !sent.isEmpty(); i++) {
      done.add(sent.remove());
    }
    if (group.isEmpty() && done.isEmpty()) {
      return;
    }
    UUID owner = instance.lease().id();
    try {
      List<Delivery> pongs = group.stream().map(Unstored::pong).toList();
      List<byte[]> envelopes = group.stream().map(Unstored::envelope).toList();
      commits.record(() -> table.insertClaimed(pongs, envelopes, owner, done));
    } catch (RuntimeException | Error e) {
      sent.addAll(done);
      divideOrRefuse(group, e);
      return;
    }
    done.forEach(deliveries::forget);
    // From a virtual thread, which hands the others to its own scheduler, not one by one from
    // outside.
    Thread.startVirtualThread(() -> group.forEach(one -> one.owner.complete(owner)));
  }

  // The database may refuse one Pong of a group; the others are stored all the same.
  private void divideOrRefuse(List<Unstored> group, Throwable why) {
    DatabaseFault fault = DatabaseFault.among(why);
    if (why instanceof RuntimeException && fault == null && group.size() > 1) {
      int half = group.size() / 2;
      commit(group.subList(0, half));
      commit(group.subList(half, group.size()));
      return;
    }
    LOG.warn("Cannot store {} Pongs: {}", group.size(), why.getMessage());
    for (Unstored one : group) {
      if (why instanceof Error || fault == DatabaseFault.OUTCOME_UNKNOWN) {
        // It may have been committed all the same, and its Ping is not accepted.
        sent.add(one.pong);
      } else {
        deliveries.forget(one.pong);
      }
      one.owner.completeExceptionally(why);
    }
  }

  /** Deletes what was sent; other instances can send the rest at once. */
  @Override
  public void close() {
    deliveries.close();
    // No Pong is sent from now on, so nothing is added to what is to be deleted.
    writer.close();
    ended = true;
    List<Unstored> late = new ArrayList<>();
    unstored.drainTo(late);
    commit(late);
    for (int left = sent.size(); left > 0; left -= DELETE_BATCH) {
      commit(List.of());
    }
  }
}
