package org.reprise.ebms.message;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.Reliability;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.MessageStatus;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.packaging.Payload;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Business messages that were received. One that asks for it is kept once, however often it comes;
 * its acknowledgment is kept with it, in the same transaction, and is the same each time (ebMS 2.0,
 * section 6.5.5).
 */
@Component
public final class Inbox {
  private static final String HEADER = "/soap:Envelope/soap:Header/eb:MessageHeader";
  private static final String MESSAGE_ID = HEADER + "/eb:MessageData/eb:MessageId";

  private final MessageTable messages;
  private final PayloadTable payloads;
  private final DeliveryTable outgoing;
  private final Events events;
  private final MessageProtection protection;
  private final TransactionOperations transactions;
  private final Duration keep;
  private final Deliveries deliveries;

  Inbox(
      MessageTable messages,
      PayloadTable payloads,
      DeliveryTable outgoing,
      Events events,
      MessageProtection protection,
      TransactionOperations transactions,
      MessageSettings settings,
      Deliveries deliveries) {
    this.messages = messages;
    this.payloads = payloads;
    this.outgoing = outgoing;
    this.events = events;
    this.protection = protection;
    this.transactions = transactions;
    this.keep = settings.keepReceived();
    this.deliveries = deliveries;
  }

  /**
   * A message that was found good.
   *
   * @param reliability how long it is remembered
   * @param acknowledge whether its sender wants an acknowledgment
   * @param sign how the acknowledgment is signed; null where it is not
   * @param acknowledgeTo where the acknowledgment goes; null where it is the HTTP response
   */
  public record Arrival(
      Exchange exchange,
      MessageHeader header,
      MessageProtection.ClearMessage clear,
      Reliability reliability,
      boolean acknowledge,
      ChannelSecurity.@Nullable Signing sign,
      @Nullable URI acknowledgeTo) {}

  /**
   * Stores a message, unless it is a duplicate of one that was stored.
   *
   * @return the acknowledgment for the HTTP response, if one goes there
   * @throws RefusedMessage where another message has its identifier, or it came too late
   */
  public Optional<byte[]> take(Arrival arrival, Instant now) throws IOException {
    byte[] acknowledgment = arrival.acknowledge ? acknowledgment(arrival, now) : null;
    RefusedMessage late = whyTooLate(arrival, now);
    byte[] answer =
        transactions.execute(tx -> {
          Optional<Long> id =
              late != null
                  ? Optional.empty()
                  : messages.insert(
                      Direction.IN,
                      copy(arrival),
                      arrival.header,
                      State.RECEIVED,
                      arrival.clear.message().document(),
                      keepUntil(arrival, now));
          id.ifPresentOrElse(
              message -> {
                payloads.insert(message, parts(arrival.clear.message()));
                events.append(
                    Events.Kind.RECEIVED,
                    Direction.IN,
                    arrival.header.messageData().messageId(),
                    null);
              },
              () -> checkSame(arrival, late));
          return acknowledgment == null ? null : acknowledge(arrival, acknowledgment, now);
        });
    if (arrival.acknowledge && arrival.acknowledgeTo != null) {
      deliveries.wake();
      return Optional.empty();
    }
    return Optional.ofNullable(answer);
  }

  // Without DuplicateElimination duplicates are delivered (ebMS 2.0, section 6.4.1).
  private int copy(Arrival arrival) {
    if (arrival.header.duplicateElimination()) {
      return 1;
    }
    int copy = messages.nextCopy(arrival.header.messageData().messageId());
    if (copy > 1) {
      checkSame(arrival, null);
    }
    return copy;
  }

  /** Why a message is not taken that would have been earlier; its duplicates are acknowledged. */
  private static @Nullable RefusedMessage whyTooLate(Arrival arrival, Instant now) {
    MessageHeader header = arrival.header;
    if (header.messageData().isTooLate(now)) {
      return header.messageData().tooLate();
    }
    return arrival
        .exchange
        .agreement()
        .whyNotInForce(now)
        .map(why ->
            ErrorCode.VALUE_NOT_RECOGNIZED.refusal(
                HEADER + "/eb:CPAId", "The agreement '%s' %s".formatted(header.cpaId(), why)))
        .orElse(null);
  }

