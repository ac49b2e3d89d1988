package org.reprise.ebms.message;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.reprise.ebms.instance.Instance;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendResult;
import org.reprise.kit.error.DatabaseFault;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/**
 * Pongs that survive the process. A Ping waits until its Pong is with the partner, and needs no
 * database then. A Pong that takes longer than a moment becomes a row of {@code delivery}, like an
 * Acknowledgment; {@link Deliveries} sends those that a process left when it ended.
 */
@Component
@ConditionalOnBooleanProperty("reprise.ebms.ping.persist")
public final class PersistedPongs {
  // A partner that works takes less; the sender of a Ping does not notice it.
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Duration KEEP_TRYING = Duration.ofHours(1);
  private static final SendResult UNWANTED = new SendResult.Refused(503, "", new byte[0]);

  private final DeliveryTable table;
  private final Deliveries deliveries;
  private final Instance instance;
  private final Duration moment;

  @Autowired
  PersistedPongs(DeliveryTable table, Deliveries deliveries, Instance instance) {
    this(table, deliveries, instance, MOMENT);
  }

  PersistedPongs(DeliveryTable table, Deliveries deliveries, Instance instance, Duration moment) {
    this.table = table;
    this.deliveries = deliveries;
    this.instance = instance;
    this.moment = moment;
  }

  /**
   * Sends a Pong; returns when the partner has it or has refused it, or when it is committed.
   *
   * @param room in the partner's queue
   * @throws RuntimeException where the database does not answer or refuses the Pong, which may be
   *     sent all the same
   */
  public void send(String messageId, URI endpoint, byte[] envelope, Partners.Room room) {
    Instant end = Instant.now().plus(KEEP_TRYING);
    Delivery pong = Delivery.signal("pong " + messageId, endpoint, envelope, end);
    UUID owner = instance.lease().id();
    CompletableFuture<SendResult> result = new CompletableFuture<>();
    room.use(
        new Outgoing(
            pong.messageId(),
            () -> Optional.of(Body.of(envelope, List.of())),
            Outgoing.Tries.UNTIL_TAKEN,
            System.nanoTime() + KEEP_TRYING.toNanos(),
            () -> instance.holds(owner) && !result.isCancelled(),
            result::complete));
    SendResult early =
        result
            .copy()
            .completeOnTimeout(new SendResult.Abandoned(), moment.toNanos(), TimeUnit.NANOSECONDS)
            .join();
    if (early instanceof SendResult.Delivered || early instanceof SendResult.Refused) {
      return;
    }
    deliveries.hold(pong);
    try {
      table.insert(pong, owner);
    } catch (RuntimeException | Error e) {
      result.cancel(false);
      if (DatabaseFault.among(e) == DatabaseFault.OUTCOME_UNKNOWN) {
        // It may have been committed all the same, and its Ping is not accepted.
        deliveries.recordResult(pong, owner, UNWANTED, 1);
      } else {
        deliveries.forget(pong);
      }
      throw e;
    }
    result.thenAccept(late -> deliveries.recordResult(pong, owner, late, 1));
  }
}
