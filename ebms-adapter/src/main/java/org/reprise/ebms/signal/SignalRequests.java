package org.reprise.ebms.signal;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.send.Partners;
import org.reprise.ebms.send.SendResult;
import org.reprise.kit.error.DatabaseFault;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Sends signals that another signal answers: Ping and StatusRequest (ebMS 2.0, sections 7 and 8),
 * and records what became of them. Where the agreement says so, the answer is in the HTTP response;
 * else it comes later as a message of its own.
 */
@Component
public final class SignalRequests {
  private static final int MAX_OF_A_MESSAGE = 10;
  private static final int BATCH = 500;
  // An answer has up to reprise.ebms.send.max-answer, 256 KB.
  private static final int MAX_UNRECORDED = 100;

  private final JdbcClient jdbc;
  private final LocalParties localParties;
  private final Partners partners;
  private final MessageReader reader;
  private final PingSettings settings;
  // What the database did not take; recorded when it answers again.
  private final Queue<Runnable> unrecorded = new LinkedBlockingQueue<>(MAX_UNRECORDED);

  SignalRequests(
      JdbcClient jdbc,
      LocalParties localParties,
      Partners partners,
      MessageReader reader,
      PingSettings settings) {
    this.jdbc = jdbc;
    this.localParties = localParties;
    this.partners = partners;
    this.reader = reader;
    this.settings = settings;
  }

  /**
   * What is asked.
   *
   * @param conversationId of the conversation that it belongs to; null for a new one
   * @param fromPartyId who asks, with or without the identifier's type
   * @param message the row of the message that it is about; null for none
   */
  public record Request(
      Agreement agreement,
      @Nullable String conversationId,
      String fromPartyId,
      String toPartyId,
      Signal signal,
      Content content,
      @Nullable Long message) {}

  /**
   * Sends a request; returns when it is in the partner's queue.
   *
   * @return its identifier
   * @throws UnusableAgreement where it is not between these parties, the sender is not served here,
   *     or messages may not be sent to the receiver's endpoint
   * @throws PartnerUnavailable where the partner's queue is full or it does not answer
   */
  public String send(Request request) {
    PartyInfo from = request.agreement.party(request.fromPartyId);
    PartyInfo to = request.agreement.party(request.toPartyId);
    if (from.equals(to)) {
      throw new UnusableAgreement("fromPartyId and toPartyId are the same party.");
    }
    localParties.checkSender(from);
    URI endpoint = to.defaultChannel().endpoint();
    partners.checkAllowed(endpoint);
    Partners.Room room = partners.reserve(endpoint);
    try {
      String id = MessageIds.next(from.defaultChannel().endpoint().getHost());
      Outgoing outgoing = outgoing(id, request, from, to);
      insert(id, request);
      room.use(outgoing);
      return id;
    } catch (RuntimeException | Error e) {
      room.giveBack();
      throw e;
    }
  }

  private void insert(String id, Request request) {
    jdbc.sql(
            """
            with forgotten as (
              delete from signal_request where request_id in (
                select request_id from signal_request where message = ?
                order by sent_at desc offset ?))
            insert into signal_request
              (request_id, message, cpa_id, from_party_id, to_party_id, state)
            values (?, ?, ?, ?, ?, 'SENT')\
            """)
        .params(
            Arrays.asList(
                request.message,
                MAX_OF_A_MESSAGE - 1,
                id,
                request.message,
                request.agreement.cpaId(),
                request.fromPartyId,
                request.toPartyId))
        .update();
  }

  private Outgoing outgoing(String id, Request request, PartyInfo from, PartyInfo to) {
    boolean inResponse = from.defaultChannel().syncReplyMode() != SyncReplyMode.NONE;
    MessageHeader header =
        new MessageHeader(
            new Party(from.ids(), null),
            new Party(to.ids(), null),
            request.agreement.cpaId(),
            Objects.requireNonNullElse(request.conversationId, id.substring(0, id.indexOf('@'))),
            Service.SIGNALS,
            request.signal.action(),
            new MessageData(id, Instant.now(), null, null),
            false);
    return Outgoing.signal(
        request.signal.action() + " " + id,
        EnvelopeWriter.write(new Envelope(header, inResponse, null, null, null, request.content)),
        System.nanoTime() + partners.settings().giveUpAfter().toNanos(),
        result -> recordOrKeep(() -> record(id, request, inResponse, result)));
  }

  private void recordOrKeep(Runnable result) {
    try {
      result.run();
    } catch (DataAccessException e) {
      if (DatabaseFault.among(e) != null) {
        // Beyond the limit the request ends as one that was not answered.
        var _ = unrecorded.offer(result);
      }
      throw e;
    }
  }

