package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.localstack.testing.TestPeer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dialogs in a frame of another site's page, as other applications show them. */
class DialogIT {
  private static final String PAGE =
      """
      <!doctype html><title>An application</title>
      <iframe id="frame" name="%s" src="%s" style="width: 60em; height: 40em"></iframe>
      <script>
        window.heard = [];
        window.addEventListener('message', e => window.heard.push(e.data));
      </script>
      """;

  private static final Site SITE = new Site();
  private static final GcServer SERVER =
      GcServer.start("--reprise.gc.dialogs.frame-ancestors=" + SITE.address());

  @AfterAll
  static void end() {
    SERVER.close();
    SITE.server.close();
  }

  /** Another site: what it shows, and that the dialogs may be framed there. */
  private static final class Site {
    private final TestPeer server =
        TestPeer.start(
            0, exchange -> TestPeer.answer(exchange, 200, "text/html;charset=UTF-8", page()));
    private volatile String page = "";

    private String page() {
      return page;
    }

    String address() {
      return server.address();
    }

    void show(String name, String dialog) {
      page = PAGE.formatted(name, dialog);
    }
  }

  private static JsonNode results(String response) {
    assertThat(response).startsWith("oslc-response:");
    return JsonMapper.builder()
        .build()
        .readTree(response.substring("oslc-response:".length()))
        .path("oslc:results");
  }

  @Test
  void selectsConfigurationAndCreatesStreamByPostMessage() {
    Browser b = Browser.shared();
    GlobalConfiguration stream = new Plant(SERVER).stream("Chosen \"one\"");
    String dialogs = SERVER.address() + "/gc/dialogs";
    SITE.show("", dialogs + "/select/configurations#oslc-core-postMessage-1.0");
    b.open(SITE.address());
    b.inFrame();
    b.type("input[type=search]", "chosen");
    b.followInFrame("button", "Search");
    assertThat(b.evaluate("location.hash").asString()).isEqualTo("#oslc-core-postMessage-1.0");
    b.click("input[name=picked]", null);
    b.click("button", "OK");
    JsonNode chosen = results(b.heard(1));
    assertThat(chosen).hasSize(1);
    assertThat(chosen.get(0).path("oslc:label").asString()).isEqualTo("Chosen \"one\"");
    assertThat(chosen.get(0).path("rdf:resource").asString())
        .isEqualTo(SERVER.baseUri() + "/gc/configuration/" + stream.id());
    b.click("button", "Cancel");
    assertThat(results(b.heard(2))).isEmpty();

    SITE.show("", dialogs + "/create/component#oslc-core-postMessage-1.0");
    b.open(SITE.address());
    b.inFrame();
    b.type("input[name=title]", "Made by a dialog");
    b.followInFrame("button", "Create");
    JsonNode made = results(b.heard(1)).get(0);
    assertThat(made.path("oslc:label").asString()).isEqualTo("Made by a dialog");
    String uri = made.path("rdf:resource").asString();
    assertThat(SERVER.client().get(uri).status()).isEqualTo(200);
  }

  @Test
  void createsStreamAndSelectsComponentByWindowName() {
    Browser b = Browser.shared();
    GlobalConfiguration baseline = new Plant(SERVER).baseline("Named");
    String dialogs = SERVER.address() + "/gc/dialogs";
    String back = SITE.address() + "/back";
    SITE.show(back, dialogs + "/create/stream#oslc-core-windowName-1.0");
    b.open(SITE.address());
    b.inFrame();
    // What is typed is kept by a search for the baseline.
    b.type("form.column input[name=title]", "Named stream");
    b.type("input[type=search]", "named");
    b.followInFrame("button", "Search");
    b.click("input[name=baseline]", null);
    b.click("button", "Create");
    JsonNode made = results(named(b)).get(0);
    assertThat(made.path("oslc:label").asString()).isEqualTo("Named stream");

    SITE.show(back, dialogs + "/select/components?q=named#oslc-core-windowName-1.0");
    b.open(SITE.address());
    b.inFrame();
    b.click("input[name=picked]", null);
    b.click("button", "OK");
    assertThat(results(named(b)).get(0).path("rdf:resource").asString())
        .isEqualTo(SERVER.baseUri() + "/gc/component/" + baseline.component());
  }

  // The frame is at the other site's address again when its name can be read.
  private static String named(Browser b) {
    return b.around(
            """
            new Promise(resolve => {
              const look = () => {
                let name = '';
                try {
                  name = frames[0].name;
                } catch (e) {
                  // Not yet.
                }
                name.startsWith('oslc-response:') ? resolve(name) : setTimeout(look, 20);
              };
              look();
            })\
            """)
        .asString();
  }

  @Test
  void otherOriginCannotFrameDialog() {
    Browser b = Browser.shared();
    SITE.show("", GcServer.shared().address() + "/gc/dialogs/select/components");
    b.open(SITE.address());
    b.inFrame();
    assertThat(b.text("h1")).doesNotContain("Select");
  }
}
