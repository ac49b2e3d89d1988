package org.reprise.ebms.packaging;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;

/**
 * A message as it was packaged. Holds memory and a file: close it.
 *
 * @param document the envelope's bytes as they were received, for signatures
 * @param encoding of those bytes, as the packaging names it; null where it does not
 * @param payloads the parts beside it, in their order
 * @param spool where the payloads are kept
 * @param memory what the envelope takes of the memory that all messages share
 */
@SuppressWarnings("ArrayRecordComponent") // read once, passed on, never changed
public record Packaged(
    byte[] document,
    @Nullable String encoding,
    Envelope envelope,
    List<Payload> payloads,
    Spool spool,
    MemoryBudget.Share memory)
    implements AutoCloseable {
  public Packaged {
    payloads = List.copyOf(payloads);
  }

  /** The same message with what a signature covers of its envelope. */
  public Packaged with(Envelope signed) {
    return new Packaged(document, encoding, signed, payloads, spool, memory);
  }

  /** The same message with other payloads. */
  public Packaged with(List<Payload> decrypted, Spool kept) {
    return new Packaged(document, encoding, envelope, decrypted, kept, memory);
  }

  /** The part that a reference of the Manifest names; null where it names none. */
  public @Nullable Payload payload(Content.Reference reference) {
    return payloads.stream()
        .filter(payload -> ContentId.isReferred(reference.href(), payload.contentId()))
        .findFirst()
        .orElse(null);
  }

  @Override
  public void close() {
    memory.close();
    spool.close();
  }
}
