package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.RDFNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.oslcclient.Documents;

/** What clients find, from the root services on, by nothing but links. */
class DiscoveryIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final GcClient CLIENT = SERVER.client();
  private static final String CORE = "http://open-services.net/ns/core#";
  private static final String CONFIG = "http://open-services.net/ns/config#";
  private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

  private static Model model(String uri) {
    GcClient.Answer answer = CLIENT.get(uri);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.header("OSLC-Core-Version")).isEqualTo("3.0");
    return answer.model();
  }

  private static String one(Model model, String subject, String property) {
    List<String> all = Documents.values(model, subject, property);
    assertThat(all).as("%s of %s", property, subject).hasSize(1);
    return all.getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "/gc/rootservices,http://jazz.net/ns/globalconfig#globalConfigServiceProviders",
    "/gc/rootservices,http://open-services.net/ns/config#cmServiceProviders",
    "/.well-known/oslc/rootservices.xml,http://open-services.net/ns/config#cmServiceProviders",
  })
  void linksLeadFromTheRootToEveryService(String root, String property) {
    GcClient.Answer answer = CLIENT.get(root);
    assertThat(answer.contentType()).isEqualTo("application/rdf+xml");
    String catalog = one(answer.model(), SERVER.baseUri() + root, property);
    Model catalogModel = model(catalog);
    assertThat(one(catalogModel, catalog, TYPE)).isEqualTo(CORE + "ServiceProviderCatalog");
    String provider = one(catalogModel, catalog, CORE + "serviceProvider");
    Model offers = model(provider);
    String service = one(offers, provider, CORE + "service");
    assertThat(one(offers, service, CORE + "domain")).isEqualTo(CONFIG);
    assertThat(Documents.values(offers, service, CORE + "usage"))
        .contains(CONFIG + "globalConfigurationService");
    assertThat(Documents.values(offers, service, CORE + "queryCapability")).hasSize(2);
    Documents.values(offers, service, CORE + "queryCapability")
        .forEach(query -> model(one(offers, query, CORE + "queryBase")));
  }

  @Test
  void discoveredFactoryCreatesComponent() {
    Model offers = model("/gc/service-provider");
    String creation = Documents.value(offers, CORE + "creation");
    GcClient.Answer created =
        CLIENT.post(
            creation,
            """
            @prefix dcterms: <http://purl.org/dc/terms/> .
            <> a <http://open-services.net/ns/config#Component> ; dcterms:title "Discovered" .
            """);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(one(model(created.location()), created.location(), "http://purl.org/dc/terms/title"))
        .isEqualTo("Discovered");
  }

  @Test
  void eachDialogHasALabelASizeAndAnAddress() {
    Model offers = model("/gc/service-provider");
    String provider = SERVER.baseUri() + "/gc/service-provider";
    String service = one(offers, provider, CORE + "service");
    for (String kind : List.of("selectionDialog", "creationDialog")) {
      List<String> dialogs = Documents.values(offers, service, CORE + kind);
      assertThat(dialogs).as(kind).hasSize(2);
      for (String dialog : dialogs) {
        assertThat(one(offers, dialog, CORE + "label")).isNotBlank();
        assertThat(one(offers, dialog, CORE + "hintHeight")).matches("\\d+em");
        assertThat(one(offers, dialog, CORE + "hintWidth")).matches("\\d+em");
        GcClient.Answer page = CLIENT.get(one(offers, dialog, CORE + "dialog"));
        assertThat(page.status()).as(page.toString()).isEqualTo(200);
        assertThat(page.contentType()).isEqualTo("text/html");
        assertThat(page.header("Content-Security-Policy")).contains("frame-ancestors 'self'");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"component", "stream", "baseline", "configuration", "contribution", "selections"})
  void shapeDescribesEachProperty(String name) {
    String uri = SERVER.baseUri() + "/gc/shapes/" + name;
    Model shape = model(uri);
    assertThat(one(shape, uri, CORE + "describes")).isEqualToIgnoringCase(CONFIG + name);
    List<String> properties = Documents.values(shape, uri, CORE + "property");
    assertThat(properties).isNotEmpty();
    for (String property : properties) {
      assertThat(one(shape, property, TYPE)).isEqualTo(CORE + "Property");
      for (String required : List.of("name", "propertyDefinition", "occurs", "valueType")) {
        one(shape, property, CORE + required);
      }
    }
    assertThat(Documents.error(CLIENT.get("/gc/shapes/wheel"), 404)).contains("stream");
  }

  /** What a resource says is what its shape says that it may say. */
  @Test
  void resourcesConformToTheirShapes() {
    Plant plant = new Plant(SERVER);
    var whole = plant.stream("Shaped");
    plant.add(whole, plant.stream("Shaped part"), "1");
    String stream = SERVER.baseUri() + "/gc/configuration/" + whole.id();
    conforms(stream);
    conforms(SERVER.baseUri() + "/gc/configuration/" + plant.baseline("Shaped baseline").id());
    conforms(SERVER.baseUri() + "/gc/component/" + whole.component());
  }

  private static void conforms(String uri) {
    Model described = model(uri);
    String shapeUri = one(described, uri, CORE + "instanceShape");
    Model shape = model(shapeUri);
    List<String> known =
        Documents.values(shape, shapeUri, CORE + "property").stream()
            .map(property -> one(shape, property, CORE + "propertyDefinition"))
            .toList();
    described
        .listStatements(described.getResource(uri), null, (RDFNode) null)
        .mapWith(statement -> statement.getPredicate().getURI())
        .filterDrop(property -> property.startsWith("urn:reprise:gc#"))
        .forEachRemaining(property -> assertThat(known).as(uri).contains(property));
    for (String property : Documents.values(shape, shapeUri, CORE + "property")) {
      int count =
          Documents.values(described, uri, one(shape, property, CORE + "propertyDefinition"))
              .size();
      String occurs = one(shape, property, CORE + "occurs").substring(CORE.length());
      switch (occurs) {
        case "Exactly-one" -> assertThat(count).as(property).isEqualTo(1);
        case "Zero-or-one" -> assertThat(count).as(property).isLessThanOrEqualTo(1);
        case "One-or-many" -> assertThat(count).as(property).isPositive();
        default -> assertThat(occurs).isEqualTo("Zero-or-many");
      }
    }
  }
}
