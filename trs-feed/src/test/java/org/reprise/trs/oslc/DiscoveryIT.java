package org.reprise.trs.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.TrsServer;

/** A client that knows the root services only finds its way to a new artifact. */
class DiscoveryIT {
  private static final TrsServer SERVER = TrsServer.shared();
  private static final OslcClient CLIENT = SERVER.client();
  private static final String CORE = "http://open-services.net/ns/core#";

  @ParameterizedTest
  @CsvSource({
    "ccm,cm,http://open-services.net/ns/cm#ChangeRequest",
    "qm,qm,http://open-services.net/ns/qm#TestCase",
    "rm,rm,http://open-services.net/ns/rm#Requirement",
  })
  void rootServicesLeadToNewArtifact(String path, String domain, String type) {
    OslcClient.Answer root = CLIENT.get("/" + path + "/rootservices");
    assertThat(root.contentType()).isEqualTo("application/rdf+xml");
    String catalog =
        Documents.value(
            root.model(),
            "http://open-services.net/xmlns/%1$s/1.0/%1$sServiceProviders".formatted(domain));
    String feed =
        Documents.value(root.model(), "http://open-services.net/ns/core/trs#trackedResourceSet");
    assertThat(CLIENT.get(feed).status()).isEqualTo(200);
    assertThat(
            Documents.value(
                root.model(),
                "http://open-services.net/ns/%1$s#%1$sServiceProviders".formatted(domain)))
        .isEqualTo(catalog);
    List<String> providers =
        Documents.values(CLIENT.get(catalog).model(), catalog, CORE + "serviceProvider");
    assertThat(providers).hasSize(3);
    // The first project: a graph has no order, and other tests count what is in the third.
    Model provider = CLIENT.get(providers.stream().sorted().findFirst().orElseThrow()).model();
    String factory = Documents.value(provider, CORE + "creation");
    assertThat(Documents.value(provider, CORE + "queryBase")).isEqualTo(factory);
    List<String> shapes =
        Documents.values(provider, having(provider, "creation"), CORE + "resourceShape");
    assertThat(shapes).hasSize(1);
    Model shape = CLIENT.get(shapes.getFirst()).model();
    assertThat(Documents.values(shape, shapes.getFirst(), CORE + "describes"))
        .containsExactly(type);
    OslcClient.Answer created =
        CLIENT.post(
            factory,
            "<> a <%s> ; <http://purl.org/dc/terms/title> \"Found the way\" .".formatted(type));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(Documents.values(created.model(), created.location(), CORE + "instanceShape"))
        .isEqualTo(shapes);
    assertThat(CLIENT.get(factory).body()).contains(created.location());
  }

  private static String having(Model model, String property) {
    return model
        .listSubjectsWithProperty(model.createProperty(CORE, property))
        .nextResource()
        .getURI();
  }

  @ParameterizedTest
  @CsvSource({
    "ccm,changeRequest,implementsRequirement,rm#Requirement",
    "ccm,changeRequest,testedByTestCase,qm#TestCase",
    "qm,testCase,testsChangeRequest,cm#ChangeRequest",
    "rm,requirement,elaboratedBy,rm#Requirement",
    "rm,requirement,validatedBy,qm#TestCase",
    "rm,requirement,type,",
  })
  void shapeNamesRangesAndAllowedValues(
      String path, String artifact, String property, String range) {
    String uri = SERVER.baseUri() + "/" + path + "/shapes/" + artifact;
    Model shape = CLIENT.get(uri).model();
    assertThat(Documents.values(shape, uri + "#" + property, CORE + "range"))
        .containsExactly(
            range == null
                ? "http://www.w3.org/2000/01/rdf-schema#Class"
                : "http://open-services.net/ns/" + range);
    assertThat(Documents.values(shape, uri + "#type", CORE + "allowedValue"))
        .isEqualTo(Documents.values(shape, uri, CORE + "describes"));
    assertThat(Documents.values(shape, uri, CORE + "property")).contains(uri + "#shortId");
  }

