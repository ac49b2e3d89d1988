package org.reprise.ldx.rdf;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFWriter;
import org.apache.jena.riot.RIOT;
import org.apache.jena.sparql.graph.GraphFactory;

/** A document that is put together triple by triple. */
public final class RdfWriter {
  private static final int REPLACEMENT = 0xfffd;

  private static final Map<String, String> PREFIX_BY_NAMESPACE =
      Vocabulary.PREFIXES.entrySet().stream()
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

  private final Graph graph = GraphFactory.createDefaultGraph();

  public RdfWriter link(String subject, String predicate, String object) {
    return add(
        NodeFactory.createURI(subject),
        NodeFactory.createURI(predicate),
        NodeFactory.createURI(object));
  }

  public RdfWriter text(String subject, String predicate, String text) {
    return text(NodeFactory.createURI(subject), predicate, text);
  }

  public RdfWriter text(Node subject, String predicate, String text) {
    return add(
        subject, NodeFactory.createURI(predicate), NodeFactory.createLiteralString(writable(text)));
  }

  // A stranger's text may hold what XML 1.0 cannot (section 2.2), and the whole document with it.
  private static String writable(String text) {
    StringBuilder written = new StringBuilder(text.length());
    text.codePoints().map(c -> isOfXml(c) ? c : REPLACEMENT).forEach(written::appendCodePoint);
    return written.toString();
  }

  private static boolean isOfXml(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || c >= ' ' && c <= 0xd7ff
        || c >= 0xe000 && c <= 0xfffd
        || c >= 0x10000;
  }

  public RdfWriter add(Node subject, Node predicate, Node object) {
    graph.add(Triple.create(subject, predicate, object));
    note(subject);
    note(predicate);
    note(object);
    return this;
  }

  // Most documents are short: they begin with the prefixes that they use.
  private void note(Node term) {
    if (!term.isURI() || term.hasURI(Vocabulary.TYPE)) {
      return;
    }
    String uri = term.getURI();
    String namespace = uri.substring(0, Math.max(uri.lastIndexOf('#'), uri.lastIndexOf('/')) + 1);
    String prefix = PREFIX_BY_NAMESPACE.get(namespace);
    if (prefix != null) {
      graph.getPrefixMapping().setNsPrefix(prefix, namespace);
    }
  }

  public byte[] bytes(RdfFormat format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RDFWriter.source(graph)
        .format(format.written())
        // Older clients read only "@prefix".
        .set(RIOT.symTurtleDirectiveStyle, "at")
        .output(bytes);
    return bytes.toByteArray();
  }
}
