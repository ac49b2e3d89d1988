package org.reprise.ebms.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.Messages;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.springframework.util.unit.DataSize;

/** Parts as other message handlers write them, and parts whose content would be lost. */
class MultipartReaderTest {
  private static final String BASE64 = "Content-Transfer-Encoding: base64\r\n";
  @TempDir private Path directory;

  /** Reads a message with one payload, of some headers and an encoded content. */
  private Payload payload(String headers, String content) throws IOException {
    String message =
        """
        --b
        Content-Type: text/xml;
        \tcharset=UTF-8

        %s
        --b
        Content-ID:
        \t<one@x>
        """
                .formatted(
                    Messages.envelope(
                        Messages.header(Cpas.ALPHA, Cpas.BETA, "cpa", "s", "a", "id@x", ""),
                        "<e:Manifest e:version=\"2.0\"><e:Reference xlink:href=\"cid:one@x\"/></e:Manifest>"))
                .replace("\n", "\r\n")
            + headers
            + content
            + "\r\n--b--\r\n";
    MessageReader reader =
        new MessageReader(
            new EnvelopeReader(),
            new MemoryBudget(DataSize.ofMegabytes(10).toBytes(), Duration.ofDays(1)),
            new PackagingLimits(
                DataSize.ofMegabytes(1),
                DataSize.ofKilobytes(100),
                2,
                DataSize.ofKilobytes(2),
                Duration.ofDays(1)),
            directory);
    InputStream body = new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8));
    try (Packaged read = reader.read("multipart/related; boundary=b", null, -1, body)) {
      List<Payload> payloads = read.payloads();
      assertThat(payloads).hasSize(1);
      Payload one = payloads.getFirst();
      return new Payload(one.contentId(), one.contentType(), Octets.of(one.content().read()));
    }
  }

  private String content(String headers, String content) throws IOException {
    return new String(payload(headers + "\r\n", content).content().read(), StandardCharsets.UTF_8);
  }

  @Test
  void readsHeadersThatAreFoldedWithTab() throws IOException {
    Payload payload =
        payload(
            "Content-Type: application/pdf;\r\n\tname=\"a.pdf\"\r\n"
                + "Content-Transfer-Encoding:\r\n\tbase64\r\n\r\n",
            "aGVsbG8=");
    assertThat(payload.contentId()).isEqualTo("one@x");
    assertThat(payload.contentType()).isEqualTo("application/pdf; name=\"a.pdf\"");
    assertThat(payload.content().read()).asString().isEqualTo("hello");
  }

  @Test
  void readsBase64OfSeveralLines() throws IOException {
    assertThat(content(BASE64, "aGVs\r\nbG8=\r\n")).isEqualTo("hello");
    assertThat(content(BASE64, "aA==\r\n\r\n")).isEqualTo("h");
    assertThat(content(BASE64, "")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"aGVsbG8=bG9zdA==", "aGVsbG8=\r\nlost", "aA==\r\n\r\nbG9zdA=="})
  void refusesBase64ThatGoesOnAfterItsPadding(String encoded) {
    assertThatExceptionOfType(RefusedMessage.class)
        .isThrownBy(() -> content(BASE64, encoded))
        .withMessageContaining("MimeProblem")
        .withMessageContaining("after its padding");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lost", "<lost xmlns:a=\"b\"/>"})
  void refusesContentThatIsReadAsHeader(String content) {
    assertThatExceptionOfType(RefusedMessage.class)
        .isThrownBy(() -> payload("Content-Type: text/plain\r\n", content))
        .withMessageContaining("MimeProblem")
        .withMessageContaining("Invalid header");
  }

  // RFC 2046, section 5.1.1: a part may have headers and no empty line after them.
  @Test
  void readsPartWithoutContent() throws IOException {
    assertThat(payload("Content-Type: text/plain\r\n", "").content().size()).isZero();
    assertThat(content("", "")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"multipart/mixed; boundary=c", "message/rfc822"})
  void takesPartThatHasPartsAsOnePayload(String type) throws IOException {
    String parts = "--c\r\nContent-ID: <inner@x>\r\n\r\nfirst\r\n--c\r\n\r\nsecond\r\n--c--\r\n";
    assertThat(content("Content-Type: " + type + "\r\n", parts)).isEqualTo(parts);
  }
}
