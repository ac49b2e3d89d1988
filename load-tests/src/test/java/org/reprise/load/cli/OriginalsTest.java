package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.clm.StandInOslc;
import org.reprise.load.cps.StandInCps;
import org.reprise.load.ebms.StandInHandler;
import org.reprise.load.lists.StandInFolio;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;
import org.reprise.localstack.process.FreePort;

/** Runs against stand-ins of the originals, which answer in their own spelling, are valid. */
class OriginalsTest extends InOwnHome {
  @Test
  void measuresCpsThatAnswersNumbersAndPrefixes() throws Exception {
    try (var original = new StandInCps()) {
      var password = Files.writeString(folder.resolve("password"), "secret");
      var run = measured("cps", original.base(), "--username=user", "--password-file=" + password);

      assertThat(run.measured().checks())
          .anyMatch(it -> it.id().equals("sampled-tree-read-back") && it.passed());
      assertThat(run.measured().operations())
          .anyMatch(it -> it.experiment().equals("remote-10x100") && it.count() == 100);
    }
  }

  @Test
  void measuresHandlerThatKnowsAgreement() throws Exception {
    var port = FreePort.loopback();
    var pongs = URI.create("http://127.0.0.1:%d/ebms".formatted(port));
    try (var original = new StandInHandler(true, pongs)) {
      var run = measured("ebms", original.base(), "--sink=127.0.0.1:" + port);

      assertThat(run.measured().checks())
          .anyMatch(it -> it.id().equals("every-ping-one-pong.maximum") && it.passed());
    }
  }

  @Test
  void measuresFolioThatTakesTokenAndShortPages() throws Exception {
    try (var original = new StandInFolio()) {
      var token = Files.writeString(folder.resolve("token"), "a.b.c");
      var run =
          measured(
              "lists",
              original.base(),
              "--experiment=parallel-off",
              "--token-file=" + token,
              "--page-size=" + StandInFolio.PAGE);

      assertThat(run.measured().checks())
          .extracting(Check::id)
          .containsExactlyInAnyOrder("lists-refreshed.parallel-off", "as-answered.parallel-off");
      assertThat(run.measured().operations())
          .extracting(OperationSummary::operation)
          .containsExactlyInAnyOrder("refresh", "check-in", "check-out", "data-import");
      assertThat(run.measured().notRun().get("parallel-on")).contains("--split-at");
      assertThat(original.lists()).isEmpty();
    }
  }

  @Test
  void measuresLinksOfAnyOslcServer() throws Exception {
    try (var original = new StandInOslc()) {
      var password = Files.writeString(folder.resolve("password"), "secret");
      var run =
          measured(
              "ldx",
              original.base(),
              "--experiment=ccm-rm-30",
              "--username=user",
              "--password-file=" + password);

      assertThat(run.measured().checks())
          .extracting(Check::id)
          .containsExactlyInAnyOrder("every-link-indexed.ccm-rm-30", "no-other-link.ccm-rm-30");
      assertThat(run.measured().quantities()).containsKeys("ccm-rm-30.links", "discover-p99");
      assertThat(run.measured().notRun().get("initial-both")).contains("an index is emptied");
    }
  }

  @Test
  void measuresLinksThatIndexRefusesWithoutConfiguration() throws Exception {
    try (var original = new StandInOslc("qm")) {
      var password = Files.writeString(folder.resolve("password"), "secret");
      var run =
          measured(
              "ldx",
              original.base(),
              "--experiment=ccm-qm-30",
              "--username=user",
              "--password-file=" + password);

      assertThat(run.measured().checks())
          .singleElement()
          .satisfies(it -> assertThat(it.id()).isEqualTo("links-not-asked-for.ccm-qm-30"))
          .satisfies(it -> assertThat(it.detail()).contains("answered 400", "no context"));
      assertThat(run.measured().quantities()).containsKey("ccm-qm-30.links");
    }
  }

  @Test
  void keepsWhatWasMeasuredWhereIndexRequiresConfigurationLater() throws Exception {
    try (var original = new StandInOslc(50, "qm")) {
      var password = Files.writeString(folder.resolve("password"), "secret");
      var run =
          measured(
              "ldx",
              original.base(),
              "--experiment=ccm-qm-30",
              "--username=user",
              "--password-file=" + password);

      assertThat(run.measured().checks())
          .extracting(Check::id)
          .containsExactlyInAnyOrder(
              "every-link-indexed.ccm-qm-30",
              "no-other-link.ccm-qm-30",
              "links-not-asked-for.discover-p99");
      assertThat(run.measured().quantities())
          .containsKey("ccm-qm-30.links")
          .doesNotContainKey("discover-p99");
    }
  }

  /** Exit code 0, no invalid reason, no check that failed. */
  private RunRecord measured(String system, String url, String... more) throws Exception {
    var arguments = new ArrayList<>(List.of("run", system, "--profile=smoke", "--target=" + url));
    arguments.addAll(List.of(more));
    var code =
        Reprise.commandLine(Systems.ALL)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    assertThat(code).as(() -> err.toString() + out).isZero();
    var record = RunJson.read(Path.of(folder.toString(), "results", "latest", "run.json"));
    assertThat(record.measured().checks()).isNotEmpty().allMatch(it -> it.passed());
    return record;
  }
}
