package org.reprise.oslc.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.riot.RDFParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RdfWriterTest {
  private static Statements statements(int members) {
    Node list = Statements.uri("http://host/list");
    Node blank = NodeFactory.createBlankNode();
    Statements statements =
        new Statements()
            .type(list, Vocabulary.LDP.term("Container"))
            .type(list, Statements.uri("http://unknown/Type"))
            .xml(list, Vocabulary.TITLE, "a < b & \"c\"\n")
            .text(list, Vocabulary.DCTERMS.term("subject"), "ä \\ \u2028")
            .time(list, Vocabulary.DCTERMS.term("created"), Instant.EPOCH)
            .flag(list, Vocabulary.OSLC.term("archived"), true)
            .add(
                list,
                Statements.uri("http://unknown/property"),
                NodeFactory.createLiteralLang("Liste", "de"))
            .add(list, Vocabulary.DCTERMS.term("creator"), blank)
            .text(blank, Vocabulary.FOAF.term("name"), "somebody");
    for (int n = 0; n < members; n++) {
      Node member = Statements.uri("http://host/list#" + n);
      statements
          .add(list, Vocabulary.LDP.term("contains"), member)
          .number(member, Vocabulary.GC.term("position"), n);
    }
    return statements;
  }

  private static Model read(Statements statements, RdfFormat format) {
    return RDFParser.source(new ByteArrayInputStream(RdfWriter.write(statements, format)))
        .lang(format.lang())
        .toModel();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 1_000})
  void formatsHaveSameStatements(int members) {
    Statements statements = statements(members);
    Model turtle = read(statements, RdfFormat.TURTLE);
    assertThat(turtle.size()).isEqualTo(9 + 2L * members);
    assertThat(read(statements, RdfFormat.RDF_XML).isIsomorphicWith(turtle)).isTrue();
    assertThat(read(statements, RdfFormat.JSON_LD).isIsomorphicWith(turtle)).isTrue();
  }

  @Test
  void xmlHasTypedNestedElements() {
    Node provider = Statements.uri("http://host/provider");
    Node service = Statements.uri("http://host/provider#service");
    Statements statements =
        new Statements()
            .type(provider, Vocabulary.OSLC.term("ServiceProvider"))
            .add(provider, Vocabulary.OSLC.term("service"), service)
            .type(service, Vocabulary.OSLC.term("Service"));
    assertThat(new String(RdfWriter.write(statements, RdfFormat.RDF_XML), StandardCharsets.UTF_8))
        .containsPattern(
            "<oslc:ServiceProvider rdf:about=\"http://host/provider\">\\s*<oslc:service>\\s*"
                + "<oslc:Service rdf:about=\"http://host/provider#service\"/>");
  }

  // Each resource within the one before, with the space before each line: 100 MB.
  @Test
  void longChainIsNotNested() {
    Statements chain = new Statements();
    for (int n = 0; n < 5_000; n++) {
      chain.link(
          Statements.uri("http://host/" + n),
          Vocabulary.OSLC.term("next"),
          "http://host/" + (n + 1));
    }
    assertThat(RdfWriter.write(chain, RdfFormat.RDF_XML)).hasSizeLessThan(1_000_000);
  }

  @Test
  void xmlLiteralRoundTrips() {
    Node node = Statements.uri("http://host/a");
    for (String text : new String[] {"a < b", "&amp;", "x\ry\n", "]]>", "<b>bold</b>"}) {
      Node literal =
          new Statements().xml(node, Vocabulary.TITLE, text).triples().getFirst().getObject();
      assertThat(Texts.of(literal)).isEqualTo(text);
    }
  }
}
