package org.reprise.ebms.ping;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.AgreementNotFound;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.LocalParties;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.SyncReplyMode;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorList;
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
import org.springframework.boot.convert.DurationStyle;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Pings that this service sends, and what became of them. */
public final class Pings {
  private final JdbcClient jdbc;
  private final Agreements agreements;
  private final LocalParties localParties;
  private final Partners partners;
  private final MessageReader messages;

  /** Wired by the service. */
  public Pings(
      JdbcClient jdbc,
      Agreements agreements,
      LocalParties localParties,
      Partners partners,
      MessageReader messages) {
    this.jdbc = jdbc;
    this.agreements = agreements;
    this.localParties = localParties;
    this.partners = partners;
    this.messages = messages;
  }

  /**
   * Sends a Ping; returns when it is in the partner's queue.
   *
   * @return its identifier
   * @throws AgreementNotFound where there is none of this name
   * @throws UnusableAgreement where it does not hold, or not between these parties, or the sender
   *     is not served here
   * @throws PartnerUnavailable where the partner's queue is full or it does not answer
   */
  public String send(String cpaId, String fromPartyId, String toPartyId) throws PartnerUnavailable {
    Agreement agreement = agreements.inForce(cpaId);
    PartyInfo from = agreement.party(fromPartyId);
    localParties.checkSender(from);
    PartyInfo to = agreement.party(toPartyId);
    if (from.equals(to)) {
      throw new UnusableAgreement("fromPartyId and toPartyId are the same party.");
    }
    URI endpoint = agreements.mapped(to.defaultChannel().endpoint());
    if (!partners.allow(endpoint)) {
      throw new UnusableAgreement(
          "Messages may not be sent to %s (reprise.ebms.allowed-hosts).".formatted(endpoint));
    }
    Partners.Room room = partners.reserve(endpoint);
    try {
      MessageHeader header = header(agreement, from, to);
      insert(header.messageData().messageId(), cpaId, fromPartyId, toPartyId);
      room.use(outgoing(header, from));
      return header.messageData().messageId();
    } catch (RuntimeException e) {
      room.giveBack();
      throw e;
    }
  }

  private static MessageHeader header(Agreement agreement, PartyInfo from, PartyInfo to) {
    String id = MessageIds.next(from.defaultChannel().endpoint().getHost());
    return new MessageHeader(
        new Party(from.ids(), null),
        new Party(to.ids(), null),
        agreement.cpaId(),
        id.substring(0, id.indexOf('@')),
        Service.SIGNALS,
        Signal.PING.action(),
        new MessageData(id, Instant.now(), null, null),
        false);
  }

  private Outgoing outgoing(MessageHeader header, PartyInfo from) {
    boolean sync = from.defaultChannel().syncReplyMode() != SyncReplyMode.NONE;
    return Outgoing.signal(
        "Ping " + header.messageData().messageId(),
        EnvelopeWriter.write(new Envelope(header, sync, null, null, null, new Content.Empty())),
        System.nanoTime() + partners.settings().giveUpAfter().toNanos(),
        result -> recordResult(header.messageData().messageId(), sync, result));
  }

  private void recordResult(String messageId, boolean sync, SendResult result) {
    switch (result) {
      case SendResult.Delivered delivered -> {
        if (delivered.answer().length > 0) {
          answeredInResponse(messageId, delivered);
        } else if (sync) {
          fail(
              messageId, "The partner answered without a Pong, which the agreement wants at once.");
        }
      }
      case SendResult.Refused refused ->
          fail(
              messageId,
              "The partner answered with status %d%s"
                  .formatted(
                      refused.status(),
                      messages
                          .reportedError(refused.contentType(), refused.answer())
                          .map(error -> ": " + error)
                          .orElse(".")));
      case SendResult.GivenUp given -> fail(messageId, given.reason());
      case SendResult.Unsent unsent -> fail(messageId, unsent.reason());
      case SendResult.Abandoned abandoned -> fail(messageId, "The service stopped.");
    }
  }

