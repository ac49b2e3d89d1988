package org.reprise.ebms.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.EnvelopeSchema;
import org.reprise.ebms.TestCa;
import org.reprise.ebms.agreement.ChannelSecurity;
import org.reprise.ebms.agreement.DigestAlgorithm;
import org.reprise.ebms.agreement.SignatureAlgorithm;
import org.reprise.ebms.envelope.AckRequested;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.Party;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.packaging.Octets;
import org.reprise.ebms.packaging.Payload;

/** Signatures made here are accepted here and by the JDK; changed messages are not. */
class SignaturesTest {
  private static final EnvelopeReader READER = new EnvelopeReader();
  private static final Signatures SIGNATURES = new Signatures(READER);
  private static final TestCa CA = new TestCa("signatures");
  static final TestCa.Issued ALPHA = CA.issue(Cpas.ALPHA);
  static final TestCa.Issued EC = CA.issueEc(Cpas.ALPHA);
  private static final TestCa.Issued OTHER = CA.issue(Cpas.ALPHA);

  static Envelope message(int payloads) {
    MessageHeader header =
        new MessageHeader(
            new Party(List.of(new PartyId("urn:osb:oin", Cpas.ALPHA)), "A"),
            new Party(List.of(new PartyId("urn:osb:oin", Cpas.BETA)), "B"),
            "cpa",
            "talk",
            new Service("urn:services", "orders"),
            "order",
            new MessageData("id@a.example", Instant.parse("2026-11-21T10:00:00Z"), null, null),
            true);
    Content content =
        payloads == 0
            ? new Content.Empty()
            : new Content.Manifest(
                IntStream.range(0, payloads)
                    .mapToObj(i -> new Content.Reference("cid:" + id(i), null))
                    .toList());
    return new Envelope(header, true, new AckRequested(true, false), null, null, content);
  }

  private static String id(int i) {
    return "payload-" + i + "@a.example";
  }

  private static List<Payload> parts(byte[]... contents) {
    return IntStream.range(0, contents.length)
        .mapToObj(i -> new Payload(id(i), "", Octets.of(contents[i])))
        .toList();
  }

  private static ChannelSecurity.Signing how(
      DigestAlgorithm digest, SignatureAlgorithm algorithm, TestCa.Issued key) {
    return new ChannelSecurity.Signing(digest, algorithm, key.certificate());
  }

  private static byte[] sign(Envelope message, List<Payload> parts) throws IOException {
    return SIGNATURES.sign(
        EnvelopeWriter.write(message),
        parts,
        ALPHA.entry(),
        how(DigestAlgorithm.SHA256, SignatureAlgorithm.RSA_SHA256, ALPHA));
  }

  private static Signatures.Verified verify(byte[] envelope, List<Payload> parts)
      throws IOException {
    return SIGNATURES.verify(envelope, "UTF-8", parts, List.of(ALPHA.certificate()));
  }

  private static void refused(byte[] envelope, List<Payload> parts, String... why) {
    RefusedMessage refusal =
        catchThrowableOfType(RefusedMessage.class, () -> verify(envelope, parts));
    assertThat(refusal).as("refused").isNotNull();
    assertThat(refusal.error().code()).isEqualTo(ErrorCode.SECURITY_FAILURE.text());
    assertThat(refusal.error().description()).contains(why);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void verifiesOwnSignatures(int payloads) throws Exception {
    byte[][] contents = new byte[payloads][];
    ForeignSigner jdk = new ForeignSigner();
    for (int i = 0; i < payloads; i++) {
      contents[i] = ("payload " + i).getBytes(UTF_8);
      jdk.payload(id(i), contents[i]);
    }
    Envelope message = message(payloads);
    byte[] signed = sign(message, parts(contents));
    EnvelopeSchema.check(signed);
    assertThat(SIGNATURES.references(signed)).hasSize(1 + payloads);

    Signatures.Verified verified = verify(signed, parts(contents));
    assertThat(verified.envelope()).isEqualTo(message);
    assertThat(verified.references()).isEqualTo(SIGNATURES.references(signed));
    assertThat(verified.certificate()).isEqualTo(ALPHA.certificate());
    assertThat(jdk.takes(signed, ALPHA.certificate().getPublicKey())).isTrue();
    assertThat(jdk.takes(signed, OTHER.certificate().getPublicKey())).isFalse();
  }

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void agreesWithTheJdkForAllAlgorithms(SignatureAlgorithm algorithm) throws Exception {
    TestCa.Issued key = algorithm.fits(ALPHA.certificate().getPublicKey()) ? ALPHA : EC;
    for (DigestAlgorithm digest : DigestAlgorithm.values()) {
      byte[] signed =
          SIGNATURES.sign(
              EnvelopeWriter.write(message(0)),
              List.of(),
              key.entry(),
              how(digest, algorithm, key));
      assertThat(SIGNATURES.verify(signed, null, List.of(), List.of(key.certificate())).envelope())
          .isEqualTo(message(0));
      assertThat(new ForeignSigner().takes(signed, key.certificate().getPublicKey())).isTrue();
    }
  }

  @Test
  void detectsEveryMeaningfulChange() throws Exception {
    Random random = new Random(20261121);
    byte[] content = new byte[1000];
    random.nextBytes(content);
    byte[] good = sign(message(1), parts(content));
    for (int i = 0; i < 400; i++) {
      byte[] changed = good.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(7));
      try {
        Signatures.Verified verified = verify(changed, parts(content));
        assertThat(verified.envelope()).isEqualTo(message(1));
      } catch (RefusedMessage expected) {
        assertThat(expected.error().description()).isNotEmpty();
      }
    }
    for (int i = 0; i < 50; i++) {
      byte[] changed = content.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      refused(good, parts(changed), "is not what was signed");
    }
  }

