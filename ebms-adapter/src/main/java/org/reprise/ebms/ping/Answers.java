package org.reprise.ebms.ping;

import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.send.Partners;

/** Answers messages by signals: in the HTTP response, or as messages of their own. */
public final class Answers {
  private final Partners partners;
  private final @Nullable PongOutbox outbox;

  Answers(Partners partners, @Nullable PongOutbox outbox) {
    this.partners = partners;
    this.outbox = outbox;
  }

  /** The answer to a message, as an envelope. */
  public byte[] answer(Exchange exchange, MessageHeader asked, Signal signal, Content content) {
    MessageHeader header = asked.answer(signal, MessageIds.next(exchange.domain()), Instant.now());
    return EnvelopeWriter.write(Envelope.of(header, content));
  }

  /**
   * Sends the Pong of a Ping to the sender's endpoint; returns when it is in the partner's queue,
   * and where Pings are persisted, when it is committed.
   *
   * @throws PartnerUnavailable where the queue is full or the partner does not answer
   * @throws RefusedMessage 503 where messages may not be sent to the sender's endpoint, or the
   *     database does not answer
   * @throws IllegalStateException where the database refuses the Pong
   */
  public void pongLater(Exchange exchange, MessageHeader ping) throws PartnerUnavailable {
    if (outbox == null) {
      answerLater(exchange, ping, Signal.PONG, new Content.Empty());
      return;
    }
    URI endpoint = endpoint(exchange, ping);
    StoredPong pong =
        new StoredPong(
            UUID.randomUUID(),
            exchange.domain(),
            endpoint,
            ping.cpaId(),
            ping.conversationId(),
            ping.messageData().messageId(),
            ping.to().ids(),
            ping.from().ids(),
            Instant.now().truncatedTo(ChronoUnit.MILLIS));
    Partners.Room room = partners.reserve(endpoint);
    Outgoing outgoing;
    try {
      outgoing = outbox.store(pong);
    } catch (PongOutbox.NotStored e) {
      room.giveBack();
      throw RefusedMessage.later(String.valueOf(e.getMessage()), ping);
    } catch (RuntimeException e) {
      room.giveBack();
      throw e;
    }
    room.use(outgoing);
  }

  /**
   * Sends the answer to a message to the sender's endpoint; returns when it is in the partner's
   * queue.
   *
   * @throws PartnerUnavailable where the queue is full or the partner does not answer
   * @throws RefusedMessage 503 where messages may not be sent to the sender's endpoint
   */
  public void answerLater(Exchange exchange, MessageHeader asked, Signal signal, Content content)
      throws PartnerUnavailable {
    MessageHeader header = asked.answer(signal, MessageIds.next(exchange.domain()), Instant.now());
    Outgoing answer =
        Outgoing.signal(
            signal.action() + " " + header.messageData().messageId(),
            EnvelopeWriter.write(Envelope.of(header, content)),
            System.nanoTime() + partners.settings().giveUpAfter().toNanos(),
            result -> {});
    partners.reserve(endpoint(exchange, asked)).use(answer);
  }

  private URI endpoint(Exchange exchange, MessageHeader asked) {
    return partners.replyTo(exchange.replyTo(), asked);
  }
}
