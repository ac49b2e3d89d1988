package org.reprise.trs.artifact;

import static org.reprise.oslc.rdf.Vocabulary.OSLC_CM;
import static org.reprise.oslc.rdf.Vocabulary.OSLC_QM;
import static org.reprise.oslc.rdf.Vocabulary.OSLC_RM;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.application.Application;

/**
 * The one type of artifact that an application has, and the links it may store: those of the
 * vocabularies of OSLC Change Management 3.0, Quality Management 2.1 and Requirements Management
 * 2.1, and the people that {@code dcterms:creator} and {@code dcterms:contributor} name.
 */
public enum Shape {
  /** A work item. */
  CHANGE_REQUEST(
      Application.CCM,
      "changeRequest",
      OSLC_CM,
      "ChangeRequest",
      "implementsRequirement",
      "testedByTestCase",
      "affectsRequirement",
      "tracksRequirement",
      "relatedChangeRequest",
      "relatedTestCase",
      "relatedTestPlan",
      "relatedTestScript",
      "relatedTestExecutionRecord",
      "blocksTestExecutionRecord",
      "affectsTestResult",
      "affectedByDefect",
      "affectsPlanItem",
      "tracksChangeSet"),
  /** A test case. */
  TEST_CASE(
      Application.QM,
      "testCase",
      OSLC_QM,
      "TestCase",
      "validatesRequirement",
      "testsChangeRequest",
      "relatedChangeRequest",
      "usesTestScript"),
  /** A requirement. */
  REQUIREMENT(
      Application.RM,
      "requirement",
      OSLC_RM,
      "Requirement",
      "elaborates",
      "elaboratedBy",
      "specifies",
      "specifiedBy",
      "affectedBy",
      "trackedBy",
      "implementedBy",
      "validatedBy",
      "satisfies",
      "satisfiedBy",
      "decomposes",
      "decomposedBy",
      "constrains",
      "constrainedBy");

  private final Application application;
  private final String path;
  private final Vocabulary domain;
  private final Node type;
  private final Set<String> links;

  Shape(Application application, String path, Vocabulary domain, String type, String... linkNames) {
    this.application = application;
    this.path = path;
    this.domain = domain;
    this.type = domain.term(type);
    this.links =
        Stream.concat(
                Stream.of(linkNames).map(domain::term),
                Stream.of("creator", "contributor").map(Vocabulary.DCTERMS::term))
            .map(Node::getURI)
            .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Of an application's artifacts. */
  public static Shape of(Application application) {
    return Arrays.stream(values())
        .filter(shape -> shape.application == application)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(application + " has no artifacts"));
  }

  /** The last segment of its URI. */
  public String path() {
    return path;
  }

  /** The vocabulary that it is of. */
  public Vocabulary domain() {
    return domain;
  }

  /** The class of the artifacts. */
  public Node type() {
    return type;
  }

  /** Whether artifacts have versions. */
  boolean isVersioned() {
    return application.isVersioned();
  }

  /** Whether a property's values are links. */
  public boolean isLink(String property) {
    return links.contains(property);
  }

  /** Returns the class of the resources that a link leads to, as far as its vocabulary says. */
  public Node range(String link) {
    String name = Statements.uri(link).getLocalName();
    if (link.startsWith(Vocabulary.DCTERMS.namespace())) {
      return Vocabulary.FOAF.term("Person");
    }
    int test = name.indexOf("Test");
    if (test >= 0) {
      return OSLC_QM.term(name.substring(test));
    }
    return switch (name) {
      case "validatedBy" -> TEST_CASE.type;
      case "implementedBy", "affectedBy", "trackedBy", "affectedByDefect" -> CHANGE_REQUEST.type;
      case "affectsPlanItem" -> Vocabulary.RDFS.term("Resource");
      case "tracksChangeSet" -> Vocabulary.OSLC_CONFIG.term("ChangeSet");
      default -> name.endsWith("ChangeRequest") ? CHANGE_REQUEST.type : REQUIREMENT.type;
    };
  }

  /** URIs of the properties whose values are links. */
  public List<String> links() {
    return List.copyOf(links);
  }
}
