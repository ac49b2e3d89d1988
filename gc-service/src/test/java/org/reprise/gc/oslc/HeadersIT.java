package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.oslcclient.Documents;

/** What headers ask for, however clients write them. */
class HeadersIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final GlobalConfiguration STREAM =
      new Plant(SERVER).stream("ContributionRequest by headers");
  private static final String URI = SERVER.baseUri() + "/gc/configuration/" + STREAM.id();

  private final GcClient client = SERVER.client();

  /** RFC 9110, section 5.3: several lines of one header are one list. */
  @Test
  void severalLinesAreOneList() {
    GcClient.Answer read =
        client.get(URI, "Accept", "application/pdf", "Accept", "application/rdf+xml");
    assertThat(read.status()).as(read.toString()).isEqualTo(200);
    assertThat(read.contentType()).isEqualTo("application/rdf+xml");
    assertThat(
            client
                .get(
                    URI,
                    "Accept",
                    "application/rdf+xml",
                    "If-None-Match",
                    "\"another\"",
                    "If-None-Match",
                    read.etag())
                .status())
        .isEqualTo(304);
    GcClient.Answer page = client.get(URI, "Accept", "text/turtle;q=0.5", "Accept", "text/html");
    assertThat(page.status()).as(page.toString()).isEqualTo(303);
    GcClient.Answer saved =
        client.send(
            "PUT",
            URI,
            read.response().body(),
            "Content-Type",
            "application/rdf+xml",
            "If-Match",
            "\"another\"",
            "If-Match",
            read.etag());
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    assertThat(
            client
                .get("/gc/configuration/0", "Accept", "application/pdf", "Accept", "text/turtle")
                .contentType())
        .isEqualTo("text/turtle");
  }

  /** OSLC Core 3.0, "Resource Preview"; RFC 7240. */
  @Test
  void hasCompactRepresentationAndPreferredAnswers() {
    for (String uri : List.of(URI, SERVER.baseUri() + "/gc/component/" + STREAM.component())) {
      GcClient.Answer compact = client.get(uri, "Accept", "application/x-oslc-compact+xml");
      assertThat(compact.status()).as(compact.toString()).isEqualTo(200);
      assertThat(compact.contentType()).isEqualTo("application/x-oslc-compact+xml");
      assertThat(compact.body()).contains("<oslc:Compact rdf:about=\"" + uri + "\">");
      GcClient.Answer minimal =
          client.put(uri, client.get(uri).body(), "If-Match", "*", "Prefer", "return=minimal");
      assertThat(minimal.status()).as(minimal.toString()).isEqualTo(204);
      assertThat(minimal.etag()).isEqualTo(client.get(uri).etag());
    }
  }

  /** RFC 9110, section 12.5.1. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/turtle, application/x-oslc-compact+xml;q=0|text/turtle",
        "application/x-oslc-compact+xml;q=0.5, text/turtle|text/turtle",
        "application/x-oslc-compact+xml;q=0.5, */*;q=0.1|application/x-oslc-compact+xml",
        "APPLICATION/x-oslc-compact+xml, application/rdf+xml|application/x-oslc-compact+xml",
      })
  void weighsCompactRepresentation(String accept, String expected) {
    for (String uri : List.of(URI, SERVER.baseUri() + "/gc/component/" + STREAM.component())) {
      assertThat(client.get(uri, "Accept", accept).contentType()).isEqualTo(expected);
    }
  }

  /** Linked Data Platform 1.0, sections 4.2.1.4, 5.2.1.4 and 7.1. */
  @Test
  void containersHaveLdpHeaders() {
    long origin = new Plant(SERVER).baseline("Origin").id();
    String streams = "/gc/configuration/" + origin + "/streams";
    for (String path :
        List.of(
            "/gc/component",
            "/gc/component/" + STREAM.component() + "/configurations",
            URI + "/baselines",
            streams)) {
      GcClient.Answer read = client.get(path);
      GcClient.Answer options = client.send("OPTIONS", path, null);
      for (GcClient.Answer answer :
          List.of(
              read,
              client.get(path, "If-None-Match", read.etag()),
              client.send("HEAD", path, null),
              options)) {
        assertThat(answer.status()).isIn(200, 304);
        assertThat(answer.response().headers().allValues("Link"))
            .as(path + answer)
            .contains(
                "<http://www.w3.org/ns/ldp#BasicContainer>; rel=\"type\"",
                "<http://www.w3.org/ns/ldp#Resource>; rel=\"type\"");
      }
      assertThat(options.header("Allow")).contains("GET", "HEAD", "OPTIONS");
      assertThat(options.header("OSLC-Core-Version")).isEqualTo("3.0");
      boolean takesPost = !path.endsWith("/configurations");
      assertThat(options.header("Allow").contains("POST")).as(path).isEqualTo(takesPost);
      if (takesPost) {
        assertThat(options.header("Accept-Post"))
            .contains("text/turtle", "application/rdf+xml", "application/ld+json");
      }
    }
  }

  @Test
  void formatWithWeightZeroIsNotChosen() {
    Documents.error(client.get(URI, "Accept", "text/html;q=0"), 406);
    assertThat(client.get(URI, "Accept", "text/html;q=0, application/ld+json").contentType())
        .isEqualTo("application/ld+json");
  }
}