  private void record(String id, Request request, boolean inResponse, SendResult result) {
    String failure =
        switch (result) {
          case SendResult.Delivered delivered -> takeAnswer(id, request, inResponse, delivered);
          case SendResult.Refused refused ->
              reader.whyRefused(refused.status(), refused.contentType(), refused.answer());
          case SendResult.GivenUp given -> given.reason();
          case SendResult.Unsent unsent -> unsent.reason();
          case SendResult.Abandoned abandoned -> "The service stopped.";
        };
    if (failure != null) {
      fail(id, request.agreement.cpaId(), failure);
    }
  }

  // Says what is wrong with the HTTP response; null for nothing.
  private @Nullable String takeAnswer(
      String id, Request request, boolean inResponse, SendResult.Delivered delivered) {
    Signal awaited = request.signal == Signal.PING ? Signal.PONG : Signal.STATUS_RESPONSE;
    String expected = awaited.action();
    if (delivered.answer().length == 0) {
      return inResponse
          ? "The partner answered without a %s, which the agreement wants at once."
              .formatted(expected)
          : null;
    }
    try (Packaged answer = reader.readAnswer(delivered.contentType(), delivered.answer())) {
      Envelope envelope = answer.envelope();
      MessageHeader header = envelope.header();
      String error = envelope.reportedError();
      if (error != null) {
        return "The partner answered with an error: " + error;
      }
      boolean isAnswer =
          header != null
              && expected.equals(header.action())
              && id.equals(header.messageData().refToMessageId())
              && answered(envelope, header);
      return isAnswer
          ? null
          : "The partner's answer is no %s to this %s."
              .formatted(expected, request.signal.action());
    } catch (RefusedMessage | IOException e) {
      return "The partner's answer cannot be read: " + e.getMessage();
    }
  }

  /** Records an answer; returns whether it is one to a request of ours by the same agreement. */
  public boolean answered(Envelope answer, MessageHeader header) {
    Content.StatusResponse status =
        answer.content() instanceof Content.StatusResponse response ? response : null;
    if (header.action().equals(Signal.STATUS_RESPONSE.action()) != (status != null)) {
      return false;
    }
    Instant received = status == null ? null : status.timestamp();
    return jdbc.sql(
                """
                update signal_request r set state = 'ANSWERED', detail = null,
                  answered_at = coalesce(answered_at, now()), status = ?, received_at = ?
                where request_id = ? and cpa_id = ?
                  and (select message_id from message m where m.id = r.message)
                    is not distinct from ?\
                """)
            .params(
                Arrays.asList(
                    status == null ? null : status.status().text(),
                    received == null ? null : received.atOffset(ZoneOffset.UTC),
                    header.messageData().refToMessageId(),
                    header.cpaId(),
                    status == null ? null : status.refToMessageId()))
            .update()
        > 0;
  }

  /** Records why no answer to a request will come; does nothing where it is none of ours. */
  public void fail(String id, String cpaId, String why) {
    jdbc.sql(
            """
            update signal_request set state = 'FAILED', detail = ?
            where request_id = ? and cpa_id = ? and state = 'SENT'\
            """)
        .params(why, id, cpaId)
        .update();
  }

  /** Ends requests without an answer; an answer that comes later is still recorded. */
  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void endUnanswered() {
    for (Runnable next = unrecorded.poll(); next != null; next = unrecorded.poll()) {
      recordOrKeep(next);
    }
    jdbc.sql(
            """
            update signal_request set state = 'FAILED',
              detail = case when message is null then 'No Pong' else 'No answer' end || ?
            where request_id in (
              select request_id from signal_request
              where state = 'SENT' and sent_at < now() - ? * interval '1 millisecond'
              order by sent_at limit ? for update skip locked)\
            """)
        .params(
            " came within %s.".formatted(DurationStyle.SIMPLE.print(settings.answerWithin())),
            settings.answerWithin().toMillis(),
            BATCH)
        .update();
  }

  /** Deletes Pings; other requests are deleted with their messages. */
  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void purge() {
    jdbc.sql(
            """
            delete from signal_request where request_id in (
              select request_id from signal_request where message is null
                and sent_at < now() - ? * interval '1 millisecond' and state <> 'SENT'
              order by sent_at limit ? for update skip locked)\
            """)
        .params(settings.keep().toMillis(), BATCH)
        .update();
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

  /** Returns the questions about a message by its row, the first one first; of the last ten. */
  public List<StatusRequest> ofMessage(long message) {
    return jdbc.sql(
            """
            select request_id, lower(state) as state, sent_at, answered_at, status, received_at,
              detail from signal_request where message = ? order by sent_at\
            """)
        .param(message)
        .query(new SimplePropertyRowMapper<>(StatusRequest.class))
        .list();
  }
}
