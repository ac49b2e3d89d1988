package org.reprise.gc.configuration;

import java.util.List;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.springframework.stereotype.Component;

/** Writes streams, baselines and their contributions as RDF. */
@Component
public final class ConfigurationDocuments {
  private static final Node CONTRIBUTION_CLASS = Vocabulary.OSLC_CONFIG.term("Contribution");

  private final ResourceUris uris;

  ConfigurationDocuments(ResourceUris uris) {
    this.uris = uris;
  }

  public Statements configuration(
      GlobalConfiguration configuration, List<Contribution> contributions) {
    String uri = uris.configuration(configuration.id());
    Node node = Statements.uri(uri);
    boolean isStream = configuration.isStream();
    Statements statements =
        description(
                node, configuration, Terms.CONFIGURATION, isStream ? Terms.STREAM : Terms.BASELINE)
            .link(node, Terms.COMPONENT, uris.component(configuration.component()))
            .link(node, Terms.INSTANCE_SHAPE, uris.shape(isStream ? "stream" : "baseline"))
            .add(node, Terms.ACCEPTED_BY, Terms.CONFIGURATION)
            .link(node, Terms.SELECTIONS, uri + "/selections");
    if (configuration.branch() != null) {
      statements.link(node, Terms.BRANCH, configuration.branch());
    }
    if (configuration.isArchived()) {
      statements.flag(node, Terms.ARCHIVED, true);
    }
    if (isStream) {
      boolean isAny = configuration.accepts() == GlobalConfiguration.Accepts.ANY;
      statements
          .link(node, Terms.BASELINES, uri + "/baselines")
          .add(node, Terms.ACCEPTS, isAny ? Terms.CONFIGURATION : Terms.BASELINE);
    } else {
      statements.link(node, Terms.STREAMS, uri + "/streams");
    }
    link(node, Terms.BASELINE_OF_STREAM, configuration.baselineOfStream(), statements);
    link(node, Terms.PREVIOUS_BASELINE, configuration.previousBaseline(), statements);
    Long origin =
        configuration.stagingOf() == null ? configuration.beganFrom() : configuration.stagingOf();
    link(node, Vocabulary.PROV.term("wasDerivedFrom"), origin, statements);
    addContributions(node, contributions, statements);
    return addCreator(node, configuration.creator(), statements);
  }

  private void link(Node node, Node property, @Nullable Long id, Statements statements) {
    if (id != null) {
      statements.link(node, property, uris.configuration(id));
    }
  }

  /** Begins the document of a component or configuration; the caller adds the creator last. */
  public static Statements description(Node node, DescribedResource resource, Node... types) {
    Statements statements = new Statements();
    List.of(types).forEach(type -> statements.type(node, type));
    statements
        .xml(node, Vocabulary.TITLE, resource.title())
        .text(node, Terms.IDENTIFIER, Long.toString(resource.id()))
        .time(node, Terms.CREATED, resource.created())
        .time(node, Terms.MODIFIED, resource.modified());
    if (resource.description() != null) {
      statements.xml(node, Terms.DESCRIPTION, resource.description());
    }
    resource.subjects().forEach(subject -> statements.text(node, Terms.SUBJECT, subject));
    return statements;
  }

  /** Adds the creator of a resource: an account of this service, by its name. */
  public static Statements addCreator(Node node, String name, Statements statements) {
    Node creator = Statements.uri(node.getURI() + "#creator");
    return statements
        .add(node, Vocabulary.DCTERMS.term("creator"), creator)
        .type(creator, Vocabulary.FOAF.term("Person"))
        .text(creator, Vocabulary.FOAF.term("name"), name);
  }

  public static void addContributions(
      Node configuration, List<Contribution> contributions, Statements statements) {
    String start = configuration.getURI() + "#";
    contributions.forEach(
        one -> statements.link(configuration, Terms.CONTRIBUTION, start + one.slug()));
    for (Contribution one : contributions) {
      Node node = Statements.uri(start + one.slug());
      statements
          .type(node, CONTRIBUTION_CLASS)
          .link(node, Terms.CONTRIBUTED, one.target().uri())
          .text(node, Terms.CONTRIBUTION_ORDER, one.order());
      if (one.overrides() != null) {
        statements.link(node, Terms.OVERRIDES, one.overrides());
      }
    }
  }

  /** Returns the selections of a global configuration, which are empty. */
  Statements selections(long id) {
    return new Statements()
        .type(
            Statements.uri(uris.configuration(id) + "/selections"),
            Vocabulary.OSLC_CONFIG.term("Selections"));
  }
}
