package org.reprise.ebms.receive;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Severity;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.message.ErrorReports;
import org.reprise.ebms.message.Inbox;
import org.reprise.ebms.message.MessageStates;
import org.reprise.ebms.message.PersistedPongs;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.signal.SignalRequests;
import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

@Component
final class Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);
  private static final String HEADER = "/soap:Envelope/soap:Header/eb:MessageHeader";

  private final Agreements agreements;
  private final LocalParties localParties;
  private final ErrorReports reports;
  private final Partners partners;
  private final @Nullable PersistedPongs persistedPongs;
  private final BusinessMessages business;
  private final Inbox inbox;
  private final MessageStates messageStates;
  private final SignalRequests signalRequests;
  private final boolean byAgreement;

  Receiver(
      Agreements agreements,
      LocalParties localParties,
      ErrorReports reports,
      Partners partners,
      ObjectProvider<PersistedPongs> persistedPongs,
      BusinessMessages business,
      Inbox inbox,
      MessageStates messageStates,
      SignalRequests signalRequests,
      ReceiveSettings settings) {
    this.agreements = agreements;
    this.localParties = localParties;
    this.reports = reports;
    this.partners = partners;
    this.persistedPongs = persistedPongs.getIfAvailable();
    this.business = business;
    this.inbox = inbox;
    this.messageStates = messageStates;
    this.signalRequests = signalRequests;
    this.byAgreement = settings.errorReports() == ReceiveSettings.ErrorReporting.BY_AGREEMENT;
  }

  Outcome receive(Packaged message, MessageHeader header) throws IOException {
    Envelope envelope = message.envelope();
    try {
      return act(message, header, exchange(header));
    } catch (RefusedMessage refusal) {
      return refused(refusal.of(envelope), header);
    } catch (PartnerUnavailable e) {
      return new Outcome.Refused(
          RefusedMessage.later(String.valueOf(e.getBody().getDetail())).of(envelope),
          e.retryAfter());
    } catch (DataAccessException | TransactionException e) {
      if (DatabaseFault.among(e) == null) {
        throw e;
      }
      LOG.warn("A message was not stored: {}", e.getMessage());
      return Outcome.inResponse(
          RefusedMessage.later("The database does not answer; send it again").of(envelope));
    }
  }

  /**
   * What becomes of a message that is not as it must be. Its sender is told as agreed (ebMS 2.0,
   * section 4.2.4.2): in the HTTP response, or, where {@code syncReplyMode} is {@code none}, by a
   * message to the sender's error endpoint. No address is ever taken from a message.
   */
  Outcome refused(RefusedMessage refusal, MessageHeader header) {
    if (refusal.reportsErrors() && !refusal.isTemporary() && header.service().isSignals()) {
      return new Outcome.Dropped("error report: " + refusal.error().code());
    }
    return !refusal.reportsErrors() && isReported(refusal, header)
        ? new Outcome.Reported(refusal)
        : Outcome.inResponse(refusal);
  }

  // With another status the message could not be read, or not be taken now. Those errors are for
  // the sender's HTTP client and always go into the response.
  private boolean isReported(RefusedMessage refusal, MessageHeader header) {
    if (!byAgreement || !refusal.isAboutContent()) {
      return false;
    }
    Agreement agreement = agreements.find(header.cpaId());
    if (agreement == null || agreement.status() == Agreement.Status.PROPOSED) {
      return false;
    }
    PartyInfo sender = agreement.partyOf(header.from().ids());
    PartyInfo receiver = agreement.partyOf(header.to().ids());
    return sender != null
        && receiver != null
        && !sender.equals(receiver)
        && localParties.serve(receiver)
        && isReported(refusal, header, new Exchange(agreement, sender, receiver));
  }

  private boolean isReported(RefusedMessage refusal, MessageHeader header, Exchange exchange) {
    URI endpoint = exchange.reportErrorsTo();
    if (exchange.syncReplyMode(header) != SyncReplyMode.NONE || !partners.allow(endpoint)) {
      return false;
    }
    try {
      return reports.send(header, refusal.error(), endpoint, exchange.domain());
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("A report of an error was not stored: {}", e.getMessage());
      return false;
    }
  }

  private Exchange exchange(MessageHeader header) {
    Agreement agreement = agreements.find(header.cpaId());
    if (agreement == null) {
      throw notRecognized("/eb:CPAId", agreements.whyUnknown(header.cpaId()));
    }
    // Answers to messages that were sent in time may come after the agreement's end, and so may
    // duplicates of business messages, which the inbox knows.
    Instant now = Instant.now();
    boolean mayBeLate =
        header.service().isSignals()
            ? Signal.of(header.action()).filter(Signal::isAnswer).isPresent()
            : !now.isBefore(agreement.end());
    agreement
        .whyNotInForce(mayBeLate ? agreement.start() : now)
        .ifPresent(why -> {
          throw notRecognized("/eb:CPAId", "The agreement '%s' %s".formatted(header.cpaId(), why));
        });
    PartyInfo sender = party(agreement, header.from().ids(), "/eb:From/eb:PartyId");
    PartyInfo receiver = party(agreement, header.to().ids(), "/eb:To/eb:PartyId");
    if (sender.equals(receiver)) {
      throw ErrorCode.INCONSISTENT.refusal(HEADER + "/eb:To", "From and To are the same party");
    }
    if (!localParties.serve(receiver)) {
      throw notRecognized(
          "/eb:To/eb:PartyId",
          "The party '%s' is not served here".formatted(header.to().ids().getFirst()));
    }
    return new Exchange(agreement, sender, receiver);
  }

  private static PartyInfo party(Agreement agreement, List<PartyId> ids, String path) {
    PartyInfo party = agreement.partyOf(ids);
    if (party == null) {
      throw notRecognized(
          path,
          "'%s' is no party of the agreement '%s'".formatted(ids.getFirst(), agreement.cpaId()));
    }
    return party;
  }

  private static RefusedMessage notRecognized(String path, String description) {
    return ErrorCode.VALUE_NOT_RECOGNIZED.refusal(HEADER + path, description);
  }

  private Outcome act(Packaged message, MessageHeader header, Exchange exchange)
      throws IOException {
    Envelope envelope = message.envelope();
    if (!header.service().isSignals()) {
      // A duplicate that comes late is acknowledged again all the same: the inbox knows.
      return business.take(
          message, header, exchange, Instant.now(), clear -> noteErrors(clear, header));
    }
    if (header.messageData().isTooLate(Instant.now())) {
      throw header.messageData().tooLate();
    }
    boolean acknowledges = messageStates.acknowledged(message, header);
    Signal signal =
        Signal.of(header.action())
            .orElseThrow(
                () -> notRecognized("/eb:Action", "'%s' is no signal".formatted(header.action())));
    return switch (signal) {
      case PING -> {
        checkSyncReply(envelope, header, exchange);
        yield answer(header, exchange, Signal.PONG, new Content.Empty());
      }
      case STATUS_REQUEST -> {
        checkSyncReply(envelope, header, exchange);
        yield status(envelope, header, exchange);
      }
      case PONG, STATUS_RESPONSE ->
          signalRequests.answered(envelope, header)
              ? new Outcome.Accepted()
              : new Outcome.Dropped("nobody asked for the " + signal.action());
      case MESSAGE_ERROR ->
          noteErrors(message, header)
              ? new Outcome.Accepted()
              : new Outcome.Dropped("error report");
      case ACKNOWLEDGMENT ->
          acknowledges
              ? new Outcome.Accepted()
              : new Outcome.Dropped("nobody waits for the acknowledgment");
    };
  }

  /** A SyncReply does not take the place of what is agreed (ebMS 2.0, section 4.3). */
  static void checkSyncReply(Envelope envelope, MessageHeader header, Exchange exchange) {
    if (envelope.syncReply() && exchange.syncReplyMode(header) == SyncReplyMode.NONE) {
      throw ErrorCode.INCONSISTENT.refusal(
          "/soap:Envelope/soap:Header/eb:SyncReply",
          "By the agreement nothing is answered in the HTTP response (syncReplyMode none)");
    }
  }

  /**
   * Answers a message in the HTTP response, or by a message to the sender's endpoint that is in the
   * partner's queue then; if it is a Pong and Pings are persisted, taken or committed.
   */
  private Outcome answer(MessageHeader asked, Exchange exchange, Signal signal, Content content) {
    String id = MessageIds.next(exchange.domain());
    byte[] envelope =
        EnvelopeWriter.write(Envelope.of(asked.answer(signal, id, Instant.now()), content));
    if (exchange.syncReplyMode(asked) != SyncReplyMode.NONE) {
      return new Outcome.Replied(envelope);
    }
    Partners.Room room = partners.reserve(partners.replyTo(exchange.replyTo()));
    if (signal == Signal.PONG && persistedPongs != null) {
      persistedPongs.send(id, exchange.replyTo(), envelope, room);
    } else {
      long giveUpAt = System.nanoTime() + partners.settings().giveUpAfter().toNanos();
      room.use(Outgoing.signal(signal.action() + " " + id, envelope, giveUpAt, result -> {}));
    }
    return new Outcome.Accepted();
  }

  private Outcome status(Envelope envelope, MessageHeader header, Exchange exchange) {
    if (!(envelope.content() instanceof Content.StatusRequest request)) {
      throw ErrorCode.INCONSISTENT.refusal(
          "/soap:Envelope/soap:Body", "eb:StatusRequest is missing");
    }
    Inbox.Status status = inbox.status(request.refToMessageId(), header.cpaId(), exchange.sender());
    Content response =
        new Content.StatusResponse(request.refToMessageId(), status.status(), status.timestamp());
    return answer(header, exchange, Signal.STATUS_RESPONSE, response);
  }

  /** Notes what a message says was wrong with one of ours; false where it says nothing of one. */
  private boolean noteErrors(Packaged message, MessageHeader header) {
    String about = header.messageData().refToMessageId();
    ErrorList errors = message.envelope().errorList();
    if (about == null || errors == null || errors.highestSeverity() != Severity.ERROR) {
      return false;
    }
    signalRequests.fail(about, header.cpaId(), errors.summary());
    return messageStates.rejected(about, header, errors, message.document());
  }
}
