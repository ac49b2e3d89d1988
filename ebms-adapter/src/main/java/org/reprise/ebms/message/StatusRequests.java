package org.reprise.ebms.message;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.ping.PingSettings;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.signal.SignalRequests;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Asks partners what became of messages that were sent to them (ebMS 2.0, section 7). */
@Component
public final class StatusRequests {
  private static final int KEPT = 10;

  private final JdbcClient jdbc;
  private final Agreements agreements;
  private final MessageTable messages;
  private final SignalRequests requests;
  private final Duration answerWithin;

  StatusRequests(
      JdbcClient jdbc,
      Agreements agreements,
      MessageTable messages,
      SignalRequests requests,
      PingSettings settings) {
    this.jdbc = jdbc;
    this.agreements = agreements;
    this.messages = messages;
    this.requests = requests;
    this.answerWithin = settings.answerWithin();
  }

  /**
   * A question about a message, and its answer.
   *
   * @param state {@code sent}, {@code answered} or {@code failed}
   * @param status what the partner says, as ebMS 2.0 spells it: {@code Received}, …
   * @param receivedAt when the partner received the message, as it says
   */
  public record StatusRequest(
      String requestId,
      String state,
      Instant sentAt,
      @Nullable Instant answeredAt,
      @Nullable String status,
      @Nullable Instant receivedAt,
      @Nullable String detail) {}

  /**
   * Asks what became of a message; returns when the question is in the partner's queue.
   *
   * @return the question's identifier
   * @throws MessageNotFound where no such message was sent from here
   * @throws UnusableAgreement where its agreement does not hold any more
   * @throws PartnerUnavailable where the partner's queue is full or it does not answer
   */
  public String ask(String messageId) throws PartnerUnavailable {
    Message message = messages.getSent(messageId);
    Agreement agreement = agreements.inForce(message.header().cpaId());
    PartyInfo from = party(agreement, message.header().from());
    PartyInfo to = party(agreement, message.header().to());
    return requests.send(
        new SignalRequests.Request(
            agreement.cpaId(),
            message.header().conversationId(),
            from,
            to,
            Signal.STATUS_REQUEST,
            Signal.STATUS_RESPONSE,
            new Content.StatusRequest(messageId)),
        new SignalRequests.Records(id -> insert(id, message.id()), this::answered, this::fail));
  }

  private static PartyInfo party(Agreement agreement, Party named) {
    PartyInfo party = agreement.partyOf(named.ids());
    if (party == null) {
      throw new UnusableAgreement(
          "'%s' is no party of the agreement '%s' any more."
              .formatted(named.ids().getFirst(), agreement.cpaId()));
    }
    return party;
  }

  /**
   * Notes the answer to a question.
   *
   * @return whether it is one of ours, asked of the party that answers
   */
  public boolean answered(Envelope answer, MessageHeader header) {
    if (!(answer.content() instanceof Content.StatusResponse response)
        || !response.refToMessageId().equals(askedAbout(header))) {
      return false;
    }
    jdbc.sql(
            """
            update status_request set state = 'ANSWERED', answered_at = now(), status = ?,
              received_at = ?, detail = null
            where request_id = ?\
            """)
        .params(
            Arrays.asList(
                response.status().text(),
                MessageTable.at(response.timestamp()),
                header.messageData().refToMessageId()))
        .update();
    return true;
  }

  /** Notes that a partner found a question wrong; does nothing where it is none of ours. */
  public void failed(MessageHeader report, String errors) {
    if (askedAbout(report) != null) {
      fail(String.valueOf(report.messageData().refToMessageId()), errors);
    }
  }

  // The message about which the party was asked that answers; null where it was not asked.
  private @Nullable String askedAbout(MessageHeader answer) {
    return jdbc.sql(
            """
            select m.message_id from status_request s join message m on m.id = s.message
            where s.request_id = ?\
            """)
        .param(answer.messageData().refToMessageId())
        .query(String.class)
        .optional()
        .flatMap(about -> messages.find(Direction.OUT, about))
        .filter(message -> message.isAnsweredBy(answer))
        .map(message -> message.header().messageData().messageId())
        .orElse(null);
  }

  private void insert(String id, long message) {
    jdbc.sql(
            """
            with forgotten as (
              delete from status_request where request_id in (
                select request_id from status_request where message = ?
                order by sent_at desc offset ?))
            insert into status_request (request_id, message, state) values (?, ?, 'SENT')\
            """)
        .params(message, KEPT - 1, id, message)
        .update();
  }

  private void fail(String id, String detail) {
    jdbc.sql(
            """
            update status_request set state = 'FAILED', detail = ?
            where request_id = ? and state = 'SENT'\
            """)
        .params(detail, id)
        .update();
  }

  /** Ends questions without an answer; an answer that comes later is still recorded. */
  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void endUnanswered() {
    jdbc.sql(
            """
            update status_request set state = 'FAILED', detail = ?
            where state = 'SENT' and sent_at < now() - ? * interval '1 millisecond'\
            """)
        .params(
            "No answer came within %s.".formatted(DurationStyle.SIMPLE.print(answerWithin)),
            answerWithin.toMillis())
        .update();
  }

  /**
   * The questions about a message, the first one first; of the last ten.
   *
   * @throws MessageNotFound where no such message was sent from here
   */
  List<StatusRequest> list(String messageId) {
    Message message = messages.getSent(messageId);
    return jdbc.sql(
            """
            select request_id, lower(state) as state, sent_at, answered_at, status, received_at,
              detail from status_request where message = ? order by sent_at\
            """)
        .param(message.id())
        .query(new SimplePropertyRowMapper<>(StatusRequest.class))
        .list();
  }
}
