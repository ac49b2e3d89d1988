package org.reprise.oslc.rdf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.jena.datatypes.RDFDatatype;
import org.apache.jena.datatypes.TypeMapper;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;

/** The statements of a document, in their order. */
public final class Statements {
  private static final RDFDatatype XML_LITERAL =
      TypeMapper.getInstance().getSafeTypeByName(Vocabulary.RDF.namespace() + "XMLLiteral");

  private final List<Triple> triples = new ArrayList<>();

  public static Node uri(String uri) {
    return NodeFactory.createURI(uri);
  }

  /**
   * Reads a Turtle document on the class path.
   *
   * @param base for its relative URIs
   */
  public static Statements ofResource(String document, String base) {
    try (InputStream in = Statements.class.getResourceAsStream(document)) {
      byte[] body = Objects.requireNonNull(in, document).readAllBytes();
      Statements statements = new Statements();
      RdfReader.read(body, "text/turtle", base).forEach(statements::add);
      return statements;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Statements add(Node subject, Node predicate, Node object) {
    triples.add(Triple.create(subject, predicate, object));
    return this;
  }

  public Statements add(Triple triple) {
    triples.add(triple);
    return this;
  }

  public Statements type(Node subject, Node type) {
    return add(subject, Vocabulary.TYPE, type);
  }

  public Statements link(Node subject, Node predicate, String uri) {
    return add(subject, predicate, uri(uri));
  }

  public Statements text(Node subject, Node predicate, String text) {
    return add(subject, predicate, NodeFactory.createLiteralString(text));
  }

  /**
   * Adds a statement about a text as {@code rdf:XMLLiteral}, which OSLC wants of titles and
   * descriptions: the text's characters, without markup.
   */
  public Statements xml(Node subject, Node predicate, String text) {
    return typed(subject, predicate, Texts.escaped(text), XML_LITERAL);
  }

  private Statements typed(Node subject, Node predicate, String text, RDFDatatype type) {
    return add(subject, predicate, NodeFactory.createLiteralDT(text, type));
  }

  public Statements number(Node subject, Node predicate, long number) {
    return typed(subject, predicate, Long.toString(number), XSDDatatype.XSDinteger);
  }

  public Statements flag(Node subject, Node predicate, boolean flag) {
    return typed(subject, predicate, Boolean.toString(flag), XSDDatatype.XSDboolean);
  }

  /** Adds a statement about a time, to the millisecond. */
  public Statements time(Node subject, Node predicate, Instant time) {
    String text = time.truncatedTo(ChronoUnit.MILLIS).toString();
    return typed(subject, predicate, text, XSDDatatype.XSDdateTime);
  }

  public List<Triple> triples() {
    return Collections.unmodifiableList(triples);
  }
}
