package org.reprise.gc.configuration;

import java.util.List;
import org.apache.jena.graph.Node;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.springframework.stereotype.Component;

/** Writes streams, baselines and their contributions as RDF. */
@Component
public final class ConfigurationDocuments {
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("Configuration");
  private static final Node CONTRIBUTION = Vocabulary.OSLC_CONFIG.term("contribution");
  private static final Node CONTRIBUTION_CLASS = Vocabulary.OSLC_CONFIG.term("Contribution");
  private static final Node CONTRIBUTED = Vocabulary.OSLC_CONFIG.term("configuration");
  private static final Node ORDER = Vocabulary.OSLC_CONFIG.term("contributionOrder");
  private static final Node OVERRIDES = Vocabulary.OSLC_CONFIG.term("overrides");
  private static final Node ACCEPTS = Vocabulary.OSLC_CONFIG.term("accepts");
  private static final Node BASELINE = Vocabulary.OSLC_CONFIG.term("Baseline");
  private static final Node STREAM = Vocabulary.OSLC_CONFIG.term("Stream");

  private final ResourceUris uris;

  ConfigurationDocuments(ResourceUris uris) {
    this.uris = uris;
  }

  /** Returns a configuration with its contributions inline. */
  public Statements configuration(
      GlobalConfiguration configuration, List<Contribution> contributions) {
    String uri = uris.configuration(configuration.id());
    Node node = Statements.uri(uri);
    Statements statements =
        new Statements()
            .type(node, CONFIGURATION)
            .type(node, configuration.isStream() ? STREAM : BASELINE)
            .xml(node, Vocabulary.TITLE, configuration.title())
            .text(node, Vocabulary.DCTERMS.term("identifier"), Long.toString(configuration.id()))
            .link(
                node,
                Vocabulary.OSLC_CONFIG.term("component"),
                uris.component(configuration.component()));
    addLabels(node, configuration, statements);
    addHistory(node, uri, configuration, statements);
    if (configuration.isStream()) {
      statements.add(
          node,
          ACCEPTS,
          configuration.accepts() == GlobalConfiguration.Accepts.BASELINES
              ? BASELINE
              : CONFIGURATION);
    }
    statements.add(node, Vocabulary.OSLC_CONFIG.term("acceptedBy"), CONFIGURATION);
    statements.link(node, Vocabulary.OSLC_CONFIG.term("selections"), uri + "/selections");
    addContributions(node, uri, contributions, statements);
    return statements;
  }

  private void addLabels(Node node, GlobalConfiguration configuration, Statements statements) {
    if (configuration.description() != null) {
      statements.xml(node, Vocabulary.DCTERMS.term("description"), configuration.description());
    }
    configuration
        .subjects()
        .forEach(subject -> statements.text(node, Vocabulary.DCTERMS.term("subject"), subject));
    if (configuration.branch() != null) {
      statements.link(node, Vocabulary.OSLC_CONFIG.term("branch"), configuration.branch());
    }
    if (configuration.isArchived()) {
      statements.flag(node, Vocabulary.OSLC.term("archived"), true);
    }
    statements
        .time(node, Vocabulary.DCTERMS.term("created"), configuration.created())
        .time(node, Vocabulary.DCTERMS.term("modified"), configuration.modified());
    addCreator(node, configuration.creator(), statements);
    statements.link(
        node,
        Vocabulary.OSLC.term("instanceShape"),
        uris.shape(configuration.isStream() ? "stream" : "baseline"));
  }

  /** Says who created a resource: an account of this service, by its name. */
  public static void addCreator(Node node, String name, Statements statements) {
    Node creator = Statements.uri(node.getURI() + "#creator");
    statements
        .add(node, Vocabulary.DCTERMS.term("creator"), creator)
        .type(creator, Vocabulary.FOAF.term("Person"))
        .text(creator, Vocabulary.FOAF.term("name"), name);
  }

  private void addHistory(
      Node node, String uri, GlobalConfiguration configuration, Statements statements) {
    if (configuration.isStream()) {
      statements.link(node, Vocabulary.OSLC_CONFIG.term("baselines"), uri + "/baselines");
    } else {
      statements.link(node, Vocabulary.OSLC_CONFIG.term("streams"), uri + "/streams");
    }
    if (configuration.baselineOfStream() != null) {
      statements.link(
          node,
          Vocabulary.OSLC_CONFIG.term("baselineOfStream"),
          uris.configuration(configuration.baselineOfStream()));
    }
    if (configuration.previousBaseline() != null) {
      statements.link(
          node,
          Vocabulary.OSLC_CONFIG.term("previousBaseline"),
          uris.configuration(configuration.previousBaseline()));
    }
    Long origin =
        configuration.stagingOf() == null ? configuration.beganFrom() : configuration.stagingOf();
    if (origin != null) {
      statements.link(node, Vocabulary.PROV.term("wasDerivedFrom"), uris.configuration(origin));
    }
  }

  private static void addContributions(
      Node node, String uri, List<Contribution> contributions, Statements statements) {
    contributions.forEach(one -> statements.link(node, CONTRIBUTION, uri + "#" + one.slug()));
    for (Contribution one : contributions) {
      Node contribution = Statements.uri(uri + "#" + one.slug());
      statements
          .type(contribution, CONTRIBUTION_CLASS)
          .link(contribution, CONTRIBUTED, one.target().uri())
          .text(contribution, ORDER, one.order());
      if (one.overrides() != null) {
        statements.link(contribution, OVERRIDES, one.overrides());
      }
    }
  }

  /** What a global configuration selects itself: nothing. */
  Statements selections(long id) {
    return new Statements()
        .type(
            Statements.uri(uris.configuration(id) + "/selections"),
            Vocabulary.OSLC_CONFIG.term("Selections"));
  }
}
