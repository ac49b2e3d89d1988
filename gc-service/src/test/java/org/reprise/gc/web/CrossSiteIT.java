package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.localstack.testing.TestPeer;

/** What a browser sends with its user's credentials for a page of another site. */
class CrossSiteIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final Plant PLANT = new Plant(SERVER);

  private static final String PAGE =
      """
      <!doctype html><title>Another site</title>
      <form method="post" enctype="text/plain" action="%s"><button>Win</button></form>
      """;

  private static GcClient.Answer post(String path, String... headers) {
    return SERVER.client().send("POST", path, new byte[0], headers);
  }

  private static List<String> made() {
    GlobalConfiguration stream = PLANT.stream("Wanted");
    long baseline = PLANT.baseline("Wanted, too").id();
    return List.of(
        "/gc/configuration/" + stream.id() + "/baselines",
        "/gc/configuration/" + baseline + "/streams",
        "/gc/configuration/" + stream.id() + "/staging");
  }

  private static long configurations() {
    return SERVER.count("select count(*) from configuration");
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, http://elsewhere.test",
    "Origin, null"
  })
  void refusesCreationsOfAnotherSite(String header, String value) {
    List<String> paths = new ArrayList<>(made());
    paths.add("/gc/fill");
    for (String path : paths) {
      long before = configurations();
      GcClient.Answer refused = post(path, "Content-Type", "text/plain", header, value);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
      assertThat(refused.body()).contains("page of another site");
      assertThat(configurations()).isEqualTo(before);
    }
  }

  @Test
  void takesBaselinesAndStreamsOfItsOwnPages() {
    for (String path : made()) {
      GcClient.Answer answer = post(path, "Sec-Fetch-Site", "same-origin");
      assertThat(answer.status()).as(path + answer).isEqualTo(201);
    }
  }

  /** Ports of one host are one site, names of one machine are not. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void refusesFormThatBrowserSendsForAnotherSite(String host) {
    Browser browser = Browser.shared();
    String action = SERVER.address() + made().getFirst();
    long before = configurations();
    String page = PAGE.formatted(action);
    try (TestPeer other =
        TestPeer.start(
            0, exchange -> TestPeer.answer(exchange, 200, "text/html;charset=UTF-8", page))) {
      browser.open("http://%s:%d/".formatted(host, other.port()));
      browser.click("button", "Win");
      // An answer in RDF is no page.
      await()
          .ignoreExceptions()
          .until(() ->
              configurations() > before || browser.text("body").contains("page of another site"));
      assertThat(configurations()).isEqualTo(before);
      assertThat(browser.address()).isEqualTo(action);
    }
  }
}
