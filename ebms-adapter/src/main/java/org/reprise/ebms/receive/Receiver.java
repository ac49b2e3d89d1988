package org.reprise.ebms.receive;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Severity;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.message.Inbox;
import org.reprise.ebms.message.MessageStates;
import org.reprise.ebms.message.StatusRequests;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.ping.Pings;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

@Component
final class Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);
  private static final String HEADER = "/soap:Envelope/soap:Header/eb:MessageHeader";

  private final Agreements agreements;
  private final LocalParties localParties;
  private final Refusals refusals;
  private final Answers answers;
  private final Pings pings;
  private final BusinessMessages business;
  private final Inbox inbox;
  private final MessageStates messageStates;
  private final StatusRequests statusRequests;

  Receiver(
      Agreements agreements,
      LocalParties localParties,
      Refusals refusals,
      Answers answers,
      Pings pings,
      BusinessMessages business,
      Inbox inbox,
      MessageStates messageStates,
      StatusRequests statusRequests) {
    this.agreements = agreements;
    this.localParties = localParties;
    this.refusals = refusals;
    this.answers = answers;
    this.pings = pings;
    this.business = business;
    this.inbox = inbox;
    this.messageStates = messageStates;
    this.statusRequests = statusRequests;
  }

  Outcome receive(Packaged message, MessageHeader header) throws IOException {
    Envelope envelope = message.envelope();
    try {
      return act(message, header, exchange(header));
    } catch (RefusedMessage refusal) {
      return refused(refusal.of(envelope), header);
    } catch (PartnerUnavailable e) {
      return new Outcome.Refused(
          RefusedMessage.later(String.valueOf(e.getMessage()), header).of(envelope),
          e.retryAfter());
    } catch (DataAccessException | TransactionException e) {
      if (DatabaseFault.among(e) == null) {
        throw e;
      }
      LOG.warn("A message was not stored: {}", e.getMessage());
      return Outcome.inResponse(
          RefusedMessage.later("The database does not answer; send it again", header).of(envelope));
    }
  }

  /** What becomes of a message that is not as it must be. */
  Outcome refused(RefusedMessage refusal, MessageHeader header) {
    if (!refusal.reportsErrors()) {
      return refusals.refuse(refusal, header);
    }
    return !refusal.isTemporary() && header.service().isSignals()
        ? new Outcome.Dropped("error report: " + refusal.error().code())
        : Outcome.inResponse(refusal);
  }

  private Exchange exchange(MessageHeader header) {
    Agreement agreement = agreements.find(header.cpaId());
    if (agreement == null) {
      throw notRecognized("/eb:CPAId", agreements.whyUnknown(header.cpaId()));
    }
    // Answers to messages that were sent in time may come after the agreement's end.
    boolean isAnswer =
        header.service().isSignals()
            && Signal.of(header.action()).filter(Signal::isAnswer).isPresent();
    agreement
        .whyNotInForce(isAnswer ? agreement.start() : Instant.now())
        .ifPresent(why -> {
          throw notRecognized("/eb:CPAId", "The agreement '%s' %s".formatted(header.cpaId(), why));
        });
    PartyInfo sender = party(agreement, header.from().ids(), "/eb:From/eb:PartyId");
    PartyInfo receiver = party(agreement, header.to().ids(), "/eb:To/eb:PartyId");
    if (sender.equals(receiver)) {
      throw RefusedMessage.client(
          ErrorCode.INCONSISTENT, HEADER + "/eb:To", "From and To are the same party", header);
    }
    if (!localParties.serve(receiver)) {
      throw notRecognized(
          "/eb:To/eb:PartyId",
          "The party '%s' is not served here".formatted(header.to().ids().getFirst()));
    }
    return new Exchange(agreement, sender, receiver);
  }

  private void checkTimeToLive(MessageHeader header) {
    Instant timeToLive = header.messageData().timeToLive();
    if (timeToLive != null && !timeToLive.isAfter(Instant.now())) {
      throw RefusedMessage.client(
          ErrorCode.TIME_TO_LIVE_EXPIRED,
          HEADER + "/eb:MessageData/eb:TimeToLive",
          "The message was to be delivered before " + timeToLive,
          header);
    }
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
    return RefusedMessage.client(ErrorCode.VALUE_NOT_RECOGNIZED, HEADER + path, description);
  }

  private Outcome act(Packaged message, MessageHeader header, Exchange exchange)
      throws PartnerUnavailable, IOException {
    Envelope envelope = message.envelope();
    if (!header.service().isSignals()) {
      // A duplicate that comes late is acknowledged again all the same: the inbox knows.
      return business.take(
          message, header, exchange, Instant.now(), clear -> noteErrors(clear, header));
    }
    checkTimeToLive(header);
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
      case PONG -> pong(header);
      case STATUS_REQUEST -> {
        checkSyncReply(envelope, header, exchange);
        yield status(envelope, header, exchange);
      }
      case STATUS_RESPONSE ->
          statusRequests.answered(envelope, header)
              ? new Outcome.Accepted()
              : new Outcome.Dropped("nobody asked for the status");
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
      throw RefusedMessage.client(
          ErrorCode.INCONSISTENT,
          "/soap:Envelope/soap:Header/eb:SyncReply",
          "By the agreement nothing is answered in the HTTP response (syncReplyMode none)",
          header);
    }
  }

  private Outcome answer(MessageHeader header, Exchange exchange, Signal signal, Content content)
      throws PartnerUnavailable {
    if (exchange.answersInResponse()) {
      return new Outcome.Replied(answers.answer(exchange, header, signal, content));
    }
    answers.answerLater(exchange, header, signal, content);
    return new Outcome.Accepted();
  }

  private Outcome pong(MessageHeader header) {
    return pings.answered(header)
        ? new Outcome.Accepted()
        : new Outcome.Dropped("no Ping waits for the Pong");
  }

  private Outcome status(Envelope envelope, MessageHeader header, Exchange exchange)
      throws PartnerUnavailable {
    if (!(envelope.content() instanceof Content.StatusRequest request)) {
      throw RefusedMessage.client(
          ErrorCode.INCONSISTENT,
          "/soap:Envelope/soap:Body",
          "eb:StatusRequest is missing",
          header);
    }
    Inbox.Status status =
        inbox.status(request.refToMessageId(), header.cpaId(), header.from().ids());
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
    pings.failed(about, header, errors);
    statusRequests.failed(header, errors.summary());
    return messageStates.rejected(about, header, errors, message.document());
  }
}
