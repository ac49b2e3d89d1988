package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.Configs;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslcclient.Documents;

/**
 * What leads to resources, against the shapes of OSLC Core 3.0: how often each property may be
 * there, and of which type its values are. The facts of the shapes are stated here.
 */
class DiscoveryShapesIT {
  private static final String DCTERMS = "http://purl.org/dc/terms/";
  private static final String OSLC = "http://open-services.net/ns/core#";
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final Rule ONE_TEXT = new Rule(1, 1, XSD + "string");
  private static final Rule MAYBE_TEXT = new Rule(0, 1, XSD + "string");
  private static final Rule ONE_TITLE = new Rule(1, 1, RDF + "XMLLiteral");
  private static final Rule MAYBE_TITLE = new Rule(0, 1, RDF + "XMLLiteral");
  private static final GcServer SERVER = GcServer.shared();
  private static final GcClient CLIENT = SERVER.client();
  private static final String PROVIDER = SERVER.baseUri() + "/gc/service-provider";

  private static Map<String, Rule> rules() {
    Map<String, Rule> rules = new TreeMap<>();
    rules.put(RDF + "type", new Rule(1, Rule.MANY, ""));
    return rules;
  }

  // What is offered at an address, for a use.
  private static Map<String, Rule> offer(String address) {
    Map<String, Rule> rules = rules();
    rules.put(DCTERMS + "title", ONE_TITLE);
    rules.put(OSLC + "label", MAYBE_TEXT);
    rules.put(OSLC + address, Rule.ONE_LINK);
    rules.put(OSLC + "resourceShape", Rule.LINKS);
    rules.put(OSLC + "resourceType", Rule.LINKS);
    rules.put(OSLC + "usage", Rule.LINKS);
    return rules;
  }

  private static Model read(String uri) {
    GcClient.Answer answer = CLIENT.get(uri);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.model();
  }

  private static String one(Model model, String subject, String property) {
    List<String> all = Documents.values(model, subject, property);
    assertThat(all).as("%s of %s", property, subject).hasSize(1);
    return all.getFirst();
  }

  private static List<String> offered(Model offers, String property) {
    List<String> all =
        Documents.values(offers, one(offers, PROVIDER, OSLC + "service"), OSLC + property);
    assertThat(all).as(property).isNotEmpty();
    return all;
  }

  @Test
  void catalogMatchesShape() {
    String uri = SERVER.baseUri() + "/gc/sp-catalog";
    Map<String, Rule> rules = rules();
    rules.put(DCTERMS + "title", MAYBE_TITLE);
    rules.put(OSLC + "domain", Rule.LINKS);
    rules.put(OSLC + "serviceProvider", Rule.LINKS);
    Model catalog = read(uri);
    Rule.check(catalog, uri, OSLC + "ServiceProviderCatalog", rules);
    assertThat(one(catalog, uri, DCTERMS + "title")).isEqualTo("Global configurations");
  }

  @Test
  void providerServiceAndPrefixesMatchShapes() {
    Model offers = read(PROVIDER);
    Map<String, Rule> provider = rules();
    provider.put(DCTERMS + "title", MAYBE_TITLE);
    // Of OSLC Core 2.0, whose clients read it.
    provider.put(DCTERMS + "identifier", MAYBE_TEXT);
    provider.put(OSLC + "service", new Rule(1, Rule.MANY, ""));
    provider.put(OSLC + "details", Rule.LINKS);
    provider.put(OSLC + "prefixDefinition", Rule.LINKS);
    Rule.check(offers, PROVIDER, OSLC + "ServiceProvider", provider);
    Map<String, Rule> service = rules();
    service.put(OSLC + "domain", Rule.ONE_LINK);
    for (String many : List.of("usage", "creationDialog", "selectionDialog", "queryCapability")) {
      service.put(OSLC + many, Rule.LINKS);
    }
    service.put(OSLC + "creationFactory", Rule.LINKS);
    Rule.check(offers, one(offers, PROVIDER, OSLC + "service"), OSLC + "Service", service);
    Map<String, String> prefixBases = new TreeMap<>();
    for (String prefix : Documents.values(offers, PROVIDER, OSLC + "prefixDefinition")) {
      Map<String, Rule> rules = rules();
      rules.put(OSLC + "prefix", ONE_TEXT);
      rules.put(OSLC + "prefixBase", Rule.ONE_LINK);
      Rule.check(offers, prefix, OSLC + "PrefixDefinition", rules);
      prefixBases.put(
          one(offers, prefix, OSLC + "prefix"), one(offers, prefix, OSLC + "prefixBase"));
    }
    assertThat(prefixBases).isEqualTo(Vocabulary.byPrefix()).containsEntry("dcterms", DCTERMS);
  }

