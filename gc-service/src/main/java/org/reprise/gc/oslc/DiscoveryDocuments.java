package org.reprise.gc.oslc;

import org.apache.jena.graph.Node;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;

/** What discovery finds (OSLC Core 3.0, "Discovery"; the root services of Jazz). */
final class DiscoveryDocuments {
  // How clients of the report's system look for global configurations, and how those of OSLC do.
  private static final Node GLOBAL_PROVIDERS =
      Statements.uri("http://jazz.net/ns/globalconfig#globalConfigServiceProviders");
  private static final Node PROVIDERS = Vocabulary.OSLC_CONFIG.term("cmServiceProviders");
  private static final Node DOMAIN = Vocabulary.OSLC.term("domain");
  private static final Node RESOURCE_SHAPE = Vocabulary.OSLC.term("resourceShape");
  private static final Node RESOURCE_TYPE = Vocabulary.OSLC.term("resourceType");
  private static final Node USAGE = Vocabulary.OSLC.term("usage");
  private static final Node DEFAULT = Vocabulary.OSLC.term("default");
  private static final Node HINT_HEIGHT = Vocabulary.OSLC.term("hintHeight");
  private static final Node HINT_WIDTH = Vocabulary.OSLC.term("hintWidth");
  private static final Node GLOBAL = Vocabulary.OSLC_CONFIG.term("globalConfigurationService");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("Component");
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("Configuration");
  private static final Node STREAM = Vocabulary.OSLC_CONFIG.term("Stream");
  private static final Node BASELINE = Vocabulary.OSLC_CONFIG.term("Baseline");

  private final String base;

  /** For a service whose URIs begin so: with {@code …/gc}. */
  DiscoveryDocuments(String base) {
    this.base = base;
  }

  private String catalogUri() {
    return base + "/sp-catalog";
  }

  private String providerUri() {
    return base + "/service-provider";
  }

  private String shape(String name) {
    return base + "/shapes/" + name;
  }

  Statements rootServices(String uri) {
    Node node = Statements.uri(uri);
    return new Statements()
        .text(node, Vocabulary.TITLE, "Root services of global configurations")
        .link(node, GLOBAL_PROVIDERS, catalogUri())
        .link(node, PROVIDERS, catalogUri())
        .link(node, Vocabulary.OSLC.term("serviceProviderCatalog"), catalogUri())
        .link(node, Vocabulary.TRS.term("trackedResourceSet"), base + "/trs");
  }

  Statements catalog() {
    Node catalog = Statements.uri(catalogUri());
    Node provider = Statements.uri(providerUri());
    return new Statements()
        .type(catalog, Vocabulary.OSLC.term("ServiceProviderCatalog"))
        .xml(catalog, Vocabulary.TITLE, "Global configurations")
        .link(catalog, DOMAIN, Vocabulary.OSLC_CONFIG.namespace())
        .add(catalog, Vocabulary.OSLC.term("serviceProvider"), provider)
        .type(provider, Vocabulary.OSLC.term("ServiceProvider"))
        .xml(provider, Vocabulary.TITLE, "Global configurations");
  }

  Statements provider() {
    Node provider = Statements.uri(providerUri());
    Node service = Statements.uri(providerUri() + "#service");
    Statements statements =
        new Statements()
            .type(provider, Vocabulary.OSLC.term("ServiceProvider"))
            .xml(provider, Vocabulary.TITLE, "Global configurations")
            .text(provider, Vocabulary.DCTERMS.term("identifier"), "gc")
            .link(provider, Vocabulary.OSLC.term("details"), base + "/web")
            .add(provider, Vocabulary.OSLC.term("service"), service)
            .type(service, Vocabulary.OSLC.term("Service"))
            .link(service, DOMAIN, Vocabulary.OSLC_CONFIG.namespace())
            .add(service, USAGE, GLOBAL);
    OslcQuery.addPrefixes(statements, provider);
    factory(statements, service);
    query(statements, service, "components", "Query for components", COMPONENT);
    query(statements, service, "configurations", "Query for streams and baselines", CONFIGURATION);
    dialogs(statements, service);
    return statements;
  }

  private void factory(Statements statements, Node service) {
    Node factory = Statements.uri(providerUri() + "#creation");
    statements
        .add(service, Vocabulary.OSLC.term("creationFactory"), factory)
        .type(factory, Vocabulary.OSLC.term("CreationFactory"))
        .xml(factory, Vocabulary.TITLE, "Creation of components")
        .text(factory, Vocabulary.OSLC.term("label"), "Component")
        .link(factory, Vocabulary.OSLC.term("creation"), base + "/component")
        .link(factory, RESOURCE_SHAPE, shape("component"))
        .add(factory, RESOURCE_TYPE, COMPONENT)
        .add(factory, USAGE, DEFAULT);
  }

  private void query(Statements statements, Node service, String name, String title, Node type) {
    Node query = Statements.uri(providerUri() + "#query-" + name);
    statements
        .add(service, Vocabulary.OSLC.term("queryCapability"), query)
        .type(query, Vocabulary.OSLC.term("QueryCapability"))
        .xml(query, Vocabulary.TITLE, title)
        .link(query, Vocabulary.OSLC.term("queryBase"), base + "/oslc-query/" + name)
        .link(query, RESOURCE_SHAPE, shape("query-" + name))
        .add(query, RESOURCE_TYPE, type)
        .add(query, USAGE, DEFAULT);
  }

  private void dialogs(Statements statements, Node service) {
    Dialog configurations =
        new Dialog("select/configurations", "Select a stream or baseline", "Configuration");
    Dialog components = new Dialog("select/components", "Select a component", "Component");
    Dialog component = new Dialog("create/component", "Create a component", "Component");
    Dialog stream = new Dialog("create/stream", "Create a stream from a baseline", "Stream");
    selection(statements, service, configurations, STREAM, BASELINE, CONFIGURATION);
    selection(statements, service, components, COMPONENT);
    creation(statements, service, component, COMPONENT);
    creation(statements, service, stream, STREAM);
  }

  /** A dialog by the end of its address. */
  private record Dialog(String path, String title, String label) {}

  private void selection(Statements statements, Node service, Dialog dialog, Node... types) {
    Node node = dialog(statements, dialog, types);
    statements
        .add(service, Vocabulary.OSLC.term("selectionDialog"), node)
        .text(node, HINT_HEIGHT, "40em")
        .text(node, HINT_WIDTH, "60em");
  }

  private void creation(Statements statements, Node service, Dialog dialog, Node... types) {
    Node node = dialog(statements, dialog, types);
    statements
        .add(service, Vocabulary.OSLC.term("creationDialog"), node)
        .text(node, HINT_HEIGHT, "36em")
        .text(node, HINT_WIDTH, "44em");
  }

  private Node dialog(Statements statements, Dialog dialog, Node... types) {
    Node node = Statements.uri(providerUri() + "#" + dialog.path().replace('/', '-'));
    statements
        .type(node, Vocabulary.OSLC.term("Dialog"))
        .xml(node, Vocabulary.TITLE, dialog.title())
        .text(node, Vocabulary.OSLC.term("label"), dialog.label())
        .link(node, Vocabulary.OSLC.term("dialog"), base + "/dialogs/" + dialog.path())
        .add(node, USAGE, DEFAULT);
    for (Node type : types) {
      statements.add(node, RESOURCE_TYPE, type);
    }
    return node;
  }
}
