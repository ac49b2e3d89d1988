package org.reprise.trs.artifact;

import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.springframework.stereotype.Component;

/** Writes artifacts as RDF. */
@Component
public final class ArtifactDocuments {
  public static final Node IDENTIFIER = Vocabulary.DCTERMS.term("identifier");
  public static final Node SHORT_ID = Vocabulary.OSLC.term("shortId");
  public static final Node DESCRIPTION = Vocabulary.DCTERMS.term("description");
  public static final Node SUBJECT = Vocabulary.DCTERMS.term("subject");
  public static final Node CREATED = Vocabulary.DCTERMS.term("created");
  public static final Node MODIFIED = Vocabulary.DCTERMS.term("modified");
  public static final Node SERVICE_PROVIDER = Vocabulary.OSLC.term("serviceProvider");
  public static final Node INSTANCE_SHAPE = Vocabulary.OSLC.term("instanceShape");
  public static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  static final Node VERSION_RESOURCE = Vocabulary.OSLC_CONFIG.term("VersionResource");
  static final Node IS_VERSION_OF = Vocabulary.DCTERMS.term("isVersionOf");
  static final Node VERSION_ID = Vocabulary.OSLC_CONFIG.term("versionId");

  private final Applications applications;

  ArtifactDocuments(Applications applications) {
    this.applications = applications;
  }

  /**
   * An artifact. A version is a {@code oslc_config:VersionResource}, and all else has the concept
   * as its subject (OSLC Configuration Management 1.1, "Version Resources").
   */
  public Statements of(Artifact artifact) {
    Application application = artifact.application();
    Statements statements = new Statements();
    if (application.isVersioned()) {
      Node version = Statements.uri(applications.tracked(application, artifact.version()));
      statements
          .type(version, VERSION_RESOURCE)
          .link(version, IS_VERSION_OF, applications.concept(application, artifact.id()))
          .text(version, VERSION_ID, Integer.toString(artifact.number()))
          .link(version, COMPONENT, applications.component(application, artifact.project()));
    }
    addContent(artifact, statements);
    return statements;
  }

  /** Adds what has the work item or concept as its subject. */
  public void addContent(Artifact artifact, Statements statements) {
    Application application = artifact.application();
    Node concept = Statements.uri(applications.concept(application, artifact.id()));
    Content content = artifact.content();
    statements
        .type(concept, Shape.of(application).type())
        .text(concept, IDENTIFIER, Long.toString(artifact.id()))
        .text(concept, SHORT_ID, Long.toString(artifact.id()))
        .text(concept, Vocabulary.TITLE, content.title());
    if (content.description() != null) {
      statements.text(concept, DESCRIPTION, content.description());
    }
    content.subjects().forEach(subject -> statements.text(concept, SUBJECT, subject));
    statements
        .time(concept, CREATED, artifact.created())
        .time(concept, MODIFIED, artifact.modified())
        .link(concept, SERVICE_PROVIDER, applications.provider(application, artifact.project()))
        .link(
            concept, INSTANCE_SHAPE, applications.shape(application, Shape.of(application).path()));
    if (application.isVersioned()) {
      statements.link(concept, COMPONENT, applications.component(application, artifact.project()));
    }
    content
        .links()
        .forEach(link -> statements.link(concept, Statements.uri(link.predicate()), link.target()));
  }
}
