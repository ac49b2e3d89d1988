package org.reprise.oslc.rdf;

import java.io.ByteArrayOutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.io.output.StringBuilderWriter;
import org.apache.jena.atlas.io.IndentedWriter;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFFormat;
import org.apache.jena.riot.RDFWriter;
import org.apache.jena.riot.RIOT;
import org.apache.jena.riot.SysRIOT;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.writer.WriterStreamRDFBlocks;
import org.apache.jena.sparql.graph.GraphFactory;
import org.apache.jena.sparql.util.Context;
import org.springframework.util.DigestUtils;

public final class RdfWriter {
  private static final int USUAL_LENGTH = 2_048;
  // Longer ones are written as JSON-LD by a writer of our own, and as RDF/XML without nesting: a
  // chain of resources, each within the one before, grows with the square of its length.
  private static final int LONG_DOCUMENT = 1_000;

  // As Turtle was before it took SPARQL's directives, too: older clients read only these.
  private static final Context TURTLE = new Context().set(RIOT.symTurtleDirectiveStyle, "at");

  // URIs were looked at when they were stored; the writer would fail where it does not like one.
  private static final Map<String, Object> RDF_XML = Map.of("allowBadURIs", "true");

  private static final Map<String, String> PREFIX_BY_NAMESPACE =
      Vocabulary.byPrefix().entrySet().stream()
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

  private RdfWriter() {}

  /**
   * Writes statements. Turtle keeps their order and is written without a graph in memory, which is
   * what the many small answers need. RDF/XML has typed elements, nested as clients' XPaths expect
   * them.
   */
  public static byte[] write(Statements statements, RdfFormat format) {
    Map<String, String> prefixes = prefixes(statements);
    if (format == RdfFormat.TURTLE) {
      return turtle(statements, prefixes);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_LENGTH);
    boolean isLong = statements.triples().size() > LONG_DOCUMENT;
    if (format == RdfFormat.JSON_LD && isLong) {
      JsonLd.write(statements, prefixes, bytes);
    } else {
      Graph graph = GraphFactory.createDefaultGraph();
      graph.getPrefixMapping().setNsPrefixes(prefixes);
      statements.triples().forEach(graph::add);
      RDFWriter.source(graph)
          .format(
              format == RdfFormat.JSON_LD
                  ? RDFFormat.JSONLD
                  : isLong ? RDFFormat.RDFXML_PLAIN : RDFFormat.RDFXML_ABBREV)
          .set(SysRIOT.sysRdfWriterProperties, RDF_XML)
          .output(bytes);
    }
    return bytes.toByteArray();
  }

  private static byte[] turtle(Statements statements, Map<String, String> prefixes) {
    Text text = new Text();
    StreamRDF turtle = new WriterStreamRDFBlocks(new Lines(text), TURTLE);
    turtle.start();
    prefixes.forEach(turtle::prefix);
    statements.triples().forEach(turtle::triple);
    turtle.finish();
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  // The JDK's writers take a lock for each character, and the library writes character by
  // character.
  private static final class Text extends StringBuilderWriter {
    private static final long serialVersionUID = 1;

    Text() {
      super(USUAL_LENGTH);
    }

    @Override
    public void write(int character) {
      getBuilder().append((char) character);
    }
  }

  // Given any other writer, the library puts one of the JDK's before it.
  private static final class Lines extends IndentedWriter {
    Lines(Writer text) {
      super(text);
    }
  }

  public static String etag(byte[] body, RdfFormat format) {
    return "\"%s-%s\"".formatted(DigestUtils.md5DigestAsHex(body), format.suffix());
  }

  // Only what the document uses, for most documents are short.
  private static Map<String, String> prefixes(Statements statements) {
    Map<String, String> used = new TreeMap<>();
    for (Triple triple : statements.triples()) {
      addPrefix(triple.getPredicate(), used);
      if (triple.getPredicate().equals(Vocabulary.TYPE)) {
        addPrefix(triple.getObject(), used);
      } else if (triple.getObject().isLiteral()) {
        used.put(Vocabulary.XSD.prefix(), Vocabulary.XSD.namespace());
      }
    }
    return used;
  }

  private static void addPrefix(Node term, Map<String, String> used) {
    if (!term.isURI()) {
      return;
    }
    String uri = term.getURI();
    String namespace = uri.substring(0, Math.max(uri.lastIndexOf('#'), uri.lastIndexOf('/')) + 1);
    String prefix = PREFIX_BY_NAMESPACE.get(namespace);
    if (prefix != null) {
      used.put(prefix, namespace);
    }
  }
}
