package org.reprise.trs.configuration;

import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;

/** Writes components, streams and baselines as RDF. */
final class ConfigurationDocuments {
  private static final Node IDENTIFIER = Vocabulary.DCTERMS.term("identifier");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("Configuration");

  private final Applications applications;

  ConfigurationDocuments(Applications applications) {
    this.applications = applications;
  }

  Statements component(Application application, Configurations.Project project) {
    String uri = applications.component(application, project.number());
    Node component = Statements.uri(uri);
    return new Statements()
        .type(component, Vocabulary.OSLC_CONFIG.term("Component"))
        .text(component, Vocabulary.TITLE, project.title())
        .text(component, IDENTIFIER, Integer.toString(project.number()))
        .link(component, Vocabulary.OSLC_CONFIG.term("configurations"), uri + "/configurations")
        .link(
            component,
            Vocabulary.OSLC.term("serviceProvider"),
            applications.provider(application, project.number()));
  }

  Statements configuration(Application application, LocalConfiguration configuration) {
    String uri = applications.configuration(application, configuration.id());
    Node node = Statements.uri(uri);
    Statements statements =
        new Statements()
            .type(node, CONFIGURATION)
            .type(
                node, Vocabulary.OSLC_CONFIG.term(configuration.isStream() ? "Stream" : "Baseline"))
            .text(node, Vocabulary.TITLE, configuration.title())
            .text(node, IDENTIFIER, Long.toString(configuration.id()))
            .time(node, Vocabulary.DCTERMS.term("created"), configuration.created())
            .link(node, COMPONENT, applications.component(application, configuration.project()))
            .add(node, Vocabulary.OSLC_CONFIG.term("acceptedBy"), CONFIGURATION)
            .flag(node, Vocabulary.OSLC_CONFIG.term("mutable"), configuration.isStream())
            .link(node, Vocabulary.OSLC_CONFIG.term("selections"), uri + "/selections");
    if (configuration.isStream()) {
      statements.link(node, Vocabulary.OSLC_CONFIG.term("baselines"), uri + "/baselines");
    } else {
      statements
          .link(
              node,
              Vocabulary.OSLC_CONFIG.term("baselineOfStream"),
              applications.configuration(application, configuration.stream()))
          .link(node, Vocabulary.OSLC_CONFIG.term("streams"), uri + "/streams");
    }
    if (configuration.previous() != null) {
      statements.link(
          node,
          Vocabulary.OSLC_CONFIG.term("previousBaseline"),
          applications.configuration(application, configuration.previous()));
    }
    return statements;
  }
}
