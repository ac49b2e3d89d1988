package org.reprise.trs.oslc;

import java.util.List;
import java.util.Locale;
import org.apache.jena.graph.Node;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.artifact.Shape;
import org.reprise.trs.configuration.Configurations;

/** Writes discovery documents (OSLC Core 3.0, "Discovery"; the root services of Jazz). */
final class DiscoveryDocuments {
  private static final Node SERVICE_PROVIDER = Vocabulary.OSLC.term("serviceProvider");
  private static final Node DOMAIN = Vocabulary.OSLC.term("domain");
  private static final Node RESOURCE_SHAPE = Vocabulary.OSLC.term("resourceShape");
  private static final Node RESOURCE_TYPE = Vocabulary.OSLC.term("resourceType");

  private final Applications applications;

  DiscoveryDocuments(Applications applications) {
    this.applications = applications;
  }

  private String catalogUri(Application application) {
    return applications.base(application) + "/oslc/catalog";
  }

  Statements rootServices(String uri, List<Application> found) {
    Node node = Statements.uri(uri);
    Statements statements = new Statements();
    statements.text(node, Vocabulary.TITLE, "Root services");
    for (Application application : found) {
      Vocabulary domain = Shape.of(application).domain();
      String name = domain.prefix().substring("oslc_".length()) + "ServiceProviders";
      // Clients look for the name of version 1, or for that of version 2.
      Node former =
          Statements.uri(
              "http://open-services.net/xmlns/%s/1.0/%s".formatted(name.substring(0, 2), name));
      statements
          .link(node, former, catalogUri(application))
          .link(node, domain.term(name), catalogUri(application))
          .link(node, Vocabulary.TRS.term("trackedResourceSet"), applications.feed(application));
    }
    return statements;
  }

  Statements catalog(Application application, List<Configurations.Project> projects) {
    Node catalog = Statements.uri(catalogUri(application));
    Statements statements =
        new Statements()
            .type(catalog, Vocabulary.OSLC.term("ServiceProviderCatalog"))
            .xml(
                catalog,
                Vocabulary.TITLE,
                "Project areas of " + application.path().toUpperCase(Locale.ROOT))
            .link(catalog, DOMAIN, Shape.of(application).domain().namespace());
    for (Configurations.Project project : projects) {
      statements.link(
          catalog, SERVICE_PROVIDER, applications.provider(application, project.number()));
    }
    for (Configurations.Project project : projects) {
      Node provider = Statements.uri(applications.provider(application, project.number()));
      statements
          .type(provider, Vocabulary.OSLC.term("ServiceProvider"))
          .xml(provider, Vocabulary.TITLE, project.title());
    }
    return statements;
  }

  Statements provider(Application application, Configurations.Project project) {
    Shape shape = Shape.of(application);
    String uri = applications.provider(application, project.number());
    Node provider = Statements.uri(uri);
    Node service = Statements.uri(uri + "#service");
    Node factory = Statements.uri(uri + "#creation");
    Node query = Statements.uri(uri + "#query");
    String resources = applications.factory(application, project.number());
    Statements statements =
        new Statements()
            .type(provider, Vocabulary.OSLC.term("ServiceProvider"))
            .xml(provider, Vocabulary.TITLE, project.title())
            .text(
                provider, Vocabulary.DCTERMS.term("identifier"), Integer.toString(project.number()))
            .add(provider, Vocabulary.OSLC.term("service"), service)
            .link(provider, Vocabulary.OSLC.term("details"), uri);
    if (application.isVersioned()) {
      statements.link(
          provider,
          Vocabulary.OSLC_CONFIG.term("component"),
          applications.component(application, project.number()));
    }
    statements
        .type(service, Vocabulary.OSLC.term("Service"))
        .link(service, DOMAIN, shape.domain().namespace())
        .add(service, Vocabulary.OSLC.term("creationFactory"), factory)
        .add(service, Vocabulary.OSLC.term("queryCapability"), query)
        .type(factory, Vocabulary.OSLC.term("CreationFactory"))
        .xml(factory, Vocabulary.TITLE, "Creation of artifacts")
        .link(factory, Vocabulary.OSLC.term("creation"), resources)
        .link(factory, RESOURCE_SHAPE, applications.shape(application, shape.path()))
        .add(factory, RESOURCE_TYPE, shape.type())
        .add(factory, Vocabulary.OSLC.term("usage"), Vocabulary.OSLC.term("default"))
        .type(query, Vocabulary.OSLC.term("QueryCapability"))
        .xml(query, Vocabulary.TITLE, "Query for artifacts")
        .link(query, Vocabulary.OSLC.term("queryBase"), resources)
        .link(query, RESOURCE_SHAPE, applications.shape(application, "queryResult"))
        .add(query, RESOURCE_TYPE, shape.type())
        .add(query, Vocabulary.OSLC.term("usage"), Vocabulary.OSLC.term("default"));
    OslcQuery.addPrefixes(statements, provider);
    return statements;
  }
}