  // MessageIds are globally unique (ebMS 2.0, section 3.1.6.1): a message with the same one from
  // another sender is wrong, not a duplicate.
  private void checkSame(Arrival arrival, @Nullable RefusedMessage late) {
    MessageHeader header = arrival.header;
    MessageHeader known =
        messages
            .find(Direction.IN, header.messageData().messageId())
            .map(Message::header)
            .orElseThrow(() -> late == null ? header.messageData().tooLate() : late);
    if (!known.cpaId().equals(header.cpaId())
        || !arrival.exchange.sender().isCalled(known.from().ids())) {
      throw ErrorCode.INCONSISTENT.refusal(MESSAGE_ID, "Another message has this MessageId");
    }
  }

  private byte[] acknowledge(Arrival arrival, byte[] fresh, Instant now) {
    String messageId = arrival.header.messageData().messageId();
    byte[] document = messages.acknowledgment(messageId, fresh);
    if (arrival.acknowledgeTo != null) {
      outgoing.insert(
          Delivery.signal(
              "ack of " + messageId,
              arrival.acknowledgeTo,
              document,
              now.plus(senderWaits(arrival.reliability))));
    }
    return document;
  }

  private byte[] acknowledgment(Arrival arrival, Instant now) throws IOException {
    MessageHeader header =
        arrival.header.answer(
            Signal.ACKNOWLEDGMENT, MessageIds.next(arrival.exchange.domain()), now);
    Acknowledgment acknowledgment =
        new Acknowledgment(
            now,
            arrival.header.messageData().messageId(),
            true,
            arrival.sign == null ? List.of() : arrival.clear.references());
    return protection.acknowledgment(
        new Envelope(header, false, null, acknowledgment, null, new Content.Empty()), arrival.sign);
  }

  private static final Duration LEAST_WAIT = Duration.ofMinutes(5);

  private static Duration senderWaits(Reliability reliability) {
    Duration tries = reliability.senderWaits();
    return tries.compareTo(LEAST_WAIT) > 0 ? tries : LEAST_WAIT;
  }

  // As long as a duplicate may arrive, but not longer than the settings allow.
  private Instant keepUntil(Arrival arrival, Instant now) {
    Duration agreed = arrival.reliability.persistDuration();
    Duration tries = senderWaits(arrival.reliability);
    Instant until = now.plus(agreed.compareTo(tries) > 0 ? agreed : tries);
    Instant timeToLive = arrival.header.messageData().timeToLive();
    if (timeToLive != null && timeToLive.isAfter(until)) {
      until = timeToLive;
    }
    Instant latest = now.plus(keep);
    return until.isAfter(latest) ? latest : until;
  }

  private static List<PayloadTable.New> parts(Packaged packaged) {
    List<PayloadTable.New> parts = new ArrayList<>();
    if (packaged.envelope().content() instanceof Content.Manifest manifest) {
      for (Content.Reference reference : manifest.references()) {
        Payload payload = Objects.requireNonNull(packaged.payload(reference));
        parts.add(new PayloadTable.New(payload, reference.role(), false));
      }
    }
    return parts;
  }

  /** The status of a message in a StatusResponse (ebMS 2.0, section 7.1). */
  public record Status(MessageStatus status, @Nullable Instant timestamp) {}

  /** What became of a message, as one party of the agreement may know it. */
  public Status status(String messageId, String cpaId, PartyInfo asker) {
    Message message = messages.find(Direction.IN, messageId).orElse(null);
    if (message == null) {
      return new Status(MessageStatus.NOT_RECOGNIZED, null);
    }
    if (!message.header().cpaId().equals(cpaId) || !asker.isCalled(message.header().from().ids())) {
      return new Status(MessageStatus.UNAUTHORIZED, null);
    }
    return new Status(
        message.state() == State.PROCESSED ? MessageStatus.PROCESSED : MessageStatus.RECEIVED,
        message.createdAt());
  }
}
