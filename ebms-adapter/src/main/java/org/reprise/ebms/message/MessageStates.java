package org.reprise.ebms.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.envelope.AckRequested;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.message.DeliveryTable.Overdue;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendResult;
import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.server.ResponseStatusException;

/** Changes states of sent messages, with an event; locks the message, then its delivery. */
@Component
public final class MessageStates {
  private static final Logger LOG = LoggerFactory.getLogger(MessageStates.class);
  private static final List<State> NOT_ENDED = List.of(State.PENDING);
  private static final List<State> NOT_FAILED = List.of(State.PENDING, State.DELIVERED);
  // An acknowledgment that comes late still counts: the partner has the message.
  private static final List<State> NOT_DELIVERED =
      List.of(State.PENDING, State.FAILED, State.EXPIRED);

  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

  private final DeliveryTable deliveries;
  private final MessageTable messages;
  private final Events events;
  private final MessageReader reader;
  private final Agreements agreements;
  private final EnvelopeReader envelopes;
  private final MessageProtection protection;
  private final TransactionOperations transactions;
  private final ActionLog actions;
  private final Duration keep;
  private final Duration pause;
  // Overdue messages that could not be ended, and when that is tried again.
  private final Map<String, Instant> notBefore = new ConcurrentHashMap<>();

  MessageStates(
      DeliveryTable deliveries,
      MessageTable messages,
      Events events,
      MessageReader reader,
      Agreements agreements,
      EnvelopeReader envelopes,
      MessageProtection protection,
      TransactionOperations transactions,
      ActionLog actions,
      MessageSettings settings,
      Partners partners) {
    this.deliveries = deliveries;
    this.messages = messages;
    this.events = events;
    this.reader = reader;
    this.agreements = agreements;
    this.envelopes = envelopes;
    this.protection = protection;
    this.transactions = transactions;
    this.actions = actions;
    this.keep = settings.keepSent();
    this.pause = partners.settings().breakerOpen();
  }

  /**
   * Holds a message against its agreement before each try, for that may have been replaced since
   * the message was stored: one that is not agreed any more fails, and one that goes to another
   * endpoint now is moved there. Where the agreement was deleted it goes as it was stored.
   *
   * @return whether it goes to its endpoint
   */
  boolean isAgreed(Delivery delivery, UUID owner) {
    MessageHeader header = messages.getSent(delivery.messageId()).header();
    if (goesTo(delivery.endpoint(), header)) {
      return true;
    }
    agreements.refresh(); // another instance may have replaced it a moment ago
    try {
      deliveries.move(delivery.messageId(), owner, endpoint(header, delivery.endpoint()));
    } catch (UnusableAgreement e) {
      transactions.executeWithoutResult(tx -> fail(delivery, String.valueOf(e.getReason())));
    }
    return false;
  }

  private boolean goesTo(URI endpoint, MessageHeader header) {
    try {
      return endpoint.equals(endpoint(header, endpoint));
    } catch (UnusableAgreement e) {
      return false;
    }
  }

  private URI endpoint(MessageHeader header, URI stored) {
    Agreement agreement = agreements.find(header.cpaId());
    if (agreement == null) {
      return stored;
    }
    // What is in progress at the End of an agreement may complete (CPPA 2.0, End). One that
    // replaces another may start later.
    Instant begun = Collections.max(List.of(agreement.start(), header.messageData().timestamp()));
    agreement.requireInForce(begun);
    agreement
        .party(header.from().ids().getFirst().toString())
        .requireBinding(true, header.service(), header.action());
    return agreement
        .party(header.to().ids().getFirst().toString())
        .requireBinding(false, header.service(), header.action())
        .channel()
        .endpoint();
  }

  /** The partner took it, and answered with something or nothing. */
  void taken(Delivery delivery, UUID owner, SendResult.Delivered taken) {
    try (Packaged answer = reader.answerOrNull(taken.contentType(), taken.answer())) {
      String error = answer == null ? null : answer.envelope().reportedError();
      if (error != null) {
        refused(delivery, owner, answer, "The partner answered with an error: " + error);
      } else if (delivery.isSignal()) {
        deliveries.deleteAt(delivery.messageId(), delivery.address());
      } else {
        transactions.executeWithoutResult(tx -> {
          messages.attempted(message(delivery), true, null);
          if (delivery.reliable()) {
            deliveries.sent(delivery.messageId(), owner);
            acknowledgedAtOnce(answer);
            // The partner's MessageError may come before its HTTP response.
          } else if (messages.acknowledgment(message(delivery)).isEmpty()) {
            changeState(
                delivery.messageId(), NOT_DELIVERED, State.DELIVERED, Events.Kind.DELIVERED, null);
          }
        });
      }
    }
  }

  private void acknowledgedAtOnce(@Nullable Packaged answer) {
    MessageHeader header = answer == null ? null : answer.envelope().header();
    if (answer == null || header == null) {
      return;
    }
    try {
      acknowledged(answer, header);
    } catch (RefusedMessage e) {
      LOG.warn("An acknowledgment is not taken: {}", e.getMessage());
    }
  }