  @Test
  void verifiesRandomPayloads() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 25; round++) {
      byte[][] contents = new byte[random.nextInt(4)][];
      for (int i = 0; i < contents.length; i++) {
        contents[i] = new byte[random.nextInt(200_000)];
        random.nextBytes(contents[i]);
      }
      byte[] signed = sign(message(contents.length), parts(contents));
      assertThat(verify(signed, parts(contents)).envelope()).isEqualTo(message(contents.length));
    }
  }

  private static byte[] replaced(byte[] in, String from, String to) {
    String text = new String(in, UTF_8);
    assertThat(text).contains(from);
    return text.replace(from, to).getBytes(UTF_8);
  }

  @Test
  void refusesChangedMessages() throws Exception {
    List<Payload> parts = parts("hello".getBytes(UTF_8));
    byte[] good = sign(message(1), parts);
    refused(replaced(good, ">order<", ">other<"), parts, "envelope is not what was signed");
    refused(replaced(good, "eb:signed=\"true\"", "eb:signed=\"false\""), parts, "envelope");
    refused(replaced(good, "\n    <soap:Body>", "\n     <soap:Body>"), parts, "envelope");
    refused(
        replaced(good, "<eb:Manifest eb", "<eb:Manifest soap:actor=\"x\" eb"), parts, "envelope");
    refused(good, parts("hellO".getBytes(UTF_8)), "payload 'cid:payload-0@a.example'");
    String value = between(good, "<ds:SignatureValue>", "</ds:SignatureValue>");
    refused(replaced(good, value, "AAAA" + value.substring(4)), parts, "SignatureValue");
    refused(replaced(good, value, "!"), parts, "SignatureValue");
    String digest = between(good, "<ds:DigestValue>", "</ds:DigestValue>");
    refused(replaced(good, digest, "AAAA" + digest.substring(4)), parts, "SignatureValue");
    byte[] removed =
        (before(good, "<ds:Signature>") + after(good, "</ds:Signature>")).getBytes(UTF_8);
    refused(removed, parts, "is not");
    String signature = "<ds:Signature>" + between(good, "<ds:Signature>", "</ds:Signature>");
    refused(
        replaced(good, signature, signature + "</ds:Signature>" + signature),
        parts,
        "2 signatures");
  }

  private static String before(byte[] in, String what) {
    String text = new String(in, UTF_8);
    return text.substring(0, text.indexOf(what));
  }

  private static String after(byte[] in, String what) {
    String text = new String(in, UTF_8);
    return text.substring(text.indexOf(what) + what.length());
  }

  private static String between(byte[] in, String start, String end) {
    String rest = after(in, start);
    return rest.substring(0, rest.indexOf(end));
  }

  @Test
  void acceptsSignatureOnlyInTheHeader() throws Exception {
    byte[] good = sign(message(0), List.of());
    String signature =
        "<ds:Signature>" + between(good, "<ds:Signature>", "</ds:Signature>") + "</ds:Signature>";
    String without = before(good, "<ds:Signature>") + after(good, "</ds:Signature>");
    refused(
        without.replace("<soap:Body/>", "<soap:Body>" + signature + "</soap:Body>").getBytes(UTF_8),
        List.of(),
        "child of soap:Header");
    refused(
        without.replace("</soap:Header>", "<x>" + signature + "</x></soap:Header>").getBytes(UTF_8),
        List.of(),
        "child of soap:Header");
  }

  @Test
  void ignoresUnsignedHeadersForTheNextActor() throws Exception {
    String next = " eb:version=\"2.0\" soap:actor=\"http://schemas.xmlsoap.org/soap/actor/next\"";
    byte[] good = sign(message(0), List.of());
    String forgedErrors =
        "<eb:ErrorList%s eb:highestSeverity=\"Error\"><eb:Error eb:errorCode=\"x\" eb:severity=\"Error\"/></eb:ErrorList>"
            .formatted(next);
    byte[] withErrors = replaced(good, "</soap:Header>", forgedErrors + "</soap:Header>");
    assertThat(READER.read(new ByteArrayInputStream(withErrors), null).errorList()).isNotNull();
    assertThat(verify(withErrors, List.of()).envelope()).isEqualTo(message(0));

    String forgedAck =
        "<eb:Acknowledgment%s><eb:Timestamp>2026-01-01T00:00:00Z</eb:Timestamp><eb:RefToMessageId>victim</eb:RefToMessageId></eb:Acknowledgment>"
            .formatted(next);
    byte[] withAck = replaced(good, "</soap:Header>", forgedAck + "</soap:Header>");
    assertThat(READER.read(new ByteArrayInputStream(withAck), null).acknowledgment()).isNotNull();
    assertThat(verify(withAck, List.of()).envelope().acknowledgment()).isNull();

    byte[] withManifest =
        replaced(
            good,
            "<soap:Body/>",
            "<soap:Body><eb:Manifest%s><eb:Reference xlink:href=\"urn:evil\"/></eb:Manifest></soap:Body>"
                .formatted(next));
    assertThat(READER.read(new ByteArrayInputStream(withManifest), null).content())
        .isInstanceOf(Content.Manifest.class);
    assertThat(verify(withManifest, List.of()).envelope()).isEqualTo(message(0));
    byte[] inSigned =
        replaced(
            sign(message(1), parts(new byte[1])),
            "<eb:Manifest ",
            "<eb:Manifest soap:actor=\"http://schemas.xmlsoap.org/soap/actor/next\" ");
    refused(inSigned, parts(new byte[1]), "envelope is not what was signed");
  }

  @Test
  void refusesHeadersOutsideTheSignature() throws Exception {
    String envelope =
        new String(EnvelopeWriter.write(message(0)), UTF_8)
            .replace(
                "<eb:MessageHeader ",
                "<eb:MessageHeader soap:actor=\"http://schemas.xmlsoap.org/soap/actor/next\" ");
    byte[] signed = new ForeignSigner().sign(envelope, ALPHA);
    assertThat(new ForeignSigner().takes(signed, ALPHA.certificate().getPublicKey()))
        .as("for somebody who only asks whether the signature is good")
        .isTrue();
    refused(signed, List.of(), "no message", "MessageHeader is missing");
  }

  @Test
  void detectsMovedBody() throws Exception {
    byte[] content = {1};
    byte[] good = sign(message(1), parts(content));
    String body = "<soap:Body>" + between(good, "<soap:Body>", "</soap:Body>") + "</soap:Body>";
    String forged = body.replace("payload-0", "payload-9");
    byte[] wrapped =
        new String(good, UTF_8)
            .replace(body, forged)
            .replace(
                "</soap:Header>",
                "<x:wrapper xmlns:x=\"urn:x\""
                    + " soap:actor=\"http://schemas.xmlsoap.org/soap/actor/next\">"
                    + body
                    + "</x:wrapper></soap:Header>")
            .getBytes(UTF_8);
    refused(wrapped, parts(content), "envelope is not what was signed");
  }

  @Test
  void acknowledgmentsRepeatTheSignedReferences() throws Exception {
    List<Payload> parts = parts("a".getBytes(UTF_8), "b".getBytes(UTF_8));
    byte[] sent = sign(message(2), parts);
    Signatures.Verified received = verify(sent, parts);
    Acknowledgment ack =
        new Acknowledgment(
            Instant.parse("2026-11-21T10:00:01Z"), "id@a.example", true, received.references());
    Envelope answer =
        new Envelope(message(0).header(), false, null, ack, null, new Content.Empty());
    byte[] signedAnswer = sign(answer, List.of());
    EnvelopeSchema.check(signedAnswer);
    Envelope back = verify(signedAnswer, List.of()).envelope();
    assertThat(back).isEqualTo(answer);
    Acknowledgment acknowledgment = Objects.requireNonNull(back.acknowledgment());
    assertThat(acknowledgment.isAbout(SIGNATURES.references(sent))).isTrue();

    byte[] other = sign(message(2), parts("a".getBytes(UTF_8), "c".getBytes(UTF_8)));
    assertThat(acknowledgment.isAbout(SIGNATURES.references(other))).isFalse();
    assertThat(acknowledgment.isAbout(SIGNATURES.references(sent).subList(0, 2))).isFalse();
    assertThat(
            new Acknowledgment(Instant.now(), "id@a.example", true, List.of())
                .isAbout(SIGNATURES.references(sent)))
        .isFalse();
  }

  @Test
  void streamsPayloads() throws Exception {
    List<Integer> opened = new ArrayList<>();
    long size = 40_000_000;
    Payload large =
        new Payload(
            id(0),
            "",
            new Octets(
                size,
                () -> {
                  opened.add(1);
                  return new java.io.InputStream() {
                    private long left = size;

                    @Override
                    public int read() {
                      return left-- > 0 ? 'x' : -1;
                    }

                    @Override
                    public int read(byte[] into, int offset, int length) {
                      int n = (int) Math.min(length, left);
                      left -= n;
                      return n <= 0 ? -1 : n;
                    }
                  };
                }));
    byte[] signed = sign(message(1), List.of(large));
    assertThat(verify(signed, List.of(large)).references()).hasSize(2);
    assertThat(opened).hasSize(2);
  }
}
