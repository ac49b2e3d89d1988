package org.reprise.gc.oslc;

import java.util.List;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/**
 * What the resources of this server look like (OSLC Core 3.0, "Resource Shape"): the shapes of OSLC
 * Configuration Management 1.1 with the properties that this server has.
 */
final class ShapeDocuments {
  private static final Node STRING = Vocabulary.XSD.term("string");
  private static final Node XML = Vocabulary.RDF.term("XMLLiteral");
  private static final Node DATE_TIME = Vocabulary.XSD.term("dateTime");
  private static final Node BOOLEAN = Vocabulary.XSD.term("boolean");
  private static final Node RESOURCE = Vocabulary.OSLC.term("Resource");
  private static final Node ANY_RESOURCE = Vocabulary.OSLC.term("AnyResource");

  private static final Node ONCE = Vocabulary.OSLC.term("Exactly-one");
  private static final Node AT_MOST_ONCE = Vocabulary.OSLC.term("Zero-or-one");
  private static final Node ANY = Vocabulary.OSLC.term("Zero-or-many");
  private static final Node AT_LEAST_ONCE = Vocabulary.OSLC.term("One-or-many");

  private final String shapes;
  private final Node node;
  private final Statements statements = new Statements();

  private ShapeDocuments(String shapes, String name) {
    this.shapes = shapes;
    this.node = Statements.uri(shapes + name);
  }

  /**
   * Describes a shape.
   *
   * @param name the last part of its URI
   * @param shapes the other part
   * @throws Refusal 404 where there is none of that name
   */
  static Statements of(String name, String shapes) {
    ShapeDocuments document = new ShapeDocuments(shapes, name);
    switch (name) {
      case "component" -> document.component();
      case "stream" -> document.stream();
      case "baseline" -> document.baseline();
      case "configuration" -> document.either();
      case "contribution" -> document.contribution();
      case "selections" -> document.selections();
      case "query-components" ->
          document.result("The result of a query for components", "component", "Component");
      case "query-configurations" ->
          document.result(
              "The result of a query for streams and baselines",
              "configuration",
              "Stream",
              "Baseline");
      default ->
          throw Refusal.notFound(
              "There are the shapes component, stream, baseline, configuration, contribution,"
                  + " selections, query-components and query-configurations, not '%s'."
                      .formatted(name));
    }
    return document.statements;
  }

  private void component() {
    begin("Component", "The shape of a component");
    labels(false);
    link("configurations", ONCE, true, Vocabulary.LDP.term("Container"));
    made();
  }

  private void stream() {
    begin("Stream", "The shape of a stream");
    configuration(false);
    accepts();
    link("baselines", ONCE, true, Vocabulary.LDP.term("Container"));
    reference(Vocabulary.PROV.term("wasDerivedFrom"), ANY, true, config("Configuration"));
  }

  private void baseline() {
    begin("Baseline", "The shape of a baseline");
    configuration(true);
    link("baselineOfStream", ONCE, true, config("Configuration"));
    link("streams", ONCE, true, Vocabulary.LDP.term("Container"));
  }

  // Of the results of a query for both.
  private void either() {
    begin("Configuration", "The shape of a stream or baseline");
    configuration(false);
    accepts();
    link("baselines", AT_MOST_ONCE, true, Vocabulary.LDP.term("Container"));
    link("baselineOfStream", AT_MOST_ONCE, true, config("Configuration"));
    link("streams", AT_MOST_ONCE, true, Vocabulary.LDP.term("Container"));
    reference(Vocabulary.PROV.term("wasDerivedFrom"), ANY, true, config("Configuration"));
  }

  // OSLC Query 3.0: the container of the results, with the property whose values they are.
  private void result(String title, String shape, String... ranges) {
    statements.type(node, Vocabulary.OSLC.term("ResourceShape")).xml(node, Vocabulary.TITLE, title);
    Node member = property(Vocabulary.RDFS.term("member"), ANY, RESOURCE, true);
    statements
        .flag(member, Vocabulary.OSLC.term("isMemberProperty"), true)
        .add(member, Vocabulary.OSLC.term("representation"), Vocabulary.OSLC.term("Either"))
        .link(member, Vocabulary.OSLC.term("valueShape"), shapes + shape);
    for (String range : ranges) {
      statements.add(member, Vocabulary.OSLC.term("range"), config(range));
    }
  }