  void refused(Delivery delivery, UUID owner, SendResult.Refused refused) {
    try (Packaged answer = reader.answerOrNull(refused.contentType(), refused.answer())) {
      refused(
          delivery,
          owner,
          answer,
          reader.whyRefused(refused.status(), refused.contentType(), refused.answer()));
    }
  }

  private void refused(Delivery delivery, UUID owner, @Nullable Packaged answer, String why) {
    if (delivery.reliable() && answer != null && answer.envelope().isTemporaryFault()) {
      notTaken(delivery, owner, why, false);
      return;
    }
    transactions.executeWithoutResult(tx -> {
      if (!delivery.isSignal()) {
        messages.attempted(message(delivery), false, why);
        if (answer != null && answer.envelope().reportedError() != null) {
          messages.keepError(delivery.messageId(), answer.document());
        }
      }
      fail(delivery, why);
    });
  }

  /** The partner certainly does not have it; it is tried again while there is time. */
  void tried(Delivery delivery, String reason) {
    messages.attempted(message(delivery), false, reason);
  }

  /** The partner did not take it this time; the try may be stored already. */
  void notTaken(Delivery delivery, UUID owner, String reason, boolean stored) {
    if (delivery.isSignal()) {
      deliveries.release(delivery.messageId(), owner, pause);
      return;
    }
    transactions.executeWithoutResult(tx -> {
      if (!stored) {
        tried(delivery, reason);
      }
      if (isTooLate(delivery)) {
        expire(delivery);
      } else if (!delivery.reliable()) {
        fail(delivery, reason);
      } else if (deliveries.sent(delivery.messageId(), owner)) {
        messages.change(
            Direction.OUT,
            delivery.messageId(),
            NOT_ENDED,
            State.PENDING,
            "Last try: " + reason,
            Duration.ZERO);
      }
    });
  }

  private static boolean isTooLate(Delivery delivery) {
    return delivery.expiresAt() != null && !delivery.expiresAt().isAfter(Instant.now());
  }

  private void expire(Delivery delivery) {
    changeState(
        delivery.messageId(),
        NOT_ENDED,
        State.EXPIRED,
        Events.Kind.EXPIRED,
        "Not delivered before its TimeToLive." + lastTry(delivery));
  }

  private String lastTry(Delivery delivery) {
    return messages.attempts(message(delivery)).reversed().stream()
        .findFirst()
        .map(last ->
            last.taken() ? " The partner took the last try." : " Last try: " + last.detail())
        .orElse("");
  }

  /** Tells for all messages that wait for an endpoint that the settings do not allow it. */
  void notAllowed(URI endpoint) {
    messages.notSent(endpoint.toString(), Partners.whyNotAllowed(endpoint));
  }

  private void fail(Delivery delivery, String why) {
    if (delivery.isSignal()) {
      deliveries.deleteAt(delivery.messageId(), delivery.address());
    } else {
      changeState(delivery.messageId(), NOT_ENDED, State.FAILED, Events.Kind.FAILED, why);
    }
  }

  private boolean changeState(
      String messageId, List<State> from, State to, Events.Kind kind, @Nullable String detail) {
    boolean changed = messages.change(Direction.OUT, messageId, from, to, detail, keep);
    deliveries.delete(messageId);
    if (changed) {
      events.append(kind, Direction.OUT, messageId, detail);
    }
    return changed;
  }

  /**
   * Notes an acknowledgment, where a message brings one.
   *
   * @return whether it is addressed to us as the sender of a message, by the party to which that
   *     was sent
   * @throws RefusedMessage SecurityFailure, where it must be signed and is not as it must be; 503
   *     where that cannot be determined now: then the message is sent again for another one
   */
  public boolean acknowledged(Packaged message, MessageHeader header) {
    Acknowledgment acknowledgment = message.envelope().acknowledgment();
    if (acknowledgment == null || !acknowledgment.forSender()) {
      return false;
    }
    String about = acknowledgment.refToMessageId();
    Message acknowledged = sentTo(header, about).orElse(null);
    if (acknowledged == null) {
      return false;
    }
    try {
      checkReceipt(acknowledged, message, header);
    } catch (RefusedMessage e) {
      if (e.isTemporary()) {
        deliveries.grantRetry(about, pause);
      }
      throw e;
    }
    transactions.executeWithoutResult(tx -> {
      if (changeState(about, NOT_DELIVERED, State.DELIVERED, Events.Kind.DELIVERED, null)) {
        messages.keepAcknowledgment(about, message.document());
      }
    });
    return true;
  }

