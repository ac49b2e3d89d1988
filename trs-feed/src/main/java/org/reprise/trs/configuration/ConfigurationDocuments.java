package org.reprise.trs.configuration;

import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;

/** Writes components, streams and baselines as RDF. */
final class ConfigurationDocuments {
  private static final Node IDENTIFIER = Vocabulary.DCTERMS.term("identifier");
  private static final Node CREATED = Vocabulary.DCTERMS.term("created");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("Configuration");

  private final String base;

  /** For an application's base URI. */
  ConfigurationDocuments(String base) {
    this.base = base;
  }

  String componentUri(int project) {
    return base + "/component/" + project;
  }

  String configurationUri(long id) {
    return base + "/configuration/" + id;
  }

  Statements component(Configurations.Project project) {
    Node component = Statements.uri(componentUri(project.number()));
    return new Statements()
        .type(component, Vocabulary.OSLC_CONFIG.term("Component"))
        .text(component, Vocabulary.TITLE, project.title())
        .text(component, IDENTIFIER, Integer.toString(project.number()))
        .link(
            component,
            Vocabulary.OSLC_CONFIG.term("configurations"),
            componentUri(project.number()) + "/configurations")
        .link(
            component,
            Vocabulary.OSLC.term("serviceProvider"),
            base + "/oslc/projects/" + project.number());
  }

  Statements configuration(LocalConfiguration configuration) {
    Node node = Statements.uri(configurationUri(configuration.id()));
    Statements statements =
        new Statements()
            .type(node, CONFIGURATION)
            .type(
                node, Vocabulary.OSLC_CONFIG.term(configuration.isStream() ? "Stream" : "Baseline"))
            .text(node, Vocabulary.TITLE, configuration.title())
            .text(node, IDENTIFIER, Long.toString(configuration.id()))
            .time(node, CREATED, configuration.created())
            .link(node, COMPONENT, componentUri(configuration.project()))
            .add(node, Vocabulary.OSLC_CONFIG.term("acceptedBy"), CONFIGURATION)
            .flag(node, Vocabulary.OSLC_CONFIG.term("mutable"), configuration.isStream())
            .link(
                node,
                Vocabulary.OSLC_CONFIG.term("selections"),
                configurationUri(configuration.id()) + "/selections");
    if (configuration.isStream()) {
      statements.link(
          node,
          Vocabulary.OSLC_CONFIG.term("baselines"),
          configurationUri(configuration.id()) + "/baselines");
    } else {
      statements
          .link(
              node,
              Vocabulary.OSLC_CONFIG.term("baselineOfStream"),
              configurationUri(configuration.stream()))
          .link(
              node,
              Vocabulary.OSLC_CONFIG.term("streams"),
              configurationUri(configuration.id()) + "/streams");
    }
    if (configuration.previous() != null) {
      statements.link(
          node,
          Vocabulary.OSLC_CONFIG.term("previousBaseline"),
          configurationUri(configuration.previous()));
    }
    return statements;
  }
}
