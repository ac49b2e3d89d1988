package org.reprise.ebms.receive;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.message.PongOutbox;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.send.Partners;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Answers messages by signals: in the HTTP response, or as separate messages. */
@Component
final class Answers {
  private final Partners partners;
  private final @Nullable PongOutbox outbox;

  Answers(Partners partners, ObjectProvider<PongOutbox> outbox) {
    this.partners = partners;
    this.outbox = outbox.getIfAvailable();
  }

  byte[] answer(Exchange exchange, MessageHeader asked, Signal signal, Content content) {
    return envelope(header(exchange, asked, signal), content);
  }

  private static MessageHeader header(Exchange exchange, MessageHeader asked, Signal signal) {
    return asked.answer(signal, MessageIds.next(exchange.domain()), Instant.now());
  }

  private static byte[] envelope(MessageHeader header, Content content) {
    return EnvelopeWriter.write(Envelope.of(header, content));
  }

  /**
   * Sends the answer to a message to the sender's endpoint; returns when it is in the partner's
   * queue, and, if it is a Pong and Pings are persisted, committed.
   *
   * @throws PartnerUnavailable where the queue is full or the partner does not answer
   * @throws RefusedMessage 503 where messages may not be sent to the sender's endpoint
   */
  void answerLater(Exchange exchange, MessageHeader asked, Signal signal, Content content)
      throws PartnerUnavailable {
    MessageHeader header = header(exchange, asked, signal);
    String id = header.messageData().messageId();
    byte[] envelope = envelope(header, content);
    Partners.Room room = partners.reserve(partners.replyTo(exchange.replyTo(), asked));
    if (signal == Signal.PONG && outbox != null) {
      outbox.send(id, exchange.replyTo(), envelope, room);
      return;
    }
    room.use(
        Outgoing.signal(
            signal.action() + " " + id,
            envelope,
            System.nanoTime() + partners.settings().giveUpAfter().toNanos(),
            result -> {}));
  }
}
