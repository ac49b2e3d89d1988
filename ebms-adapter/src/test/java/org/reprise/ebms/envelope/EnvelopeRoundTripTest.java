package org.reprise.ebms.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EnvelopeSchema;

/** A written envelope conforms to the schema and is read as the same envelope. */
class EnvelopeRoundTripTest {
  private final EnvelopeReader reader = new EnvelopeReader();

  @Test
  void readsWhatItWrote() {
    long seed = Long.getLong("reprise.test.seed", new Random().nextLong());
    RandomEnvelopes envelopes = new RandomEnvelopes(seed);
    for (int i = 0; i < 2_000; i++) {
      Envelope envelope = envelopes.next();
      byte[] document = EnvelopeWriter.write(envelope);
      EnvelopeSchema.check(document);
      assertThat(reader.read(new ByteArrayInputStream(document), "UTF-8"))
          .as("seed %d, envelope %d", seed, i)
          .isEqualTo(envelope);
    }
  }
}