  @Test
  void servicesAreInlineInRdfXml() {
    assertThat(CLIENT.get("/rm/oslc/projects/1", "Accept", "application/rdf+xml").body())
        .containsPattern(
            "<oslc:ServiceProvider rdf:about[^>]*>[\\s\\S]*<oslc:service>\\s*<oslc:Service"
                + " rdf:about[\\s\\S]*<oslc:queryCapability>\\s*<oslc:QueryCapability rdf:about");
  }

  /** OSLC Query 3.0: by it a client finds the members of an answer. */
  @ParameterizedTest
  @CsvSource({"ccm,changeRequest", "qm,testCase", "rm,requirement"})
  void resultShapeHasMemberProperty(String path, String artifact) {
    Model provider = CLIENT.get("/" + path + "/oslc/projects/1").model();
    List<String> shapes =
        Documents.values(provider, having(provider, "queryBase"), CORE + "resourceShape");
    assertThat(shapes).hasSize(1);
    Model shape = CLIENT.get(shapes.getFirst()).model();
    String property = having(shape, "isMemberProperty");
    assertThat(Documents.values(shape, shapes.getFirst(), CORE + "property"))
        .containsExactly(property);
    assertThat(Documents.value(shape, CORE + "isMemberProperty")).isEqualTo("true");
    assertThat(Documents.value(shape, CORE + "propertyDefinition"))
        .isEqualTo("http://www.w3.org/2000/01/rdf-schema#member");
    assertThat(Documents.value(shape, CORE + "valueShape"))
        .isEqualTo(SERVER.baseUri() + "/" + path + "/shapes/" + artifact);
    Documents.error(CLIENT.get("/" + path + "/shapes/none"), 404);
  }

  /** The shapes of OSLC Core 3.0 want it so. */
  @Test
  void titlesAreXmlAndPrefixesAreDefined() {
    Model provider = CLIENT.get("/rm/oslc/projects/1").model();
    Model catalog = CLIENT.get("/rm/oslc/catalog").model();
    for (Model one : List.of(provider, catalog)) {
      assertThat(
              one.listObjectsOfProperty(one.createProperty("http://purl.org/dc/terms/title"))
                  .mapWith(title -> title.asLiteral().getDatatypeURI())
                  .toSet())
          .containsExactly("http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral");
    }
    String uri = SERVER.baseUri() + "/rm/oslc/projects/1";
    List<String> definitions = Documents.values(provider, uri, CORE + "prefixDefinition");
    assertThat(definitions)
        .filteredOn(
            one -> Documents.values(provider, one, CORE + "prefix").equals(List.of("oslc_rm")))
        .singleElement()
        .satisfies(one ->
            assertThat(Documents.values(provider, one, CORE + "prefixBase"))
                .containsExactly("http://open-services.net/ns/rm#"));
    assertThat(definitions).hasSizeGreaterThan(5);
  }

  @Test
  void wellKnownRootServicesListAllApplications() {
    Model root = CLIENT.get("/.well-known/oslc/rootservices.xml").model();
    assertThat(
            root.listObjectsOfProperty(
                    root.createProperty("http://open-services.net/ns/core/trs#trackedResourceSet"))
                .mapWith(node -> node.asResource().getURI())
                .toList())
        .containsExactlyInAnyOrder(
            SERVER.baseUri() + "/ccm/trs",
            SERVER.baseUri() + "/qm/trs",
            SERVER.baseUri() + "/rm/trs");
    assertThat(
            CLIENT.get("/.well-known/oslc/rootservices.xml", "Accept", "text/turtle").contentType())
        .isEqualTo("text/turtle");
    assertThat(
            CLIENT
                .get("/ccm/rootservices", "Accept", "*/*;q=0.1", "Accept", "application/ld+json")
                .contentType())
        .isEqualTo("application/ld+json");
    assertThat(
            CLIENT
                .get("/ccm/rootservices", "Accept", "*/*", "Accept", "application/ld+json")
                .contentType())
        .isEqualTo("application/ld+json");
  }
}