  private void configuration(boolean isBaseline) {
    labels(isBaseline);
    link("component", ONCE, true, config("Component"));
    allow(
        reference(config("acceptedBy"), ANY, true, Vocabulary.RDFS.term("Class")), "Configuration");
    Node contribution = property(config("contribution"), ANY, ANY_RESOURCE, isBaseline);
    statements
        .add(contribution, Vocabulary.OSLC.term("representation"), Vocabulary.OSLC.term("Inline"))
        .link(contribution, Vocabulary.OSLC.term("valueShape"), shapes + "contribution")
        .add(contribution, Vocabulary.OSLC.term("range"), config("Contribution"));
    link("selections", ANY, true, config("Selections"));
    link("previousBaseline", ANY, true, config("Baseline"));
    Node branch = property(config("branch"), AT_MOST_ONCE, RESOURCE, isBaseline);
    statements.add(
        branch, Vocabulary.OSLC.term("representation"), Vocabulary.OSLC.term("Reference"));
    property(Vocabulary.OSLC.term("archived"), AT_MOST_ONCE, BOOLEAN, false);
    made();
  }

  private void contribution() {
    begin("Contribution", "The shape of a contribution");
    link("configuration", ONCE, false, config("Configuration"));
    property(config("contributionOrder"), ONCE, STRING, false);
    link("overrides", AT_MOST_ONCE, false, config("Configuration"));
  }

  private void selections() {
    begin("Selections", "The shape of the selections of a global configuration: it has none");
    link("selects", ANY, true, null);
  }

  private void begin(String type, String title) {
    statements
        .type(node, Vocabulary.OSLC.term("ResourceShape"))
        .xml(node, Vocabulary.TITLE, title)
        .add(node, Vocabulary.OSLC.term("describes"), config(type));
    Node types =
        reference(
            Vocabulary.TYPE,
            type.equals("Contribution") ? ANY : AT_LEAST_ONCE,
            true,
            Vocabulary.RDFS.term("Class"));
    switch (type) {
      case "Stream", "Baseline" -> allow(types, type, "Configuration");
      case "Configuration" -> allow(types, "Stream", "Baseline", "Configuration");
      default -> allow(types, type);
    }
  }

  private void accepts() {
    allow(
        reference(config("accepts"), ANY, true, Vocabulary.RDFS.term("Class")),
        "Configuration",
        "Baseline");
  }

  private void allow(Node property, String... values) {
    for (String value : values) {
      statements.add(property, Vocabulary.OSLC.term("allowedValue"), config(value));
    }
  }

  private void labels(boolean isBaseline) {
    property(Vocabulary.TITLE, AT_MOST_ONCE, XML, false);
    property(Vocabulary.DCTERMS.term("description"), AT_MOST_ONCE, XML, isBaseline);
    property(Vocabulary.DCTERMS.term("subject"), ANY, STRING, false);
  }

  private void made() {
    property(Vocabulary.DCTERMS.term("identifier"), AT_MOST_ONCE, STRING, true);
    property(Vocabulary.DCTERMS.term("created"), AT_MOST_ONCE, DATE_TIME, true);
    property(Vocabulary.DCTERMS.term("modified"), AT_MOST_ONCE, DATE_TIME, true);
    Node creator = property(Vocabulary.DCTERMS.term("creator"), ANY, ANY_RESOURCE, true);
    statements
        .add(creator, Vocabulary.OSLC.term("representation"), Vocabulary.OSLC.term("Either"))
        .add(creator, Vocabulary.OSLC.term("range"), Vocabulary.FOAF.term("Person"));
    for (Node one :
        List.of(Vocabulary.OSLC.term("serviceProvider"), Vocabulary.OSLC.term("instanceShape"))) {
      reference(one, one.getLocalName().equals("instanceShape") ? AT_MOST_ONCE : ANY, true, null);
    }
  }

  private static Node config(String name) {
    return Vocabulary.OSLC_CONFIG.term(name);
  }

  private void link(String name, Node occurs, boolean isReadOnly, @Nullable Node range) {
    reference(config(name), occurs, isReadOnly, range);
  }

  private Node reference(Node definition, Node occurs, boolean isReadOnly, @Nullable Node range) {
    Node property = property(definition, occurs, RESOURCE, isReadOnly);
    statements.add(
        property, Vocabulary.OSLC.term("representation"), Vocabulary.OSLC.term("Reference"));
    if (range != null) {
      statements.add(property, Vocabulary.OSLC.term("range"), range);
    }
    return property;
  }

  private Node property(Node definition, Node occurs, Node valueType, boolean isReadOnly) {
    String name = definition.getLocalName();
    Node property = Statements.uri(node.getURI() + "#" + name);
    statements
        .add(node, Vocabulary.OSLC.term("property"), property)
        .type(property, Vocabulary.OSLC.term("Property"))
        .text(property, Vocabulary.OSLC.term("name"), name)
        .add(property, Vocabulary.OSLC.term("propertyDefinition"), definition)
        .add(property, Vocabulary.OSLC.term("occurs"), occurs)
        .add(property, Vocabulary.OSLC.term("valueType"), valueType)
        .flag(property, Vocabulary.OSLC.term("readOnly"), isReadOnly);
    return property;
  }
}
