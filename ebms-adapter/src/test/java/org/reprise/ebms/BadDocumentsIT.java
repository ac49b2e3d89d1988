package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.ebms.Bad.XML;
import static org.reprise.ebms.Bad.good;
import static org.reprise.ebms.Bad.unaddressed;
import static org.reprise.ebms.Bad.utf8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.ebms.EbmsClient.Answer;

/** A body that is no message is refused with the error and its place, at little cost. */
class BadDocumentsIT {
  private static final EbmsServer SERVER = EbmsServer.shared();

  static Stream<Bad> documents() {
    String bomb =
        "<!DOCTYPE S:Envelope [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
            + "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]>";
    String external = "<!DOCTYPE S:Envelope [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>";
    String root = "<S:Envelope";
    return Stream.of(
        unaddressed(
            "document type", good().replace(root, "<!DOCTYPE x>" + root), 500, "OtherXml", "/"),
        unaddressed(
            "external document type",
            good().replace(root, "<!DOCTYPE x SYSTEM 'http://127.0.0.1:9/x.dtd'>" + root),
            500,
            "OtherXml",
            "/"),
        unaddressed(
            "entities in entities",
            good().replace(root, bomb + root).replace("talk", "&c;"),
            500,
            "OtherXml",
            "/"),
        unaddressed(
            "external entity",
            good().replace(root, external + root).replace("talk", "&a;"),
            500,
            "OtherXml",
            "/"),
        unaddressed("undeclared entity", good().replace("talk", "&a;"), 400, "OtherXml", "/"),
        unaddressed("cut off", good().substring(0, 700), 400, "OtherXml", "/"),
        new Bad(
            "cut off at the end",
            XML,
            utf8(good().replace("</S:Envelope>", "")),
            400,
            "OtherXml",
            "/",
            true),
        new Bad("more after the end", XML, utf8(good() + "<more/>"), 400, "OtherXml", "/", true),
        unaddressed("no XML", "hello", 400, "OtherXml", "/"),
        unaddressed("nothing", "", 400, "OtherXml", "/"),
        unaddressed("another root", "<hello/>", 500, "OtherXml", "/*"),
        unaddressed(
            "SOAP 1.2",
            good()
                .replace(
                    "http://schemas.xmlsoap.org/soap/envelope/",
                    "http://www.w3.org/2003/05/soap-envelope"),
            500,
            "NotSupported",
            "/*"),
        unaddressed(
            "very deep",
            good().replace("<e:MessageHeader ", "<d>".repeat(20_000) + "<e:MessageHeader "),
            400,
            "OtherXml",
            "/"),
        unaddressed(
            "very many attributes",
            good().replace("<e:From>", "<e:From " + numbered(" a%d=''", 10_000) + ">"),
            400,
            "OtherXml",
            "/"),
        unaddressed(
            "very many namespaces",
            good().replace("<e:From>", "<e:From " + numbered(" xmlns:n%d='n'", 10_000) + ">"),
            400,
            "OtherXml",
            "/"),
        unaddressed(
            "very many elements",
            good().replace("<e:MessageHeader ", "<x/>".repeat(30_000) + "<e:MessageHeader "),
            400,
            "OtherXml",
            "/"),
        unaddressed(
            "very long name",
            good().replace("<e:MessageHeader ", "<" + "n".repeat(10_000) + "/><e:MessageHeader "),
            500,
            "OtherXml",
            "/"),
        unaddressed(
            "very long text", good().replace("talk", "t".repeat(100_000)), 400, "OtherXml", "/"),
        unaddressed(
            "very long attribute",
            good().replace("<e:From>", "<e:From a='" + "t".repeat(100_000) + "'>"),
            400,
            "OtherXml",
            "/"),
        unaddressed("too large", good() + " ".repeat(600_000), 413, "MimeProblem", "/"),
        new Bad(
            "no UTF-8",
            XML,
            new byte[] {'<', 'a', '>', (byte) 0xff, (byte) 0xfe},
            400,
            "OtherXml",
            "/",
            false));
  }

