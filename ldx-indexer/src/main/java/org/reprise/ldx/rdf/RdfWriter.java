package org.reprise.ldx.rdf;

import java.io.ByteArrayOutputStream;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFWriter;
import org.apache.jena.sparql.graph.GraphFactory;

/** A document that is put together triple by triple. */
public final class RdfWriter {
  private static final int REPLACEMENT = 0xfffd;

  private final Graph graph = GraphFactory.createDefaultGraph();

  /** An empty document with the prefixes of OSLC. */
  public RdfWriter() {
    Vocabulary.PREFIXES.forEach(graph.getPrefixMapping()::setNsPrefix);
  }

  /** Adds a statement about two resources. */
  public RdfWriter link(String subject, String predicate, String object) {
    return add(
        NodeFactory.createURI(subject),
        NodeFactory.createURI(predicate),
        NodeFactory.createURI(object));
  }

  /** Adds a statement with a text. */
  public RdfWriter text(String subject, String predicate, String text) {
    return text(NodeFactory.createURI(subject), predicate, text);
  }

  /** The same of any subject. */
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

  /** Adds any statement. */
  public RdfWriter add(Node subject, Node predicate, Node object) {
    graph.add(Triple.create(subject, predicate, object));
    return this;
  }

  /** The document. */
  public byte[] bytes(RdfFormat format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RDFWriter.source(graph).format(format.written()).output(bytes);
    return bytes.toByteArray();
  }
}
