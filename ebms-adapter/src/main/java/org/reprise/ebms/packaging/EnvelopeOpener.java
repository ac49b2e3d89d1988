package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.RefusedMessage;

/** Reads envelopes that have arrived whole, as far as there is memory for them. */
final class EnvelopeOpener {
  private final EnvelopeReader envelopes;
  private final MemoryBudget memory;

  EnvelopeOpener(EnvelopeReader envelopes, MemoryBudget memory) {
    this.envelopes = envelopes;
    this.memory = memory;
  }

  /**
   * Reads an envelope of a request.
   *
   * @throws RefusedMessage where it is none; 503 where other messages hold too much memory
   */
  Packaged open(Spooled document, @Nullable String encoding, List<Payload> payloads, Spool spool) {
    // Smaller ones are bounded by the number of connections. A tree of one lives as long as a
    // processor works on it. So a Ping never waits for memory that others hold.
    MemoryBudget.Share share =
        document.size() <= Spool.IN_MEMORY
            ? memory.nothing()
            : memory.take(MessageReader.HEAP_FOR_A_BYTE * document.size());
    try {
      byte[] bytes = document.read();
      Envelope envelope = envelopes.read(new ByteArrayInputStream(bytes), encoding);
      return new Packaged(bytes, encoding, envelope, payloads, spool, share);
    } catch (Throwable e) {
      share.close();
      throw e;
    }
  }
}
