package org.reprise.ldx.rdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslc.rdf.RdfFormat;

class RdfReaderTest {
  private static List<Triple> read(String text, RdfFormat format, int most) throws UnreadableRdf {
    List<Triple> triples = new ArrayList<>();
    RdfReader.read(
        text.getBytes(StandardCharsets.UTF_8), format, "http://a.test/x/", most, triples::add);
    return triples;
  }

  @Test
  void resolvesRelativeUris() throws UnreadableRdf {
    assertThat(read("<1> <p> <../2> .", RdfFormat.TURTLE, 10).getFirst().getObject().getURI())
        .isEqualTo("http://a.test/2");
  }

  @ParameterizedTest
  @CsvSource({
    "http://b.test/1/../2, http://b.test/2",
    "https://b.test/./2, https://b.test/2",
    "http://b.test, http://b.test",
    "http://b.test/2?#, http://b.test/2?#",
    "HTTP://B.test/2/3, HTTP://B.test/2/3",
    "http:2, http://a.test/x/2",
    "//b.test/2, http://b.test/2"
  })
  void urisAreResolvedByTheRulesOfRfc3986(String written, String resolved) throws UnreadableRdf {
    assertThat(read("<1> <p> <%s> .".formatted(written), RdfFormat.TURTLE, 10))
        .extracting(triple -> triple.getObject().getURI())
        .containsExactly(resolved);
  }

  @Test
  void resolvesAgainstBaseOfDocument() throws UnreadableRdf {
    String text = "@base <http://b.test/1/2> . <3> <p> <../4> . @base <5/> . <6> <p> <7> .";
    assertThat(read(text, RdfFormat.TURTLE, 10))
        .extracting(Triple::getSubject)
        .extracting(Node::getURI)
        .containsExactly("http://b.test/1/3", "http://b.test/1/5/6");
  }

  /** The parser keeps each prefix with the base before it, and each base with the one before. */
  @Test
  void boundsPrefixesAndBases() {
    String base = "@base <http://x/" + "x".repeat(100_000) + "/> . ";
    for (String text :
        List.of(base + "@prefix p: <a> . ".repeat(200), "@base <a/> . ".repeat(5_000))) {
      assertThatThrownBy(() -> read(text, RdfFormat.TURTLE, 10))
          .isInstanceOf(UnreadableRdf.TooLarge.class)
          .hasMessageContaining("characters in its terms");
    }
  }

  @Test
  void readsDocumentWithMalformedBytes() throws UnreadableRdf {
    byte[] document = "\ufeff<1> <p> \"a?b\" .".getBytes(StandardCharsets.UTF_8);
    document[document.length - 5] = (byte) 0xff;
    List<Triple> triples = new ArrayList<>();
    RdfReader.read(document, RdfFormat.TURTLE, "http://a.test/", 10, triples::add);
    assertThat(triples)
        .extracting(triple -> triple.getObject().getLiteralLexicalForm())
        .containsExactly("a\ufffdb");
  }

  @Test
  void keepsLiteralsAsWritten() throws UnreadableRdf {
    String text =
        "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . <1> <p> "
            + "\"<b>not closed\"^^rdf:XMLLiteral, 007, \"x\"^^<http://a.test/type> .";
    assertThat(read(text, RdfFormat.TURTLE, 10))
        .extracting(triple -> triple.getObject().getLiteralLexicalForm())
        .containsExactly("<b>not closed", "007", "x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.test/\ufffd",
        "http://a.test/50%",
        "http://a.test/%zz",
        "http://a.test/a b",
        "http://a.test/a|b",
        "http://a.test/?a[]=1#b#c",
        "http://[::1",
        "http://a.test:port/",
        "urn:uuid:1",
        "urn:x"
      })
  void readsDocumentWithMalformedUri(String odd) throws UnreadableRdf {
    String xml =
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
            + " xmlns:a=\"http://a.test/\"><rdf:Description rdf:about=\"1\">"
            + "<a:b rdf:resource=\"%s\"/><a:b rdf:resource=\"../2\"/>".formatted(odd)
            + "</rdf:Description></rdf:RDF>";
    String turtle = "<1> <http://a.test/b> <%s>, <../2> .".formatted(odd.replace(" ", "\\u0020"));
    for (List<Triple> triples :
        List.of(read(xml, RdfFormat.RDF_XML, 10), read(turtle, RdfFormat.TURTLE, 10))) {
      assertThat(triples)
          .extracting(triple -> triple.getObject().getURI())
          .containsExactly(odd, "http://a.test/2");
    }
  }

  @Test
  void rejectsTooManyTriples() {
    String text = "<http://a.test/1> <http://a.test/p> 1, 2, 3 .";
    assertThatThrownBy(() -> read(text, RdfFormat.TURTLE, 2))
        .isInstanceOf(UnreadableRdf.class)
        .hasMessageContaining("more than 2 triples");
  }

  private static String jsonLd(String value, int values) {
    return "{\"@context\": {\"p\": {\"@id\": \"http://a.test/p\", \"@type\": \"@id\"}}, \"p\": ["
        + IntStream.range(0, values).mapToObj(value::formatted).collect(Collectors.joining(", "))
        + "]}";
  }

