package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.ContributionRequest;
import org.reprise.gc.configuration.GlobalConfiguration;

/** The pages in a browser, with contributions of an application that takes its time. */
class ApplicationsBrowserIT {
  private static final GcServer SERVER = GcServer.withApplication();

  private final FakeApplication qm = FakeApplication.part();
  private final Browser b = Browser.shared();

  @Test
  void pageWaitsForBaselineOfApplication() {
    CountDownLatch ready = new CountDownLatch(1);
    try {
      GlobalConfiguration stream = new Plant(SERVER).stream("Tested product");
      b.open(SERVER.address() + "/gc/web/configuration/" + stream.id());
      b.follow("a", "Add a contribution");
      b.type("input[name=uri]", qm.configuration(7));
      b.pressAndFollow("Enter");
      assertThat(b.text(".tree")).contains("Local 7", "Application qm", "Stream");

      qm.fault("POST /qm/configuration/7/baselines", exchange -> FakeApplication.hold(ready));
      b.click("summary", "Create baseline");
      b.type("details[open] input[name=title]", "Tested 1.0");
      b.follow("details[open] button", "Create baseline");
      assertThat(b.address()).contains("/gc/web/activity/");
      assertThat(b.text("h1")).isEqualTo("Creating a baseline");
      b.awaitPage();
      assertThat(b.text("h1")).as("it looks again by itself").isEqualTo("Creating a baseline");
      ready.countDown();
      while (b.address().contains("/activity/")) {
        b.awaitPage();
      }
      assertThat(b.text("h1")).contains("Tested 1.0", "Baseline");
      assertThat(b.text(".tree")).contains("Application", "Baseline").doesNotContain("Local 7");
    } finally {
      ready.countDown();
    }
  }

  @Test
  void replacesContributionFromApplicationsList() {
    GlobalConfiguration stream = new Plant(SERVER).stream("Listed product");
    Configurations configurations = SERVER.part(Configurations.class);
    configurations.addContribution(
        stream.id(), null, new ContributionRequest("c1", qm.configuration(7), "1", null));
    qm.baseline(7);
    String baseline = qm.baseline(7);
    qm.baseline(8);

    b.open(SERVER.address() + "/gc/web/configuration/" + stream.id());
    b.follow("a[aria-label='Replace Local 7 of qm']", null);
    assertThat(b.text("fieldset")).contains("Local 7", "Local 1000000", "Local 1000001");
    assertThat(b.text("fieldset")).as("of another component").doesNotContain("Local 1000002");
    assertThat(b.text("main")).doesNotContain("in time");
    b.type("fieldset input[name=q]", "local 1000001");
    b.follow("button", "Find");
    assertThat(b.text("fieldset")).contains("Local 7", "Local 1000001");
    assertThat(b.text("fieldset")).doesNotContain("Local 1000000");
    b.click("label.choice:has(input[value='" + baseline + "']) span", null);
    b.follow("button", "Replace");
    assertThat(b.text(".tree")).contains("Local 1000001", "Baseline").doesNotContain("Local 7");
    assertThat(configurations.contributions(stream.id()))
        .singleElement()
        .satisfies(one -> assertThat(one.target().uri()).isEqualTo(baseline));
  }

  @Test
  void pageWarnsAndListsKnownConfigurationsIfApplicationTimesOut() {
    CountDownLatch end = new CountDownLatch(1);
    try {
      GlobalConfiguration stream = new Plant(SERVER).stream("Silent product");
      Configurations configurations = SERVER.part(Configurations.class);
      String baseline = qm.baseline(7);
      for (String known : List.of(baseline, qm.configuration(7))) {
        configurations.addContribution(
            stream.id(), null, new ContributionRequest("c1", known, "1", null));
        configurations.removeContribution(stream.id(), null, "c1");
      }
      configurations.addContribution(
          stream.id(), null, new ContributionRequest("c1", qm.configuration(7), "1", null));
      qm.baseline(7);
      qm.fault("GET /qm/component/7", exchange -> FakeApplication.hold(end));
      b.open(SERVER.address() + "/gc/web/configuration/" + stream.id() + "/contribution/c1");
      assertThat(b.text(".warning")).contains("'qm'", "known here");
      assertThat(b.text("fieldset"))
          .contains("Local 7", "Local 1000000")
          .doesNotContain("Local 1000001");
      b.click("label.choice:has(input[value='" + baseline + "']) span", null);
      b.follow("button", "Replace");
      assertThat(b.text(".tree")).contains("Local 1000000", "Baseline");
    } finally {
      end.countDown();
    }
  }

  @Test
  void keepsFormWhileApplicationIsDown() {
    GlobalConfiguration stream = new Plant(SERVER).stream("Lonely product");
    qm.fault(
        "GET /qm/configuration/8",
        exchange -> {
          FakeApplication.answer(exchange, 503, "");
          return true;
        });
    b.open(SERVER.address() + "/gc/web/configuration/" + stream.id() + "/contributions");
    b.type("input[name=uri]", qm.configuration(8));
    b.follow("button", "Add");
    assertThat(b.text("[role=alert]")).isNotBlank();
    assertThat(b.evaluate("document.querySelector('input[name=uri]').value").asString())
        .isEqualTo(qm.configuration(8));
    qm.heal();
    b.follow("button", "Add");
    assertThat(b.text(".tree")).contains("Local 8");
  }
}
