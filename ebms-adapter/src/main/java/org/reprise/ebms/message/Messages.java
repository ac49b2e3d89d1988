package org.reprise.ebms.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.ActionBinding;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.Reliability;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.ebms.message.Message.StoredPayload;
import org.reprise.ebms.packaging.PackagingLimits;
import org.reprise.ebms.packaging.Payload;
import org.reprise.ebms.send.Partners;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.ResponseStatusException;

/** Business messages that are sent from here. */
@Component
public final class Messages {
  private final Agreements agreements;
  private final LocalParties localParties;
  private final Partners partners;
  private final MessageTable messages;
  private final PayloadTable payloads;
  private final DeliveryTable table;
  private final MessageProtection protection;
  private final TransactionOperations transactions;
  private final MessageSettings settings;
  private final PackagingLimits limits;
  private final Deliveries deliveries;
  private final EnvelopeReader envelopes;
  private final ActionLog actions;

  Messages(
      Agreements agreements,
      LocalParties localParties,
      Partners partners,
      MessageTable messages,
      PayloadTable payloads,
      DeliveryTable table,
      MessageProtection protection,
      TransactionOperations transactions,
      MessageSettings settings,
      PackagingLimits limits,
      Deliveries deliveries,
      EnvelopeReader envelopes,
      ActionLog actions) {
    this.agreements = agreements;
    this.localParties = localParties;
    this.partners = partners;
    this.messages = messages;
    this.payloads = payloads;
    this.table = table;
    this.protection = protection;
    this.transactions = transactions;
    this.settings = settings;
    this.limits = limits;
    this.deliveries = deliveries;
    this.envelopes = envelopes;
    this.actions = actions;
  }

  /**
   * A message that somebody wants to be sent.
   *
   * @param fromPartyId who sends, with or without the identifier's type
   * @param serviceType its type, as in the agreement
   * @param messageId an identifier of the caller's own; null for a new one
   * @param conversationId of the conversation that it belongs to; null for a new one
   * @param timeToLive the moment until which it is to be delivered; null for what the agreement's
   *     retries need
   * @param ackRequested whether to ask for an acknowledgment, where the agreement leaves it open;
   *     null for yes
   * @param duplicateElimination likewise
   */
  public record Request(
      String cpaId,
      String fromPartyId,
      String toPartyId,
      String service,
      @Nullable String serviceType,
      String action,
      @Nullable String messageId,
      @Nullable String conversationId,
      @Nullable String refToMessageId,
      @Nullable Instant timeToLive,
      @Nullable Boolean ackRequested,
      @Nullable Boolean duplicateElimination) {}

  /**
   * Stores a message to be sent; returns when it is committed.
   *
   * @param contents its payloads, whose identifiers are replaced
   * @return its identifier
   * @throws org.reprise.ebms.agreement.AgreementNotFound where there is no such agreement
   * @throws UnusableAgreement where it does not allow the message, or the sender is not served here
   * @throws ResponseStatusException 409 where there is one of this identifier
   * @throws ErrorResponseException 503 where too many wait for the receiver, or its certificate
   *     cannot be checked now
   */
  String send(Request request, List<PayloadTable.New> contents) throws IOException {
    return send(request, contents, null);
  }

  /**
   * As {@link #send(Request, List)}, instead of a message that failed or expired.
   *
   * @param resent the row of the message that is sent again; null for none
   * @throws ResentMeanwhile where it was sent again, or delivered, in the meantime
   */
  private String send(Request request, List<PayloadTable.New> contents, @Nullable Long resent)
      throws IOException {
    Agreement agreement = agreements.inForce(request.cpaId());
    PartyInfo from = agreement.party(request.fromPartyId());
    localParties.checkSender(from);
    PartyInfo to = agreement.party(request.toPartyId());
    Service service = new Service(request.serviceType(), request.service());
    ActionBinding sends = from.requireBinding(true, service, request.action());
    ActionBinding receives = to.requireBinding(false, service, request.action());
    URI endpoint = receives.channel().endpoint();
    partners.checkAllowed(endpoint);
    String domain = from.defaultChannel().endpoint().getHost();
    List<PayloadTable.New> parts = parts(contents, domain);
    Envelope envelope =
        NewEnvelope.of(request, agreement.cpaId(), from, to, sends, receives, service, parts);
    try (MessageProtection.SecuredMessage secured =
        protection.signAndEncrypt(envelope, parts, sends, receives)) {
      checkSize(secured);
      keep(envelope, secured, endpoint, receives.channel().reliability(), resent);
    }
    deliveries.wake();
    return Objects.requireNonNull(envelope.header()).messageData().messageId();
  }