  @Test
  void factoriesAndDialogsMatchShapes() {
    Model offers = read(PROVIDER);
    for (String factory : offered(offers, "creationFactory")) {
      Rule.check(offers, factory, OSLC + "CreationFactory", offer("creation"));
    }
    Map<String, Rule> dialog = offer("dialog");
    dialog.put(OSLC + "hintWidth", MAYBE_TEXT);
    dialog.put(OSLC + "hintHeight", MAYBE_TEXT);
    for (String kind : List.of("selectionDialog", "creationDialog")) {
      for (String one : offered(offers, kind)) {
        Rule.check(offers, one, OSLC + "Dialog", dialog);
      }
    }
  }

  /** OSLC Query 3.0: the member property of the container's shape names the results. */
  @Test
  void queriesAndResultShapesMatchShapes() {
    Model offers = read(PROVIDER);
    Map<String, Rule> rules = offer("queryBase");
    // At most one by the shape, exactly one by OSLC Query 3.0.
    rules.put(OSLC + "resourceShape", Rule.ONE_LINK);
    new Plant(SERVER).stream("ResultPage by its member property");
    for (String query : offered(offers, "queryCapability")) {
      Rule.check(offers, query, OSLC + "QueryCapability", rules);
      String uri = one(offers, query, OSLC + "resourceShape");
      Model shape = read(uri);
      Map<String, Rule> container = rules();
      container.put(DCTERMS + "title", MAYBE_TITLE);
      container.put(OSLC + "property", Rule.LINKS);
      Rule.check(shape, uri, OSLC + "ResourceShape", container);
      String member = one(shape, uri, OSLC + "property");
      assertThat(one(shape, member, OSLC + "isMemberProperty")).isEqualTo("true");
      String base = one(offers, query, OSLC + "queryBase");
      assertThat(
              Documents.values(read(base), base, one(shape, member, OSLC + "propertyDefinition")))
          .isNotEmpty();
      String valueShape = one(shape, member, OSLC + "valueShape");
      boolean isOfComponents = base.endsWith("/components");
      assertThat(Documents.values(shape, member, OSLC + "range"))
          .containsExactlyInAnyOrder(
              isOfComponents
                  ? new String[] {Configs.CONFIG + "Component"}
                  : new String[] {Configs.CONFIG + "Stream", Configs.CONFIG + "Baseline"});
      assertThat(one(read(valueShape), valueShape, OSLC + "describes"))
          .isEqualTo(Configs.CONFIG + (isOfComponents ? "Component" : "Configuration"));
    }
  }

  /** What a query tells of a resource is what the shape of its members says. */
  @ParameterizedTest
  @ValueSource(strings = {"components", "configurations"})
  void membersMatchTheirShape(String name) {
    new Plant(SERVER).baseline("Selected by a query");
    String uri = SERVER.baseUri() + "/gc/shapes/query-" + name;
    Model container = read(uri);
    String shapeUri = one(container, one(container, uri, OSLC + "property"), OSLC + "valueShape");
    Model shape = read(shapeUri);
    List<String> known =
        Documents.values(shape, shapeUri, OSLC + "property").stream()
            .map(property -> one(shape, property, OSLC + "propertyDefinition"))
            .toList();
    String base = SERVER.baseUri() + "/gc/oslc-query/" + name;
    Model result = read(base + "?oslc.select=*");
    List<String> members =
        Documents.values(result, base, "http://www.w3.org/2000/01/rdf-schema#member");
    assertThat(members).isNotEmpty();
    for (String member : members) {
      result
          .listStatements(result.getResource(member), null, (String) null)
          .forEachRemaining(one -> assertThat(known).contains(one.getPredicate().getURI()));
    }
  }

  @Test
  void pagesAndErrorsMatchShapes() {
    Map<String, Rule> page = rules();
    page.put(DCTERMS + "title", MAYBE_TITLE);
    page.put(OSLC + "totalCount", new Rule(0, 1, XSD + "integer"));
    page.put(OSLC + "nextPage", Rule.MAYBE_LINK);
    new Plant(SERVER).stream("On a page");
    for (String path :
        List.of("/gc/component?after=1", "/gc/oslc-query/configurations?oslc.pageSize=1")) {
      String uri = SERVER.baseUri() + path;
      Rule.check(read(uri), uri, OSLC + "ResponseInfo", page);
    }
    Map<String, Rule> error = rules();
    error.put(OSLC + "message", ONE_TEXT);
    error.put(OSLC + "statusCode", ONE_TEXT);
    for (GcClient.Answer answer :
        List.of(
            CLIENT.get("/gc/configuration/987654"),
            CLIENT.get("/nothing"),
            CLIENT.post("/gc/component", "no Turtle"))) {
      Model model = answer.model();
      Resource subject =
          model
              .listSubjectsWithProperty(
                  ResourceFactory.createProperty(RDF + "type"),
                  ResourceFactory.createResource(OSLC + "Error"))
              .next();
      Rule.check(model, subject, OSLC + "Error", error);
    }
  }
}
