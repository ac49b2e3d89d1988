package org.reprise.ebms.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EnvelopeSchema;
import org.reprise.ebms.Messages;

/** Any bytes are read or refused, and each refusal can be written as an ErrorList. */
class EnvelopeFuzzTest {
  private static final int DOCUMENTS = 20_000;

  // The same documents on each machine; -Dreprise.test.seed looks at others.
  private static final long SEED = 20_181_128;
  private static final String[] SPLINTERS = {
    "<",
    ">",
    "&",
    "]]>",
    "<![CDATA[",
    "<!--",
    "<?x ?>",
    "&#0;",
    "&lt;",
    "\"",
    "xmlns:S='x'",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>",
    "&b;",
    "<e:CPAId>",
    "</S:Header>",
    "\u0000",
    "\r\n",
    "\ud83d\ude00",
    " e:version='2.0'",
    "<S:Body/>",
    "<e:MessageHeader>"
  };

  private final EnvelopeReader reader = new EnvelopeReader();
  private final long seed = Long.getLong("reprise.test.seed", SEED);
  private final Random random = new Random(seed);

  @Test
  void readsOrRefusesDamagedDocuments() {
    RandomEnvelopes envelopes = new RandomEnvelopes(seed);
    int refused = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      byte[] document =
          i % 2 == 0
              ? EnvelopeWriter.write(envelopes.next())
              : Messages.ping("fuzz", "a@b").getBytes(StandardCharsets.UTF_8);
      for (int damages = random.nextInt(4); damages >= 0; damages--) {
        document = damaged(document);
      }
      refused += isRefused(document, i) ? 1 : 0;
    }
    assertThat(refused).isBetween(DOCUMENTS / 10, DOCUMENTS - 1);
  }

  private boolean isRefused(byte[] document, int number) {
    try {
      Envelope envelope = reader.read(new ByteArrayInputStream(document), encoding());
      EnvelopeSchema.check(EnvelopeWriter.write(envelope));
      return false;
    } catch (RefusedMessage refusal) {
      Content fault = new Content.Fault(refusal.fault(), String.valueOf(refusal.getMessage()));
      byte[] report =
          EnvelopeWriter.write(
              Envelope.error(refusal.header(), new ErrorList(List.of(refusal.error())), fault));
      EnvelopeSchema.check(report);
      return true;
    } catch (RuntimeException e) {
      throw new AssertionError(
          "seed %d, document %d: %s"
              .formatted(seed, number, new String(document, StandardCharsets.UTF_8)),
          e);
    }
  }

  private @org.jspecify.annotations.Nullable String encoding() {
    return random.nextBoolean() ? "UTF-8" : null;
  }

  private byte[] damaged(byte[] document) {
    if (document.length == 0) {
      return document;
    }
    int at = random.nextInt(document.length);
    int length = Math.min(random.nextInt(40), document.length - at);
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(document, at);
      case 1 -> spliced(document, at, length, new byte[0]);
      case 2 -> spliced(document, at, 0, Arrays.copyOfRange(document, at, at + length));
      case 3 -> spliced(document, at, 1, new byte[] {(byte) random.nextInt(256)});
      case 4 ->
          spliced(
              document,
              at,
              length,
              SPLINTERS[random.nextInt(SPLINTERS.length)].getBytes(StandardCharsets.UTF_8));
      default ->
          spliced(
              document,
              at,
              0,
              SPLINTERS[random.nextInt(SPLINTERS.length)].getBytes(StandardCharsets.UTF_8));
    };
  }

  private static byte[] spliced(byte[] document, int at, int without, byte[] with) {
    byte[] result = new byte[document.length - without + with.length];
    System.arraycopy(document, 0, result, 0, at);
    System.arraycopy(with, 0, result, at, with.length);
    System.arraycopy(
        document, at + without, result, at + with.length, document.length - at - without);
    return result;
  }
}