  /** Reading these would take minutes, and more than 50,000 triples is what it would end with. */
  @ParameterizedTest
  @ValueSource(strings = {"\"http://a.test/%d\"", "{\"@id\": \"http://a.test/%d\"}", "{}"})
  void rejectsTooManyJsonLdValues(String value) {
    assertThatThrownBy(() -> read(jsonLd(value, 80_000), RdfFormat.JSON_LD, 50_000))
        .isInstanceOf(UnreadableRdf.class)
        .hasMessageContaining("more than 11,000 values");
  }

  /** Few values, but half a million objects around them. */
  @Test
  void rejectsTooManyNestedJsonLdObjects() {
    String nested = "{\"a\":".repeat(100) + 1 + "}".repeat(100);
    String document =
        "{\"@context\": {\"a\": \"http://p/a\"}, \"a\": [%s]}"
            .formatted(String.join(",", Collections.nCopies(4_900, nested)));
    assertThatThrownBy(() -> read(document, RdfFormat.JSON_LD, 1_000_000))
        .isInstanceOf(UnreadableRdf.class)
        .hasMessageContaining("22,000 objects and arrays");
  }

  private static String scoped(int terms) {
    String context =
        IntStream.range(0, terms)
            .mapToObj(term -> "\"t%1$d\": \"http://a.test/t%1$d\"".formatted(term))
            .collect(Collectors.joining(", ", "{", "}"));
    return "{\"@context\": {\"p\": {\"@id\": \"http://a.test/p\", \"@context\": %s}}, \"p\": {\"t1\": 1}}"
        .formatted(context);
  }

  /** Each object that such a context is of has it read again. */
  @Test
  void rejectsLongNestedContexts() throws UnreadableRdf {
    assertThat(read(scoped(500), RdfFormat.JSON_LD, 10)).hasSize(2);
    assertThatThrownBy(() -> read(scoped(501), RdfFormat.JSON_LD, 10))
        .isInstanceOf(UnreadableRdf.class)
        .hasMessageContaining("more than 500 values in contexts");
  }

  @Test
  void reportsPlaceOfMalformedJson() {
    assertThatThrownBy(() -> read("{\"a\":\n oops}", RdfFormat.JSON_LD, 10))
        .isInstanceOf(UnreadableRdf.class)
        .hasMessageContaining("Line 2, column ");
  }

  @Test
  void doesNotLoadRemoteContexts() {
    assertThatThrownBy(
            () -> read("{\"@context\": \"http://127.0.0.1:1/\", \"a\": 1}", RdfFormat.JSON_LD, 10))
        .isInstanceOf(UnreadableRdf.class)
        .hasMessageContaining("not fetched");
    String xml =
        "<!DOCTYPE r [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><rdf:RDF"
            + " xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
            + " xmlns:a=\"http://a.test/\"><rdf:Description rdf:about=\"http://a.test/1\">"
            + "<a:b>&e;</a:b></rdf:Description></rdf:RDF>";
    List<Triple> triples = new ArrayList<>();
    try {
      triples.addAll(read(xml, RdfFormat.RDF_XML, 10));
    } catch (UnreadableRdf e) {
      assertThat(e.reason()).doesNotContain("root:");
    }
    assertThat(triples.toString()).doesNotContain("root:");
  }

  @Test
  void rejectsExpandingEntities() {
    StringBuilder text = new StringBuilder("<!DOCTYPE r [<!ENTITY a0 \"aaaaaaaaaa\">");
    for (int i = 1; i < 12; i++) {
      text.append("<!ENTITY a%d \"%s\">".formatted(i, "&a%d;".formatted(i - 1).repeat(10)));
    }
    text.append(
        "]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
            + " xmlns:a=\"http://a.test/\"><rdf:Description rdf:about=\"http://a.test/1\">"
            + "<a:b>&a11;</a:b></rdf:Description></rdf:RDF>");
    assertThatThrownBy(() -> read(text.toString(), RdfFormat.RDF_XML, 10))
        .isInstanceOf(UnreadableRdf.class);
  }

  @Test
  void rejectsUnusableUris() {
    assertThat(Texts.isAddress("http://a.test/ü?x#y")).isTrue();
    assertThat(Texts.isAddress("urn:a")).isFalse();
    assertThat(Texts.isUsableUri("urn:a")).isTrue();
    assertThat(Texts.isUsableUri("http://a.test/\0")).isFalse();
    assertThat(Texts.isUsableUri("http://a.test/ b")).isFalse();
    assertThat(Texts.isUsableUri("http://a.test/\\u003e")).as("would end it in Turtle").isFalse();
    assertThat(Texts.isUsableUri("http://a.test/{b}")).isFalse();
    assertThat(Texts.isUsableUri("http://a.test/\ud800")).isFalse();
    assertThat(Texts.isUsableUri("http://a.test/" + "a".repeat(2_000))).isFalse();
  }
}
