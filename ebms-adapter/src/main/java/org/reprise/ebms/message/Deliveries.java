package org.reprise.ebms.message;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.resilience4j.core.IntervalFunction;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.packaging.Payload;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendResult;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Sends what is due (ebMS 2.0, section 6.5). One thread takes rows from the database, as many as
 * the partners' queues have room for; several instances share the work, and each row is claimed by
 * one of them.
 *
 * <p>A reliable message is sent again after each interval until its acknowledgment comes, always
 * the same bytes. One that asks for none is sent once: where the partner did not answer it may have
 * the message, so the message fails rather than arriving twice.
 */
@Component
final class Deliveries implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  // Milliseconds after the first, second, ... try to record a result or to read a message.
  private static final IntervalFunction PAUSES =
      IntervalFunction.ofExponentialBackoff(AFTER_FAILURE, 2, Duration.ofMinutes(1));
  // What the database refuses once it refuses again. The message is given up with this reason
  // instead, so that it does not stay pending.
  private static final SendResult NOT_RECORDABLE =
      new SendResult.GivenUp("the partner's answer could not be recorded", 1, false);

  private final DeliveryTable table;
  private final PayloadTable payloads;
  private final MessageStates messageStates;
  private final Instance instance;
  private final Partners partners;
  private final MessageSettings settings;
  // What this instance is sending. Other rows that are claimed by it were never handed over, since
  // the database failed in between; they are released.
  private final ConcurrentMap<String, Delivery> held = new ConcurrentHashMap<>();
  // How often in a row a message could not be sent for a reason of this service.
  // Forgotten some time after the last pause, for others may send it or it may expire.
  private final Cache<String, Integer> unsent =
      Caffeine.newBuilder().expireAfterWrite(Duration.ofHours(1)).build();
  private final Queue<Unrecorded> unrecorded = new ConcurrentLinkedQueue<>();
  // Endpoints whose messages say why they wait, and need not be claimed again. The loop's own.
  private final Set<URI> notAllowed = new HashSet<>();
  private long nextLook = System.nanoTime();
  private final Loop loop;
  // Beside the other, for a result waits for its message's lock.
  private final Loop recording;

  /** A result that the database did not take; the next try is due at a {@link System#nanoTime}. */
  private record Unrecorded(
      Delivery delivery, UUID owner, SendResult result, int tries, long due) {}

  Deliveries(
      DeliveryTable table,
      PayloadTable payloads,
      MessageStates messageStates,
      Instance instance,
      Partners partners,
      MessageSettings settings,
      Loops loops) {
    this.table = table;
    this.payloads = payloads;
    this.messageStates = messageStates;
    this.instance = instance;
    this.partners = partners;
    this.settings = settings;
    this.loop = loops.start("deliveries", this::work);
    this.recording = loops.start("delivery-results", this::recordAgain);
  }

  /** Marks a delivery as being sent by this process, so that it is neither released nor ended. */
  void hold(Delivery delivery) {
    held.put(delivery.messageId(), delivery);
  }

  /** Removes the mark of this claim; a later claim on the same row has equal values. */
  @SuppressWarnings("ReferenceEquality")
  void forget(Delivery delivery) {
    held.computeIfPresent(delivery.messageId(), (_, claim) -> claim == delivery ? null : claim);
  }

  /** There is something new: called after the commit. */
  void wake() {
    loop.wake();
  }

  private Duration work() {
    try {
      boolean more = sendWhatIsDue();
      if (System.nanoTime() - nextLook >= 0) {
        table.releaseForgotten(instance.lease().id(), held.keySet());
        messageStates.endOverdue(settings.batch(), held.keySet());
        nextLook = System.nanoTime() + settings.look().toNanos();
      }
      return more ? Duration.ZERO : settings.look();
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("Messages that are due wait for the database: {}", e.getMessage());
      return AFTER_FAILURE;
    }
  }

  private boolean sendWhatIsDue() {
    Instance.Lease lease = instance.lease();
    if (!lease.isHeld()) {
      // Nothing would be sent of what is claimed now.
      return false;
    }
    UUID owner = lease.id();
    Map<URI, Integer> rooms = partners.rooms();
    notAllowed.forEach(endpoint -> rooms.put(endpoint, 0));
    List<Delivery> due =
        table.claim(owner, settings.batch(), rooms, partners.settings().queueCapacity());
    for (Delivery delivery : due) {
      held.put(delivery.messageId(), delivery);
      sendOrRecordFailure(delivery, owner);
    }
    return due.size() == settings.batch();
  }

  // A message that cannot be sent, such as one whose row cannot be read, holds up no other.
  private void sendOrRecordFailure(Delivery delivery, UUID owner) {
    try {
      send(delivery, owner);
    } catch (RuntimeException | Error e) {
      if (DatabaseFault.among(e) != null) {
        throw e;
      }
      LOG.error("{} cannot be sent", delivery.messageId(), e);
      String why = "The message cannot be sent: " + e;
      held.put(delivery.messageId(), delivery);
      recordResult(
          delivery,
          owner,
          // An Error, such as too little memory, says nothing about the message.
          e instanceof Error ? new SendResult.Unsent(why) : new SendResult.GivenUp(why, 1, false),
          1);
    }
  }

  private void send(Delivery delivery, UUID owner) {
    boolean handedOver = false;
    try {
      URI endpoint = delivery.endpoint();
      if (!partners.allow(endpoint)) {
        if (notAllowed.add(endpoint)) {
          partners.reportNotAllowed(endpoint);
          recordNotAllowed(endpoint);
        }
        table.release(delivery.messageId(), owner, settings.look());
        return;
      }
      Outgoing outgoing = outgoing(delivery, owner);
      Partners.Room room = partners.tryReserve(endpoint).orElse(null);
      if (room == null) {
        table.release(delivery.messageId(), owner, settings.look());
      } else {
        room.use(outgoing);
        handedOver = true;
      }
    } finally {
      if (!handedOver) {
        forget(delivery);
      }
    }
  }

  // A statement that waits for a lock must not hold up what is due to other partners.
  private void recordNotAllowed(URI endpoint) {
    try {
      messageStates.notAllowed(endpoint);
    } catch (DataAccessException | TransactionException e) {
      notAllowed.remove(endpoint); // tried again with the next message that is claimed
      LOG.warn("Cannot record why messages wait for {}: {}", endpoint, e.getMessage());
    }
  }

  private Outgoing outgoing(Delivery delivery, UUID owner) {
    Outgoing.Tries tries =
        delivery.isSignal()
            ? Outgoing.Tries.UNTIL_TAKEN
            : delivery.reliable() ? Outgoing.Tries.ONCE : Outgoing.Tries.UNLESS_UNCLEAR;
    return new Outgoing(
        delivery.messageId(),
        () -> body(delivery, owner),
        tries,
        System.nanoTime() + mayTake(delivery).toNanos(),
        tries == Outgoing.Tries.UNLESS_UNCLEAR
            ? markingLease(delivery, owner)
            : () -> instance.holds(owner),
        result -> recordResult(delivery, owner, result, 1));
  }

  /**
   * Marks a best-effort message in the database just before it is sent. If the process dies, only
   * for marked messages is it unclear whether the partner has them; other instances send the rest.
   */
  private Outgoing.Lease markingLease(Delivery delivery, UUID owner) {
    return new Outgoing.Lease() {
      @Override
      public boolean isHeld() {
        return instance.holds(owner);
      }

      @Override
      public boolean begin() {
        return isHeld() && table.onTheWire(delivery.messageId(), owner, true) && isHeld();
      }

      @Override
      public void undo(@Nullable String failure) {
        table.onTheWire(delivery.messageId(), owner, false);
        if (failure != null) {
          messageStates.tried(delivery, failure);
        }
      }
    };
  }

  // After its TimeToLive a message is not sent any more, although it was taken from the database.
  private Duration mayTake(Delivery delivery) {
    Duration max = partners.settings().giveUpAfter();
    Instant end = delivery.expiresAt();
    Duration left = end == null ? max : Duration.between(Instant.now(), end);
    return left.compareTo(max) < 0 ? left : max;
  }

  // Read when a try begins: queues of many partners that do not answer would hold too much.
  private Optional<Body> body(Delivery delivery, UUID owner) {
    return table
        .envelope(delivery.messageId())
        .filter(_ -> delivery.isSignal() || messageStates.isAgreed(delivery, owner))
        .map(envelope -> Body.of(envelope, parts(delivery.message())));
  }

  private List<Payload> parts(@Nullable Long message) {
    return message == null
        ? List.of()
        : payloads.of(message).stream().map(payloads::content).toList();
  }

  /** Records how sending ended; tries it again later where the database does not take it now. */
  void recordResult(Delivery delivery, UUID owner, SendResult result, int tries) {
    try {
      recordResult(delivery, owner, result);
      forget(delivery);
    } catch (RuntimeException | Error e) {
      long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSES.apply(tries));
      // Before anything is logged, which may fail as well where memory is short.
      unrecorded.add(
          new Unrecorded(delivery, owner, mayPass(e) ? result : NOT_RECORDABLE, tries + 1, due));
      logUnrecorded(delivery, result, e);
    }
  }

  private void recordResult(Delivery delivery, UUID owner, SendResult result) {
    if (!(result instanceof SendResult.Unsent)) {
      unsent.invalidate(delivery.messageId());
    }
    switch (result) {
      case SendResult.Delivered delivered -> messageStates.taken(delivery, owner, delivered);
      case SendResult.Refused refused -> messageStates.refused(delivery, owner, refused);
      case SendResult.GivenUp given when given.tries() == 0 ->
          table.release(delivery.messageId(), owner, settings.look());
      case SendResult.GivenUp given ->
          messageStates.notTaken(delivery, owner, given.reason(), given.late());
      case SendResult.Unsent _ -> {
        int times = unsent.asMap().merge(delivery.messageId(), 1, Integer::sum);
        table.release(delivery.messageId(), owner, Duration.ofMillis(PAUSES.apply(times)));
      }
      case SendResult.Abandoned abandoned ->
          table.release(delivery.messageId(), owner, Duration.ZERO);
    }
  }

  // An Error, such as too little memory, says nothing about the result.
  private static boolean mayPass(Throwable e) {
    return e instanceof Error || DatabaseFault.among(e) != null;
  }

  private static void logUnrecorded(Delivery delivery, SendResult result, Throwable e) {
    if (mayPass(e)) {
      LOG.warn(
          "The result of sending {} is recorded later: {}", delivery.messageId(), e.toString());
    } else {
      LOG.error("The result of sending {} cannot be recorded: {}", delivery.messageId(), result, e);
    }
  }

  private Duration recordAgain() {
    for (int left = unrecorded.size(); left > 0; left--) {
      Unrecorded one = unrecorded.remove();
      if (one.due - System.nanoTime() <= 0) {
        recordResult(one.delivery, one.owner, one.result, one.tries);
        return Duration.ZERO;
      }
      unrecorded.add(one);
    }
    return settings.look();
  }

  /** Finishes what is being sent and takes nothing more; other instances can take the rest. */
  @Override
  public void close() {
    loop.close();
    partners.close();
    recording.close();
  }
}
