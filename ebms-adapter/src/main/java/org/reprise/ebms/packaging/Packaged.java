package org.reprise.ebms.packaging;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;

/**
 * A message as it was packaged. Holds files: close it.
 *
 * @param document the envelope's bytes as they were received, for signatures
 * @param encoding of those bytes, as the packaging names it; null where it does not
 * @param envelope the envelope
 * @param payloads the parts beside it, in their order
 */
@SuppressWarnings("ArrayRecordComponent") // read once, passed on, never changed
public record Packaged(
    byte[] document, @Nullable String encoding, Envelope envelope, List<Payload> payloads)
    implements AutoCloseable {
  /** Copies the list. */
  public Packaged {
    payloads = List.copyOf(payloads);
  }

  /** The part that a reference of the Manifest names; null where it names none. */
  public @Nullable Payload payload(Content.Reference reference) {
    for (Payload payload : payloads) {
      if (ContentId.isReferred(reference.href(), payload.contentId())) {
        return payload;
      }
    }
    return null;
  }

  @Override
  public void close() {
    for (int i = 0; i < payloads.size(); i++) {
      payloads.get(i).content().close();
    }
  }
}