  /**
   * Sends a message that failed or expired again, as a new message of the same conversation: the
   * receiver may refuse the old one's TimeToLive and must not take the new one for a duplicate. It
   * is sent again once, however often that is asked for. Returns when the new one is committed.
   *
   * @return the new message's identifier; the same one each time
   * @throws ResponseStatusException 404 where none of this identifier was sent from here; 409 where
   *     it did not fail, where the new message failed, too, or where its payloads are kept as they
   *     were encrypted
   * @throws UnusableAgreement where the agreement does not allow it any more
   */
  String resend(String messageId) throws IOException {
    Message old = messages.getSent(messageId);
    if (old.resentAs() != null) {
      return resent(messageId, old.resentAs());
    }
    if (!isOver(old.state())) {
      throw MessageView.conflict(
          "The message '%s' is %s; only one that failed or expired is sent again."
              .formatted(messageId, MessageView.text(old.state())));
    }
    // The new message would have to be signed over the clear payloads, which are not kept.
    List<StoredPayload> stored = payloads.of(old.id());
    if (stored.stream().anyMatch(StoredPayload::encrypted)) {
      throw MessageView.conflict(
          "The payloads of '%s' are kept as they were encrypted for its receiver; send them as a new message."
              .formatted(messageId));
    }
    try {
      String again = sendAgain(old, stored);
      actions.report("resend", messageId);
      return again;
    } catch (ResentMeanwhile e) {
      return resend(messageId);
    }
  }

  private String resent(String messageId, String again) {
    @Nullable State state = messages.find(Direction.OUT, again).map(Message::state).orElse(null);
    if (state != null && isOver(state)) {
      throw MessageView.conflict(
          "The message '%s' was sent again as '%s', which is %s; send that one again."
              .formatted(messageId, again, MessageView.text(state)));
    }
    return again;
  }

  private static boolean isOver(State state) {
    return state == State.FAILED || state == State.EXPIRED;
  }

  private String sendAgain(Message old, List<StoredPayload> stored) throws IOException {
    MessageHeader header = old.header();
    Envelope sent = envelopes.read(new ByteArrayInputStream(messages.envelope(old.id())), "UTF-8");
    return send(
        new Request(
            header.cpaId(),
            header.from().ids().getFirst().toString(),
            header.to().ids().getFirst().toString(),
            header.service().name(),
            header.service().type(),
            header.action(),
            null,
            header.conversationId(),
            header.messageData().refToMessageId(),
            null,
            sent.ackRequested() != null,
            header.duplicateElimination()),
        stored.stream()
            .map(one -> new PayloadTable.New(payloads.content(one), one.role(), false))
            .toList(),
        old.id());
  }

  private static List<PayloadTable.New> parts(List<PayloadTable.New> contents, String domain) {
    List<PayloadTable.New> parts = new ArrayList<>();
    for (PayloadTable.New content : contents) {
      Payload given = content.payload();
      String id = "payload-%d-%s@%s".formatted(parts.size() + 1, UUID.randomUUID(), domain);
      parts.add(
          new PayloadTable.New(
              new Payload(id, given.contentType(), given.content()), content.role(), false));
    }
    return parts;
  }

  // Encryption makes payloads a third larger: its receiver would refuse such a message for good.
  private void checkSize(MessageProtection.SecuredMessage secured) {
    long size = secured.body().length();
    if (size > limits.message().toBytes()) {
      throw MessageView.problem(
          HttpStatus.CONTENT_TOO_LARGE,
          "Signed and encrypted the message has %d bytes, more than this message handler itself would take (reprise.ebms.limits)."
              .formatted(size));
    }
  }

  /** Somebody else has sent a message again, or it was acknowledged at last. */
  private static final class ResentMeanwhile extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private void keep(
      Envelope envelope,
      MessageProtection.SecuredMessage secured,
      URI endpoint,
      Reliability reliability,
      @Nullable Long resent) {
    MessageHeader header = Objects.requireNonNull(envelope.header());
    MessageData data = header.messageData();
    transactions.executeWithoutResult(tx -> {
      if (resent != null && !messages.markResent(resent, data.messageId())) {
        throw new ResentMeanwhile();
      }
      if (table.waiting(endpoint, false, settings.backlog()) >= settings.backlog()) {
        throw MessageView.later(
            "%d messages wait for %s already (reprise.ebms.messages.backlog)."
                .formatted(settings.backlog(), endpoint));
      }
      long id =
          messages
              .insert(
                  Direction.OUT,
                  1,
                  header,
                  State.PENDING,
                  secured.document(),
                  Instant.now().plus(settings.keepSent()))
              .orElseThrow(() ->
                  MessageView.conflict(
                      "There is a message '%s' already; it was not sent again."
                          .formatted(data.messageId())));
      payloads.insert(id, secured.parts());
      table.insert(
          new Delivery(
              data.messageId(),
              id,
              endpoint.toString(),
              null,
              envelope.ackRequested() != null,
              0,
              reliability.retries(),
              reliability.retryInterval().toMillis(),
              data.timeToLive()));
    });
  }
}