  private void answeredInResponse(String messageId, SendResult.Delivered delivered) {
    try (Packaged answer = messages.readAnswer(delivered.contentType(), delivered.answer())) {
      Envelope envelope = answer.envelope();
      MessageHeader header = envelope.header();
      String error = envelope.reportedError();
      if (error != null) {
        fail(messageId, "The partner answered with an error: " + error);
      } else if (header == null || !messageId.equals(header.messageData().refToMessageId())) {
        fail(messageId, "The partner's answer is about another message.");
      } else if (!Signal.PONG.action().equals(header.action()) || !answered(messageId, header)) {
        fail(messageId, "The partner's answer is no Pong of this Ping.");
      }
    } catch (RefusedMessage | IOException e) {
      fail(messageId, "The partner's answer cannot be read: " + e.getMessage());
    }
  }

  private void insert(String messageId, String cpaId, String from, String to) {
    jdbc.sql(
            """
            insert into ping (message_id, cpa_id, from_party_id, to_party_id, state, sent_at)
            values (?, ?, ?, ?, 'SENT', ?)\
            """)
        .params(messageId, cpaId, from, to, Instant.now().atOffset(ZoneOffset.UTC))
        .update();
  }

  /**
   * Notes the Pong of a Ping.
   *
   * @param messageId of the Ping
   * @param pong the Pong's header
   * @return whether the Ping is one of ours by the same agreement
   */
  public boolean answered(String messageId, MessageHeader pong) {
    return jdbc.sql(
                """
                update ping set state = 'ANSWERED', answered_at = coalesce(answered_at, ?),
                  detail = null
                where message_id = ? and cpa_id = ?\
                """)
            .params(Instant.now().atOffset(ZoneOffset.UTC), messageId, pong.cpaId())
            .update()
        > 0;
  }

  /** Notes that a partner found a Ping of ours wrong; does nothing where it is none of ours. */
  public void failed(String messageId, MessageHeader report, ErrorList errors) {
    jdbc.sql(
            """
            update ping set state = 'FAILED', detail = ?
            where message_id = ? and cpa_id = ? and state = 'SENT'\
            """)
        .params(errors.summary(), messageId, report.cpaId())
        .update();
  }

  private void fail(String messageId, String detail) {
    jdbc.sql("update ping set state = 'FAILED', detail = ? where message_id = ? and state = 'SENT'")
        .params(detail, messageId)
        .update();
  }

  /** Ends Pings whose Pong did not come; one that comes later still answers them. */
  void endUnanswered(Duration answerWithin, int most) {
    jdbc.sql(
            """
            update ping set state = 'FAILED', detail = ? where message_id in (
              select message_id from ping
              where state = 'SENT' and sent_at < now() - ? * interval '1 millisecond'
              order by sent_at limit ? for update skip locked)\
            """)
        .params(
            "No Pong came within %s.".formatted(DurationStyle.SIMPLE.print(answerWithin)),
            answerWithin.toMillis(),
            most)
        .update();
  }

  /** Forgets Pings that ended and were sent long ago. */
  void purge(Duration keep, int most) {
    jdbc.sql(
            """
            delete from ping where message_id in (
              select message_id from ping
              where sent_at < now() - ? * interval '1 millisecond' and state <> 'SENT'
              order by sent_at limit ? for update skip locked)\
            """)
        .params(keep.toMillis(), most)
        .update();
  }

  /** A Ping of ours. */
  public Optional<Ping> find(String messageId) {
    return jdbc.sql(
            """
            select message_id, cpa_id, from_party_id, to_party_id, state, sent_at, answered_at,
              detail from ping where message_id = ?\
            """)
        .param(messageId)
        .query((row, n) ->
            new Ping(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                Ping.State.valueOf(row.getString(5)),
                row.getTimestamp(6).toInstant(),
                row.getTimestamp(7) == null ? null : row.getTimestamp(7).toInstant(),
                row.getString(8)))
        .optional();
  }
}
