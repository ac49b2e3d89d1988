package org.reprise.ebms.ping;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.envelope.Signal;

/**
 * A Pong with all that is needed to write it again, byte for byte.
 *
 * @param id its MessageId before the @
 * @param domain its MessageId after the @
 * @param createdAt its timestamp, whole milliseconds
 */
record StoredPong(
    UUID id,
    String domain,
    URI endpoint,
    String cpaId,
    String conversationId,
    String refToMessageId,
    List<PartyId> fromIds,
    List<PartyId> toIds,
    Instant createdAt) {
  byte[] body() {
    return EnvelopeWriter.write(
        Envelope.of(
            new MessageHeader(
                new Party(fromIds, null),
                new Party(toIds, null),
                cpaId,
                conversationId,
                Service.SIGNALS,
                Signal.PONG.action(),
                new MessageData(id + "@" + domain, createdAt, refToMessageId, null),
                false)));
  }
}
