package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.oslcclient.Documents;

/** What browsers get at addresses that are not those of pages. */
class EntryControllerIT {
  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  private static final GcServer SERVER = GcServer.shared();
  private static final GcClient CLIENT = SERVER.client();

  @ParameterizedTest
  @ValueSource(strings = {"/", "/gc", "/gc/"})
  void redirectsBrowserToFirstPage(String path) {
    GcClient.Answer led = CLIENT.get(path, "Accept", BROWSER);
    assertThat(led.status()).as(led.toString()).isEqualTo(303);
    assertThat(led.location()).isEqualTo(SERVER.baseUri() + "/gc/web");
    assertThat(led.header("Vary")).contains("Accept");
    assertThat(CLIENT.get(led.location(), "Accept", BROWSER).status()).isEqualTo(200);
    assertThat(SERVER.client("nobody", "wrong").get(path, "Accept", BROWSER).status())
        .isEqualTo(401);
    assertThat(Documents.error(CLIENT.get(path), 404)).contains("/gc/rootservices");
  }

  @Test
  void activityHasPage() {
    Plant plant = new Plant(SERVER);
    String stream = "/gc/configuration/" + plant.stream("Committed by a browser").id();
    assertThat(CLIENT.send("POST", stream + "/baselines", new byte[0]).status()).isEqualTo(201);
    long last = SERVER.count("select max(id) from activity");
    GcClient.Answer led = CLIENT.get("/gc/activity/" + last, "Accept", BROWSER);
    assertThat(led.status()).as(led.toString()).isEqualTo(303);
    assertThat(led.location()).isEqualTo(SERVER.baseUri() + "/gc/web/activity/" + last);
    assertThat(CLIENT.get("/gc/activity/" + last, "Accept", "text/turtle").status()).isEqualTo(200);
  }

  @Test
  void errorsAreReadableInABrowser() {
    for (String path : new String[] {"/gc/nothing", "/nothing", "/gc/component?after=x"}) {
      GcClient.Answer error = CLIENT.get(path, "Accept", BROWSER);
      assertThat(error.status()).isBetween(400, 404);
      assertThat(error.contentType()).isEqualTo("text/html");
      assertThat(error.body()).contains("<h1>");
    }
    GcClient.Answer unknown =
        SERVER.client("nobody", "wrong").get("/gc/component", "Accept", BROWSER);
    assertThat(unknown.status()).isEqualTo(401);
    assertThat(unknown.contentType()).isEqualTo("text/html");
    GcClient.Answer rdf = CLIENT.get("/gc/component", "Accept", "text/html");
    assertThat(rdf.status()).isEqualTo(406);
    assertThat(rdf.body()).contains("text/turtle");
    assertThat(CLIENT.get("/gc/nothing", "Accept", "text/turtle, text/html;q=0.9").contentType())
        .isEqualTo("text/turtle");
  }
}
