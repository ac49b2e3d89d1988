package org.reprise.ebms.receive;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageStatus;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Severity;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.ping.Answers;
import org.reprise.ebms.ping.Pings;
import org.reprise.ebms.send.PartnerUnavailable;

/** Judges messages by their agreement, and does what they ask for. */
final class Receiver {
  private static final String HEADER = "/soap:Envelope/soap:Header/eb:MessageHeader";

  private final Agreements agreements;
  private final LocalParties localParties;
  private final Answers answers;
  private final Pings pings;
  private final InstantSource clock;

  Receiver(
      Agreements agreements,
      LocalParties localParties,
      Answers answers,
      Pings pings,
      InstantSource clock) {
    this.agreements = agreements;
    this.localParties = localParties;
    this.answers = answers;
    this.pings = pings;
    this.clock = clock;
  }

  Outcome receive(Envelope envelope, MessageHeader header) {
    // ebMS 2.0, section 4.2.4: a report of errors is never answered by another one.
    boolean isReport =
        envelope.errorList() != null && envelope.errorList().highestSeverity() == Severity.ERROR;
    try {
      return act(envelope, header, exchange(header));
    } catch (RefusedMessage refusal) {
      return isReport
          ? new Outcome.Dropped("error report: " + refusal.error().code())
          : new Outcome.Refused(refusal.of(header), Duration.ZERO);
    } catch (PartnerUnavailable e) {
      return new Outcome.Refused(
          RefusedMessage.later(String.valueOf(e.getMessage()), header), e.retryAfter());
    }
  }

  private Exchange exchange(MessageHeader header) {
    Agreement agreement = agreements.find(header.cpaId());
    if (agreement == null) {
      throw notRecognized("/eb:CPAId", "There is no agreement '%s' here".formatted(header.cpaId()));
    }
    Instant now = clock.instant();
    agreement
        .whyNotInForce(now)
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
    Instant timeToLive = header.messageData().timeToLive();
    if (timeToLive != null && !timeToLive.isAfter(now)) {
      throw RefusedMessage.client(
          ErrorCode.TIME_TO_LIVE_EXPIRED,
          HEADER + "/eb:MessageData/eb:TimeToLive",
          "The message was to be delivered before " + timeToLive,
          header);
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
    return RefusedMessage.client(ErrorCode.VALUE_NOT_RECOGNIZED, HEADER + path, description, null);
  }

  private Outcome act(Envelope envelope, MessageHeader header, Exchange exchange)
      throws PartnerUnavailable {
    if (!header.service().isSignals()) {
      return business(header, exchange);
    }
    Signal signal =
        Signal.of(header.action())
            .orElseThrow(
                () -> notRecognized("/eb:Action", "'%s' is no signal".formatted(header.action())));
    return switch (signal) {
      case PING -> ping(envelope, header, exchange);
      case PONG -> pong(header);
      case STATUS_REQUEST -> status(envelope, header, exchange);
      case STATUS_RESPONSE -> new Outcome.Dropped("nobody asked for a status");
      case MESSAGE_ERROR -> error(envelope, header);
      case ACKNOWLEDGMENT -> new Outcome.Dropped("nobody waits for the acknowledgment");
    };
  }

  private Outcome ping(Envelope envelope, MessageHeader header, Exchange exchange)
      throws PartnerUnavailable {
    if (envelope.syncReply() || exchange.answersInResponse()) {
      return new Outcome.Replied(
          answers.answer(exchange, header, Signal.PONG, new Content.Empty()));
    }
    answers.pongLater(exchange, header);
    return new Outcome.Accepted();
  }

  private Outcome answer(
      Envelope envelope, MessageHeader header, Exchange exchange, Signal signal, Content content)
      throws PartnerUnavailable {
    if (envelope.syncReply() || exchange.answersInResponse()) {
      return new Outcome.Replied(answers.answer(exchange, header, signal, content));
    }
    answers.answerLater(exchange, header, signal, content);
    return new Outcome.Accepted();
  }

  private Outcome pong(MessageHeader header) {
    String ping = header.messageData().refToMessageId();
    return ping != null && pings.answered(ping, header)
        ? new Outcome.Accepted()
        : new Outcome.Dropped("no Ping waits for the Pong");
  }

  // No business message was ever taken, so none is known.
  private Outcome status(Envelope envelope, MessageHeader header, Exchange exchange)
      throws PartnerUnavailable {
    if (!(envelope.content() instanceof Content.StatusRequest request)) {
      throw RefusedMessage.client(
          ErrorCode.INCONSISTENT,
          "/soap:Envelope/soap:Body",
          "eb:StatusRequest is missing",
          header);
    }
    Content response =
        new Content.StatusResponse(request.refToMessageId(), MessageStatus.NOT_RECOGNIZED, null);
    return answer(envelope, header, exchange, Signal.STATUS_RESPONSE, response);
  }

  private Outcome error(Envelope envelope, MessageHeader header) {
    String about = header.messageData().refToMessageId();
    if (about != null && envelope.errorList() != null) {
      pings.failed(about, header, envelope.errorList());
    }
    return new Outcome.Dropped("error report");
  }

  private Outcome business(MessageHeader header, Exchange exchange) {
    boolean agreed =
        exchange.receiver().bindings().stream()
            .anyMatch(binding ->
                !binding.sends()
                    && binding.service().equals(header.service())
                    && binding.action().equals(header.action()));
    throw RefusedMessage.client(
        agreed ? ErrorCode.NOT_SUPPORTED : ErrorCode.VALUE_NOT_RECOGNIZED,
        HEADER + "/eb:Action",
        agreed
            ? "Business messages are not taken here"
            : "The agreement has no message '%s' of the service '%s' for this receiver"
                .formatted(header.action(), header.service().name()),
        header);
  }
}
