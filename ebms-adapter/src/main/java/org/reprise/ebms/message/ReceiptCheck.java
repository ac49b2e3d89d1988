package org.reprise.ebms.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.reprise.ebms.agreement.Agreement;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.agreement.PartyInfo;
import org.reprise.ebms.envelope.AckRequested;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.packaging.Packaged;
import org.springframework.stereotype.Component;

/** Checks acknowledgments of messages that asked for signed ones (ebMS 2.0, section 6.3.2.5). */
@Component
final class ReceiptCheck {
  private final MessageTable messages;
  private final Agreements agreements;
  private final EnvelopeReader envelopes;
  private final MessageProtection protection;

  ReceiptCheck(
      MessageTable messages,
      Agreements agreements,
      EnvelopeReader envelopes,
      MessageProtection protection) {
    this.messages = messages;
    this.agreements = agreements;
    this.envelopes = envelopes;
    this.protection = protection;
  }

  void check(String messageId, Packaged answer, MessageHeader header) {
    byte[] sent =
        messages
            .find(Direction.OUT, messageId)
            .map(Message::id)
            .map(messages::envelope)
            .orElseThrow();
    AckRequested asked = envelopes.read(new ByteArrayInputStream(sent), "UTF-8").ackRequested();
    if (asked == null || !asked.signed()) {
      return;
    }
    Agreement agreement = agreements.find(header.cpaId());
    PartyInfo sender = agreement == null ? null : agreement.partyOf(header.from().ids());
    if (sender == null) {
      throw RefusedMessage.client(
          ErrorCode.VALUE_NOT_RECOGNIZED,
          "/soap:Envelope/soap:Header/eb:MessageHeader/eb:CPAId",
          "The agreement by which the message was sent is not here any more",
          header);
    }
    try {
      protection.checkReceipt(answer, sender, messageId, sent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
