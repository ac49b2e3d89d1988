package org.reprise.oslc.rdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;

class RdfReaderTest {
  private static final String BASE = "http://here/thing";
  private static final String LD = "application/ld+json";
  private static final String XML = "application/rdf+xml";

  private static List<Triple> read(String text, String contentType) {
    return RdfReader.read(text.getBytes(StandardCharsets.UTF_8), contentType, BASE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/turtle; charset=UTF-8|<> <http://p/a> \"x\" .",
        "application/ld+json|{\"@id\": \"\", \"http://p/a\": \"x\"}",
        "application/rdf+xml|<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
            + " xmlns:p=\"http://p/\"><rdf:Description"
            + " rdf:about=\"\"><p:a>x</p:a></rdf:Description></rdf:RDF>",
      })
  void readsEachFormatWithTheBaseOfRelativeUris(String contentType, String text) {
    List<Triple> triples = read(text, contentType);
    assertThat(triples).hasSize(1);
    assertThat(triples.getFirst().getSubject().getURI()).isEqualTo(BASE);
    assertThat(triples.getFirst().getPredicate().getURI()).isEqualTo("http://p/a");
    assertThat(triples.getFirst().getObject().getLiteralLexicalForm()).isEqualTo("x");
  }

  @Test
  void errorNamesLineAndColumn() {
    assertThatThrownBy(() -> read("<> <http://p/a> \"x\" .\n<> <http://p/a> oops .", "text/turtle"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("Line 2")
        .satisfies(
            thrown -> assertThat(((Refusal) thrown).status()).isEqualTo(HttpStatus.BAD_REQUEST));
    assertThatThrownBy(() -> read("<rdf:RDF\n<", XML))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("Line 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"@id\": 1", "[1, 2", "{\"@context\": 5}", "nothing"})
  void refusesMalformedJson(String text) {
    assertThatThrownBy(() -> read(text, LD))
        .isInstanceOf(Refusal.class)
        .satisfies(
            thrown -> assertThat(((Refusal) thrown).status()).isEqualTo(HttpStatus.BAD_REQUEST));
  }

  /** The processor would drop each statement with such a URI, and the rest would be stored. */
  @ParameterizedTest
  @ValueSource(strings = {"http://x/a b", "http://x/{a}", "http://x/%zz", "http://[::1"})
  void keepsStatementsWithMalformedUrisInJsonLd(String uri) {
    assertThat(read("{\"@id\": \"\", \"http://p/a\": {\"@id\": \"" + uri + "\"}}", LD))
        .singleElement()
        .satisfies(triple -> assertThat(triple.getObject().getURI()).isEqualTo(uri));
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    byte[] body = "<> <http://p/a> \"x\" .".getBytes(StandardCharsets.UTF_8);
    body[body.length - 4] = (byte) 0xff;
    assertThatThrownBy(() -> RdfReader.read(body, "text/turtle", BASE)).isInstanceOf(Refusal.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/octet-stream", "text/plain"})
  void refusesOtherMediaTypes(String contentType) {
    assertThatThrownBy(() -> read("", contentType))
        .isInstanceOf(Refusal.class)
        .satisfies(thrown ->
            assertThat(((Refusal) thrown).status()).isEqualTo(HttpStatus.UNSUPPORTED_MEDIA_TYPE));
  }

  @Test
  void refusesTooManyStatements() {
    StringBuilder text = new StringBuilder("<> <http://p/a> 0");
    for (int i = 1; i < RdfReader.MAX_STATEMENTS; i++) {
      text.append(", ").append(i);
    }
    assertThat(read(text + " .", "text/turtle")).hasSize(RdfReader.MAX_STATEMENTS);
    assertThatThrownBy(() -> read(text + ", -1 .", "text/turtle"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("10,000");
    String xml =
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
            + " xmlns:p=\"http://p/\"><rdf:Description rdf:about=\"\">"
            + "<p:a>x</p:a>".repeat(RdfReader.MAX_STATEMENTS + 1)
            + "</rdf:Description></rdf:RDF>";
    assertThatThrownBy(() -> read(xml, XML))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("10,000");
  }

  /** A base of 4 MB would be in each of 250,000 prefixes, which the parser keeps. */
  @Test
  void boundsPrefixesAndBasesOfTurtle() {
    String base = "@base <http://x/" + "x".repeat(100_000) + "/> . ";
    String prefixes =
        IntStream.range(0, 200)
            .mapToObj(n -> "@prefix p" + n + ": <a> . ")
            .collect(Collectors.joining());
    for (String text : List.of(base + prefixes, "@base <a/> . ".repeat(5_000))) {
      assertThatThrownBy(() -> read(text, "text/turtle"))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("too long together");
    }
  }

  /** A vocabulary of 4 MB would be in each of 5,000 terms, and each term in the next one. */
  @Test
  void boundsContextsOfJsonLd() {
    String values =
        IntStream.range(0, 600)
            .mapToObj(n -> "\"a" + n + "\": 1")
            .collect(Collectors.joining(", "));
    String chain =
        IntStream.range(1, 1_200)
            .mapToObj(n -> ", \"t%d\": \"t%d:%s/\"".formatted(n, n - 1, "x".repeat(60)))
            .collect(Collectors.joining());
    for (String context :
        List.of(
            "\"@vocab\": \"http://x/" + "x".repeat(100_000) + "\"",
            "\"@base\": \"http://x/" + "x".repeat(100_000) + "/\"",
            "\"t0\": \"http://x/\"" + chain)) {
      assertThatThrownBy(() -> read("{\"@context\": {%s}, %s}".formatted(context, values), LD))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("contexts");
    }
  }

  /** The time that its processor takes grows with the square of their number. */
  @Test
  void refusesVeryManyValuesOfJsonLdSoon() {
    String numbers =
        IntStream.range(0, 100_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
    assertTimeoutPreemptively(
        Duration.ofMinutes(10),
        () ->
            assertThatThrownBy(() -> read("{\"http://p/a\": [" + numbers + "]}", LD))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("5,000"));
    String allowed =
        IntStream.range(0, RdfReader.MAX_VALUES - 2)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    assertThat(read("{\"http://p/a\": [" + allowed + "]}", LD)).hasSize(RdfReader.MAX_VALUES - 2);
  }

  /** Few values, but half a million objects around them. */
  @Test
  void refusesVeryManyNestedObjectsOfJsonLd() {
    String nested = "{\"a\":".repeat(100) + 1 + "}".repeat(100);
    String document =
        "{\"@context\": {\"a\": \"http://p/a\"}, \"a\": [%s]}"
            .formatted(String.join(",", Collections.nCopies(4_900, nested)));
    assertThatThrownBy(() -> read(document, LD))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("10,000 objects and arrays");
  }

  /** Each object that such a context is of has it read again. */
  @Test
  void refusesLongContextsWithinContexts() {
    assertThat(read(scoped(500), LD)).hasSize(2);
    assertThatThrownBy(() -> read(scoped(501), LD))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("more than 500 values in contexts");
  }

  private static String scoped(int terms) {
    String context =
        IntStream.range(0, terms)
            .mapToObj(term -> "\"t%1$d\": \"http://p/t%1$d\"".formatted(term))
            .collect(Collectors.joining(", ", "{", "}"));
    return "{\"@context\": {\"p\": {\"@id\": \"http://p/p\", \"@context\": %s}}, \"p\": {\"t1\": 1}}"
        .formatted(context);
  }

  @Test
  void readsTheTextOfAnXmlLiteral() {
    List<Triple> triples =
        read(
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
                + " xmlns:p=\"http://p/\"><rdf:Description rdf:about=\"\"><p:a"
                + " rdf:parseType=\"Literal\">Fish &amp; <b>chips</b> &lt;3</p:a>"
                + "</rdf:Description></rdf:RDF>",
            XML);
    assertThat(Texts.of(triples.getFirst().getObject())).isEqualTo("Fish & chips <3");
    assertThat(
            Texts.of(read("<> <http://p/a> \"a &amp; b\" .", "text/turtle").getFirst().getObject()))
        .isEqualTo("a &amp; b");
    String noXml =
        "<> <http://p/a> \"a & b\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral> .";
    assertThat(Texts.of(read(noXml, "text/turtle").getFirst().getObject())).isEqualTo("a & b");
  }

  @Test
  void refusesDeepNesting() {
    assertThatThrownBy(
            () -> read("<> <http://p/a> " + "[ <http://p/a> ".repeat(100_000), "text/turtle"))
        .isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> read("{\"http://p/a\":".repeat(50_000), LD))
        .isInstanceOf(Refusal.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        LD + "|{\"@context\": \"%s\", \"a\": 1}",
        LD + "|{\"@context\": {\"@import\": \"%s\"}, \"a\": 1}",
        XML
            + "|<!DOCTYPE r SYSTEM \"%s\"><rdf:RDF"
            + " xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>",
        XML
            + "|<!DOCTYPE r [<!ENTITY %% p SYSTEM \"%s\"> %%p;]><rdf:RDF"
            + " xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>",
      })
  void fetchesNothing(String contentType, String text) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      String other = "http://127.0.0.1:" + server.getAddress().getPort() + "/other";
      assertThatThrownBy(() -> read(text.formatted(other), contentType))
          .isInstanceOf(Refusal.class)
          .satisfies(
              thrown -> assertThat(((Refusal) thrown).status()).isEqualTo(HttpStatus.BAD_REQUEST));
      assertThat(asked).hasValue(0);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void readsNoFileThatXmlNames(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "the secret");
    String text =
        "<!DOCTYPE r [<!ENTITY s SYSTEM \""
            + secret.toUri()
            + "\">]>"
            + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
            + " xmlns:p=\"http://p/\"><rdf:Description rdf:about=\"\"><p:a>&s;</p:a>"
            + "</rdf:Description></rdf:RDF>";
    assertThatThrownBy(() -> read(text, XML))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("Line 1")
        .message()
        .doesNotContain("the secret");
  }

  private static String xml(String documentType, String attribute, String text) {
    return documentType
        + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
        + " xmlns:p=\"http://p/\">\n<rdf:Description rdf:about=\"\" p:b=\""
        + attribute
        + "\"><p:a>"
        + text
        + "</p:a></rdf:Description></rdf:RDF>";
  }

  /** Else a text would be stored that was never sent. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|b|A &foo; B",
        "|&foo;|A",
        "<!DOCTYPE r>|b|A &foo; B",
        "<!DOCTYPE r SYSTEM \"http://127.0.0.1:9/x.dtd\">|b|A &foo; B",
        "<!DOCTYPE r SYSTEM \"http://127.0.0.1:9/x.dtd\">|&foo;|A",
        "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>|b|A &x; B",
        "<!DOCTYPE r [<!ENTITY x \"&foo;\">]>|b|A &x; B",
        "<!DOCTYPE r [<!ENTITY % p \"<!ENTITY x 'y'>\"> %p;]>|b|A &foo; B",
        "<!DOCTYPE r [<!ENTITY % p \"<!ENTITY x 'y'>\"> %p;]>|&foo;|A",
      })
  void refusesEntitiesThatItDoesNotKnow(
      @Nullable String documentType, String attribute, String text) {
    assertThatThrownBy(() -> read(xml(Objects.toString(documentType, ""), attribute, text), XML))
        .isInstanceOf(Refusal.class)
        .hasMessageMatching("(?s)Line \\d+, column \\d+: .+")
        .satisfies(
            thrown -> assertThat(((Refusal) thrown).status()).isEqualTo(HttpStatus.BAD_REQUEST));
  }

  @Test
  void readsEntitiesOfTheDocument() {
    String type = "<!DOCTYPE r [<!ENTITY p \"http://p/\"><!ENTITY t \"x &amp; &p;\">]>";
    assertThat(read(xml(type, "&p;b", "A &t; &lt;B&#33;"), XML))
        .extracting(triple -> triple.getObject().getLiteralLexicalForm())
        .containsExactlyInAnyOrder("http://p/b", "A x & http://p/ <B!");
  }

  @Test
  void endsWhereXmlUnfoldsToVeryMuch() {
    StringBuilder text = new StringBuilder("<!DOCTYPE r [<!ENTITY a0 \"aaaaaaaaaa\">");
    for (int i = 1; i < 12; i++) {
      text.append("<!ENTITY a%d \"%s\">".formatted(i, ("&a" + (i - 1) + ";").repeat(10)));
    }
    text.append(
        "]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
            + " xmlns:p=\"http://p/\"><rdf:Description rdf:about=\"\"><p:a>&a11;</p:a>"
            + "</rdf:Description></rdf:RDF>");
    assertThatThrownBy(() -> read(text.toString(), XML)).isInstanceOf(Refusal.class);
  }
}
