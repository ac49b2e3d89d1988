package org.reprise.ebms.ping;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.AgreementNotFound;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.agreement.UnusableAgreement;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.signal.SignalRequests;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Pings that this service sends, and what became of them. */
@Component
public final class Pings {
  private static final int BATCH = 500;

  private final JdbcClient jdbc;
  private final Agreements agreements;
  private final SignalRequests requests;
  private final PingSettings settings;

  Pings(JdbcClient jdbc, Agreements agreements, SignalRequests requests, PingSettings settings) {
    this.jdbc = jdbc;
    this.agreements = agreements;
    this.requests = requests;
    this.settings = settings;
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
    PartyInfo to = agreement.party(toPartyId);
    if (from.equals(to)) {
      throw new UnusableAgreement("fromPartyId and toPartyId are the same party.");
    }
    return requests.send(
        new SignalRequests.Request(
            cpaId, null, from, to, Signal.PING, Signal.PONG, new Content.Empty()),
        new SignalRequests.Records(
            id -> insert(id, cpaId, fromPartyId, toPartyId),
            (answer, header) -> answered(header),
            this::fail));
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
   * @return whether the Ping is one of ours by the same agreement
   */
  public boolean answered(MessageHeader pong) {
    return jdbc.sql(
                """
                update ping set state = 'ANSWERED', answered_at = coalesce(answered_at, ?),
                  detail = null
                where message_id = ? and cpa_id = ?\
                """)
            .params(
                Instant.now().atOffset(ZoneOffset.UTC),
                String.valueOf(pong.messageData().refToMessageId()),
                pong.cpaId())
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
  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void endUnanswered() {
    jdbc.sql(
            """
            update ping set state = 'FAILED', detail = ? where message_id in (
              select message_id from ping
              where state = 'SENT' and sent_at < now() - ? * interval '1 millisecond'
              order by sent_at limit ? for update skip locked)\
            """)
        .params(
            "No Pong came within %s."
                .formatted(DurationStyle.SIMPLE.print(settings.answerWithin())),
            settings.answerWithin().toMillis(),
            BATCH)
        .update();
  }

  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void purge() {
    jdbc.sql(
            """
            delete from ping where message_id in (
              select message_id from ping
              where sent_at < now() - ? * interval '1 millisecond' and state <> 'SENT'
              order by sent_at limit ? for update skip locked)\
            """)
        .params(settings.keep().toMillis(), BATCH)
        .update();
  }

  public Optional<Ping> find(String messageId) {
    return jdbc.sql(
            """
            select message_id, cpa_id, from_party_id, to_party_id, state, sent_at, answered_at,
              detail from ping where message_id = ?\
            """)
        .param(messageId)
        .query(new SimplePropertyRowMapper<>(Ping.class))
        .optional();
  }
}
