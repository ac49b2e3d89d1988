package org.reprise.trs.artifact;

import static org.reprise.oslc.rdf.Vocabulary.OSLC;

import java.util.Arrays;
import java.util.Set;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.graph.GraphFactory;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.application.Application;

/**
 * The one type of artifact that an application has. The links that it may store are in its resource
 * shape, a document on the class path: those of the vocabularies of OSLC Change Management 3.0,
 * Quality Management 2.1 and Requirements Management 2.1, and the people that {@code
 * dcterms:creator} and {@code dcterms:contributor} name.
 */
public enum Shape {
  CHANGE_REQUEST(Application.CCM, "changeRequest", Vocabulary.OSLC_CM, "ChangeRequest"),
  TEST_CASE(Application.QM, "testCase", Vocabulary.OSLC_QM, "TestCase"),
  REQUIREMENT(Application.RM, "requirement", Vocabulary.OSLC_RM, "Requirement");

  private final Application application;
  private final String path;
  private final Vocabulary domain;
  private final Node type;
  private final Set<String> links;

  Shape(Application application, String path, Vocabulary domain, String type) {
    this.application = application;
    this.path = path;
    this.domain = domain;
    this.type = domain.term(type);
    this.links = writableLinks(document());
  }

  private static Set<String> writableLinks(String document) {
    Graph shape = GraphFactory.createDefaultGraph();
    Statements.ofResource(document, "http://localhost/").triples().forEach(shape::add);
    Node no = NodeFactory.createLiteralByValue(false);
    return shape
        .find(Node.ANY, OSLC.term("valueType"), OSLC.term("Resource"))
        .mapWith(Triple::getSubject)
        .filterKeep(property -> shape.contains(property, OSLC.term("readOnly"), no))
        .mapWith(property ->
            shape.find(property, OSLC.term("propertyDefinition"), Node.ANY).next().getObject())
        .mapWith(Node::getURI)
        .toSet();
  }

  /** Returns the shape of an application's artifacts. */
  public static Shape of(Application application) {
    return Arrays.stream(values())
        .filter(shape -> shape.application == application)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(application + " has no artifacts"));
  }

  /** Returns the last segment of its URI. */
  public String path() {
    return path;
  }

  /** Returns its document on the class path. */
  public String document() {
    return "/oslc/" + path + ".ttl";
  }

  /** Returns the vocabulary of its class. */
  public Vocabulary domain() {
    return domain;
  }

  /** Returns the class of the artifacts. */
  public Node type() {
    return type;
  }

  boolean isVersioned() {
    return application.isVersioned();
  }

  /** Returns URIs of the properties whose values are links. */
  Set<String> links() {
    return links;
  }
}
