package org.reprise.trs.oslc;

import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.artifact.ArtifactDocuments;
import org.reprise.trs.artifact.Shape;

/** What shapes say as RDF (OSLC Core 3.0, "Resource Shape"). */
final class ShapeDocuments {
  /** The last segment of the URI of the shape of a query's result. */
  static final String RESULT = "queryResult";

  private static final Node PROPERTY = Vocabulary.OSLC.term("property");
  private static final Node PROPERTY_TYPE = Vocabulary.OSLC.term("Property");
  private static final Node NAME = Vocabulary.OSLC.term("name");
  private static final Node DEFINITION = Vocabulary.OSLC.term("propertyDefinition");
  private static final Node OCCURS = Vocabulary.OSLC.term("occurs");
  private static final Node VALUE_TYPE = Vocabulary.OSLC.term("valueType");
  private static final Node READ_ONLY = Vocabulary.OSLC.term("readOnly");
  private static final Node REPRESENTATION = Vocabulary.OSLC.term("representation");

  private static final Node STRING = Vocabulary.XSD.term("string");
  private static final Node DATE_TIME = Vocabulary.XSD.term("dateTime");
  private static final Node RESOURCE = Vocabulary.OSLC.term("Resource");

  private static final Node ONCE = Vocabulary.OSLC.term("Exactly-one");
  private static final Node AT_MOST_ONCE = Vocabulary.OSLC.term("Zero-or-one");
  private static final Node ANY = Vocabulary.OSLC.term("Zero-or-many");
  private static final Node AT_LEAST_ONCE = Vocabulary.OSLC.term("One-or-many");

  private final Node node;
  private final Statements statements = new Statements();

  private ShapeDocuments(String uri) {
    this.node = Statements.uri(uri);
  }

  static Statements of(Shape shape, String uri, boolean isVersioned) {
    ShapeDocuments document = new ShapeDocuments(uri);
    document
        .statements
        .type(document.node, Vocabulary.OSLC.term("ResourceShape"))
        .text(document.node, Vocabulary.TITLE, "Shape of a " + shape.type().getLocalName())
        .add(document.node, Vocabulary.OSLC.term("describes"), shape.type());
    document.add(Vocabulary.TITLE, ONCE, STRING, false);
    document.add(ArtifactDocuments.DESCRIPTION, AT_MOST_ONCE, STRING, false);
    document.add(ArtifactDocuments.SUBJECT, ANY, STRING, false);
    for (String link : shape.links()) {
      Node property = document.add(Statements.uri(link), ANY, RESOURCE, false);
      document.range(property, shape.range(link));
    }
    Node type = document.add(Vocabulary.TYPE, AT_LEAST_ONCE, RESOURCE, true);
    document.range(type, Vocabulary.RDFS.term("Class"));
    document.statements.add(type, Vocabulary.OSLC.term("allowedValue"), shape.type());
    document.add(ArtifactDocuments.IDENTIFIER, ONCE, STRING, true);
    document.add(ArtifactDocuments.SHORT_ID, ONCE, STRING, true);
    document.add(ArtifactDocuments.CREATED, ONCE, DATE_TIME, true);
    document.add(ArtifactDocuments.MODIFIED, ONCE, DATE_TIME, true);
    document.range(
        document.add(ArtifactDocuments.SERVICE_PROVIDER, ONCE, RESOURCE, true),
        Vocabulary.OSLC.term("ServiceProvider"));
    document.range(
        document.add(ArtifactDocuments.INSTANCE_SHAPE, ONCE, RESOURCE, true),
        Vocabulary.OSLC.term("ResourceShape"));
    if (isVersioned) {
      document.range(
          document.add(ArtifactDocuments.COMPONENT, ONCE, RESOURCE, true),
          Vocabulary.OSLC_CONFIG.term("Component"));
    }
    return document.statements;
  }

  /**
   * Describes what answers a query: the container of what was found (OSLC Query 3.0, which wants
   * the member property marked).
   *
   * @param uri of this shape
   * @param members URI of the shape of each member
   */
  static Statements ofResult(Shape shape, String uri, String members) {
    ShapeDocuments document = new ShapeDocuments(uri);
    document
        .statements
        .type(document.node, Vocabulary.OSLC.term("ResourceShape"))
        .text(document.node, Vocabulary.TITLE, "Shape of the result of a query")
        .add(document.node, Vocabulary.OSLC.term("describes"), Vocabulary.LDP.term("Container"));
    Node property = document.add(Vocabulary.RDFS.term("member"), ANY, RESOURCE, true);
    document
        .statements
        .flag(property, Vocabulary.OSLC.term("isMemberProperty"), true)
        .add(property, Vocabulary.OSLC.term("range"), shape.type())
        .link(property, Vocabulary.OSLC.term("valueShape"), members);
    return document.statements;
  }

  private void range(Node property, Node type) {
    statements.add(property, Vocabulary.OSLC.term("range"), type);
  }

  private Node add(Node definition, Node occurs, Node valueType, boolean isReadOnly) {
    String name = definition.getLocalName();
    Node property = Statements.uri(node.getURI() + "#" + name);
    statements
        .add(node, PROPERTY, property)
        .type(property, PROPERTY_TYPE)
        .text(property, NAME, name)
        .add(property, DEFINITION, definition)
        .add(property, OCCURS, occurs)
        .add(property, VALUE_TYPE, valueType)
        .flag(property, READ_ONLY, isReadOnly);
    if (valueType.equals(RESOURCE)) {
      statements.add(property, REPRESENTATION, Vocabulary.OSLC.term("Reference"));
    }
    return property;
  }
}