  /** Checks the acknowledgment of a message that asked for a signed one (ebMS 2.0, 6.3.2.5). */
  private void checkReceipt(Message acknowledged, Packaged answer, MessageHeader header) {
    byte[] sent = messages.envelope(acknowledged.id());
    AckRequested asked = envelopes.read(new ByteArrayInputStream(sent), "UTF-8").ackRequested();
    if (asked == null || !asked.signed()) {
      return;
    }
    Agreement agreement = agreements.find(header.cpaId());
    PartyInfo sender = agreement == null ? null : agreement.partyOf(header.from().ids());
    if (sender == null) {
      throw ErrorCode.VALUE_NOT_RECOGNIZED.refusal(
          "/soap:Envelope/soap:Header/eb:MessageHeader/eb:CPAId",
          "The agreement by which the message was sent is not here any more");
    }
    try {
      protection.checkReceipt(
          answer, sender, acknowledged.header().messageData().messageId(), sent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Records that the partner found a message of ours wrong, also where it took one that asks for no
   * acknowledgment. One that it has acknowledged stays delivered.
   *
   * @param document the report, which is kept as evidence
   * @return whether a message of ours failed by it
   */
  public boolean rejected(
      String messageId, MessageHeader report, ErrorList errors, byte[] document) {
    return sentTo(report, messageId).isPresent()
        && Boolean.TRUE.equals(
            transactions.execute(tx ->
                messages.keepError(messageId, document)
                    && changeState(
                        messageId,
                        NOT_FAILED,
                        State.FAILED,
                        Events.Kind.FAILED,
                        errors.summary())));
  }

  // Only the party to which a message was sent can acknowledge or refuse it.
  private Optional<Message> sentTo(MessageHeader answer, String messageId) {
    return messages.find(Direction.OUT, messageId).filter(message -> message.isAnsweredBy(answer));
  }

  /**
   * Ends what was sent often enough, what is too late, and what may not be sent again.
   *
   * @param limit of each kind
   * @param sending messages that this process is sending: they end by themselves, also where they
   *     were claimed under a lease that has lapsed since
   */
  void endOverdue(int limit, Set<String> sending) {
    List<String> without = Stream.concat(notBefore.keySet().stream(), sending.stream()).toList();
    for (Overdue why : Overdue.values()) {
      for (Delivery delivery : deliveries.overdue(why, limit, without)) {
        endOrPostpone(delivery, why);
      }
    }
    notBefore.values().removeIf(moment -> moment.isBefore(Instant.now()));
  }

  // A message that cannot be ended holds up no other.
  private void endOrPostpone(Delivery delivery, Overdue why) {
    try {
      transactions.executeWithoutResult(tx -> end(delivery, why));
    } catch (RuntimeException e) {
      if (DatabaseFault.among(e) != null) {
        throw e;
      }
      LOG.error("{} cannot be ended", delivery.messageId(), e);
      notBefore.put(delivery.messageId(), Instant.now().plus(PAUSE_AFTER_FAILURE));
    }
  }

  private void end(Delivery delivery, Overdue why) {
    boolean ends =
        (delivery.isSignal() || messages.tryLock(message(delivery)))
            && deliveries.deleteOverdue(delivery.messageId(), why);
    if (!ends || delivery.isSignal()) {
      return;
    }
    switch (why) {
      case EXHAUSTED ->
          fail(
              delivery,
              "Sent %d times and not acknowledged.".formatted(delivery.attempts())
                  + lastTry(delivery));
      case EXPIRED -> expire(delivery);
      case UNCLEAR ->
          fail(
              delivery,
              "The service ended while it was sending; whether the partner has the message is"
                  + " not known.");
    }
  }

  /**
   * Keeps a message from being sent until it is released, or its TimeToLive ends. A try that runs
   * already is not stopped; likewise where one is cancelled.
   *
   * @throws ResponseStatusException 409 where it is not pending; likewise where one is released or
   *     cancelled
   */
  void hold(String messageId) {
    String detail = "Held by %s.".formatted(ActionLog.operator());
    act("hold", messageId, State.PENDING, detail, () -> deliveries.hold(messageId));
  }

  /** Lets a message that was held be sent. */
  void release(String messageId) {
    boolean isHeld = !deliveries.held(List.of(messageId)).isEmpty();
    String detail = isHeld ? null : messages.getSent(messageId).detail();
    act("release", messageId, State.PENDING, detail, () -> deliveries.release(messageId));
  }

  /** Gives a message up: it is failed. An acknowledgment that comes later still counts. */
  void cancel(String messageId) {
    String detail = "Cancelled by %s.".formatted(ActionLog.operator());
    act(
        "cancel",
        messageId,
        State.FAILED,
        detail,
        () -> {
          deliveries.delete(messageId);
          events.append(Events.Kind.FAILED, Direction.OUT, messageId, detail);
        });
  }

  private void act(
      String action, String messageId, State to, @Nullable String detail, Runnable change) {
    transactions.executeWithoutResult(tx -> {
      if (!messages.change(Direction.OUT, messageId, NOT_ENDED, to, detail, keep)) {
        throw MessageView.conflict(
            "The message '%s' is %s; '%s' is for one that is pending."
                .formatted(
                    messageId, MessageView.text(messages.getSent(messageId).state()), action));
      }
      change.run();
      actions.record(action, messageId);
    });
  }

  private static long message(Delivery delivery) {
    return Objects.requireNonNull(delivery.message(), "a signal has no message");
  }
}
