package org.reprise.ebms.envelope;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Envelopes of all shapes, with texts of all kinds. */
final class RandomEnvelopes {
  // No control characters; surrogate pairs and everything that XML escapes.
  private static final String[] LETTERS = {
    "a",
    "Z",
    "0",
    "-",
    ".",
    ":",
    "/",
    "&",
    "<",
    ">",
    "\"",
    "'",
    "]]>",
    "é",
    "\u4e2d",
    "\ud83d\ude00",
    "&amp;",
    "$",
    "\u00a0",
    "\ue000",
    "\ufffd"
  };

  private final Random random;

  RandomEnvelopes(long seed) {
    this.random = new Random(seed);
  }

  Envelope next() {
    return new Envelope(
        header(),
        random.nextBoolean(),
        maybe(new AckRequested(random.nextBoolean(), random.nextBoolean())),
        maybe(new Acknowledgment(moment(), id(), random.nextBoolean(), references())),
        maybe(errors()),
        content());
  }

  private MessageHeader header() {
    return new MessageHeader(
        party(),
        party(),
        text(),
        text(),
        new Service(maybe(text()), text()),
        text(),
        new MessageData(id(), moment(), maybe(id()), maybe(moment())),
        random.nextBoolean());
  }

  private Party party() {
    List<PartyId> ids =
        IntStream.rangeClosed(0, random.nextInt(3))
            .mapToObj(i -> new PartyId(maybe(text()), text()))
            .toList();
    return new Party(ids, maybe(text()));
  }

  private List<SignedReference> references() {
    return IntStream.range(0, random.nextInt(3))
        .mapToObj(i ->
            new SignedReference(
                i == 0 ? "" : "cid:" + i,
                List.of(
                        new SignedReference.Transform(SignedReference.ENVELOPED, null),
                        new SignedReference.Transform(SignedReference.XPATH, null),
                        new SignedReference.Transform(
                            SignedReference.EXCLUSIVE_C14N, maybe("soap eb")))
                    .subList(0, random.nextInt(4)),
                "urn:digest:" + random.nextInt(3),
                "QUJD"))
        .toList();
  }

  private ErrorList errors() {
    return new ErrorList(
        IntStream.rangeClosed(0, random.nextInt(3))
            .mapToObj(
                i -> new EbmsError(text(), one(Severity.values()), maybe(text()), maybe(text())))
            .toList());
  }

  private Content content() {
    return switch (random.nextInt(5)) {
      case 0 -> new Content.Empty();
      case 1 -> new Content.StatusRequest(id());
      case 2 -> new Content.StatusResponse(id(), one(MessageStatus.values()), maybe(moment()));
      case 3 -> new Content.Fault(one(FaultCode.values()), text());
      default ->
          new Content.Manifest(
              IntStream.rangeClosed(0, random.nextInt(4))
                  .mapToObj(i ->
                      new Content.Reference("cid:" + random.nextInt(1000), maybe("urn:role:" + i)))
                  .toList());
    };
  }

  private <T> @Nullable T maybe(T value) {
    return random.nextBoolean() ? value : null;
  }

  private <T> T one(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private String id() {
    return Long.toHexString(random.nextLong()) + "&'\"é@example.org";
  }

  private Instant moment() {
    return Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }
}