  private static String numbered(String format, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(format.formatted(i));
    }
    return text.toString();
  }

  private static Bad mime(String name, String type, String body, int status, String location) {
    return new Bad(name, type, utf8(body), status, "MimeProblem", location, false);
  }

  private static String part(String contentId, String type, String content) {
    return "--b\r\n"
        + (contentId.isEmpty() ? "" : "Content-ID: <" + contentId + ">\r\n")
        + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
        + "\r\n"
        + content
        + "\r\n";
  }

  static Stream<Bad> packages() {
    String related = "multipart/related; boundary=b; type=\"text/xml\"";
    String root = part("root@a", "text/xml", good());
    String manifest =
        "<e:Manifest e:version='2.0'><e:Reference xlink:href='cid:there@not'/></e:Manifest>";
    return Stream.of(
        mime("no content type", "", good(), 415, "Content-Type"),
        mime("JSON", "application/json", "{}", 415, "Content-Type"),
        mime("SOAP 1.2's type", "application/soap+xml", good(), 415, "Content-Type"),
        mime("broken type", "text/", good(), 415, "Content-Type"),
        mime("unknown charset", "text/xml; charset=ebcdic", good(), 415, "Content-Type"),
        mime("no boundary", "multipart/related", root + "--b--", 400, "Content-Type"),
        mime("other boundary", "multipart/related; boundary=c", root + "--b--", 400, "/"),
        mime("no end", related, root, 400, "/").named(),
        mime("no part", related, "--b--\r\n", 400, "Content-Type"),
        mime(
            "absent start", related + "; start=\"<other@a>\"", root + "--b--", 400, "Content-Type"),
        mime(
                "same id twice",
                related,
                root + part("root@a", "text/plain", "x") + "--b--",
                400,
                "cid:root@a")
            .named(),
        mime(
                "very many parts",
                related,
                root + part("", "text/plain", "x").repeat(200) + "--b--",
                400,
                "/")
            .named(),
        mime("long Content-IDs", related, root + longContentIds(50) + "--b--", 400, "/").named(),
        mime(
            "long part header",
            related,
            part("root@a", "text/xml\r\nX: " + "x".repeat(100_000), good()) + "--b--",
            400,
            "/"),
        encoded("no Base64", "base64", "!!!==="),
        encoded("Base64 cut off", "base64", "QUJDRA"),
        encoded("no quoted-printable", "quoted-printable", "a=ZZb"),
        encoded("unknown transfer encoding", "x-uuencode", "begin 644 x"),
        mime(
            "root of another type",
            related,
            part("root@a", "text/plain", good()) + "--b--",
            415,
            "Content-Type"),
        mime(
            "envelope too large",
            related,
            part("root@a", "text/xml", good() + " ".repeat(600_000)) + "--b--",
            413,
            "/"),
        new Bad(
            "reference to no part",
            related,
            utf8(
                part("root@a", "text/xml", good().replace("<S:Body>", "<S:Body>" + manifest))
                    + "--b--"),
            500,
            "MimeProblem",
            "cid:there@not",
            true));
  }

  private static Bad encoded(String name, String encoding, String content) {
    String type = "text/plain\r\nContent-Transfer-Encoding: " + encoding;
    return mime(
            name,
            "multipart/related; boundary=b; type=\"text/xml\"",
            part("root@a", "text/xml", good()) + part("p@a", type, content) + "--b--",
            400,
            "/")
        .named();
  }

  private static String longContentIds(int parts) {
    return IntStream.range(0, parts)
        .mapToObj(i -> part("x".repeat(1_000) + i, "text/plain", "x"))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @MethodSource({"documents", "packages"})
  void refusesBadDocuments(Bad bad) {
    bad.assertRefused(SERVER.client("", "").message(bad.contentType(), bad.body()));
  }

  @Test
  void refusesCompressedBodies() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bomb)) {
      for (int i = 0; i < 64; i++) {
        zip.write(new byte[1 << 20]);
      }
    }
    Answer answer = SERVER.client().message(XML, bomb.toByteArray(), "Content-Encoding", "gzip");
    new Bad("gzip", XML, new byte[0], 415, "MimeProblem", "Content-Type", false)
        .assertRefused(answer);
  }

  @Test
  void otherMethodsAreAnsweredWithAllow() {
    for (String method : List.of("GET", "PUT", "DELETE")) {
      Answer answer =
          SERVER.client("", "").send(method, "/ebms", HttpRequest.BodyPublishers.noBody());
      new Bad(method, XML, new byte[0], 405, "NotSupported", "/", false).assertRefused(answer);
      assertThat(answer.header("Allow")).isEqualTo("POST");
    }
  }

  @Test
  void countsRefusals() {
    double before = refused();
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      answers.add(SERVER.client().message("hello"));
    }
    assertThat(answers).allMatch(answer -> answer.status() == 400);
    // A message is counted once it is answered.
    await()
        .atMost(Duration.ofMinutes(30))
        .untilAsserted(() -> assertThat(refused() - before).isEqualTo(3));
  }

  private static double refused() {
    return SERVER.metric(
        "reprise_ebms_received_seconds_count{action=\"unreadable\",application=\"ebms-adapter\","
            + "outcome=\"refused 400\"}");
  }

  @Test
  void requiresCredentialsOutsideMessageEndpoint() {
    for (String path :
        List.of("/api/v1/agreements", "/api/v1/pings/x", "/ebms/", "/ebms/x", "/v3/api-docs")) {
      assertThat(SERVER.client("", "").get(path).status()).as(path).isEqualTo(401);
    }
  }
}
