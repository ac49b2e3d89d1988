package org.reprise.ebms.packaging;

import java.io.ByteArrayInputStream;
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
   * An envelope in memory.
   *
   * @param memory what it takes of the budget
   */
  @SuppressWarnings("ArrayRecordComponent") // read once, passed on, never changed
  record Opened(byte[] document, Envelope envelope, MemoryBudget.Share memory) {}

  /**
   * Reads an envelope of a request.
   *
   * @throws RefusedMessage where it is none; 503 where other messages hold too much memory
   */
  Opened open(Spooled document, @Nullable String encoding) {
    // Smaller ones are bounded by the number of connections. A tree of one lives as long as a
    // processor works on it. So a Ping never waits for memory that others hold.
    return document.size() <= Spool.IN_MEMORY
        ? open(document, encoding, memory.nothing())
        : open(document, encoding, memory.take(MessageReader.HEAP_FOR_A_BYTE * document.size()));
  }

  private Opened open(Spooled document, @Nullable String encoding, MemoryBudget.Share share) {
    try {
      byte[] bytes = document.read();
      return new Opened(bytes, envelopes.read(new ByteArrayInputStream(bytes), encoding), share);
    } catch (Throwable e) {
      share.close();
      throw e;
    }
  }
}
