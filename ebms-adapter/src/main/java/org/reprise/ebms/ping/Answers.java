package org.reprise.ebms.ping;

import java.net.URI;
import java.time.Instant;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.Exchange;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Signal;
import org.reprise.ebms.send.Outgoing;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.ebms.send.Partners;

/** Answers messages by signals: in the HTTP response, or as messages of their own. */
public final class Answers {
  private final Agreements agreements;
  private final Partners partners;

  /** Wired by the service. */
  public Answers(Agreements agreements, Partners partners) {
    this.agreements = agreements;
    this.partners = partners;
  }

  /** The answer to a message, as an envelope. */
  public byte[] answer(Exchange exchange, MessageHeader asked, Signal signal, Content content) {
    MessageHeader header =
        asked.answer(signal, MessageIds.next(exchange.domain()), Instant.now());
    return EnvelopeWriter.write(Envelope.of(header, content));
  }

  /**
   * Sends the answer to a message to the sender's endpoint; returns when it is in the partner's
   * queue.
   *
   * @throws PartnerUnavailable where the queue is full or the partner does not answer
   * @throws RefusedMessage where the sender's endpoint is none to which messages may be sent
   */
  public void answerLater(Exchange exchange, MessageHeader asked, Signal signal, Content content)
      throws PartnerUnavailable {
    URI endpoint = agreements.mapped(exchange.replyTo());
    if (!partners.allow(endpoint)) {
      throw RefusedMessage.client(
          ErrorCode.DELIVERY_FAILURE,
          "/soap:Envelope/soap:Header/eb:MessageHeader/eb:From",
          "The sender's endpoint by agreement is none to which messages may be sent from here",
          asked);
    }
    Partners.Room room = partners.reserve(endpoint);
    byte[] body;
    try {
      body = answer(exchange, asked, signal, content);
    } catch (RuntimeException e) {
      room.giveBack();
      throw e;
    }
    room.use(
        new Outgoing(
            body,
            System.nanoTime() + partners.settings().giveUpAfter().toNanos(),
            Outgoing.Lease.UNSHARED,
            settlement -> {}));
  }
}
