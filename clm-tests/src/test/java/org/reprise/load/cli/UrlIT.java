package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.HttpCalls;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.measure.Check;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;
import org.reprise.localstack.process.FreePort;

/** Runs against services that run already, by their addresses alone. */
class UrlIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final String applications = "http://127.0.0.1:" + FreePort.lasting();
  private final String configurations = "http://127.0.0.1:" + FreePort.lasting();

  @TempDir private Path folder;

  @BeforeEach
  void up() throws Exception {
    CommandProcess.checkout(folder, "trs-feed", "gc-service");
    var environment = Map.of("TRS_PORT", port(applications), "GC_PORT", port(configurations));
    try (var up = CommandProcess.startJava(folder, environment, "up", "gc")) {
      assertThat(up.await(LIMIT)).as(up.err()).isZero();
    }
    for (var application : List.of("rm", "qm", "ccm")) {
      fill(applications + "/" + application + "/fill?scale=0.002&seed=1");
    }
    fill(configurations + "/gc/fill?scale=1&seed=1");
  }

  @AfterEach
  void down() throws Exception {
    new LocalServices(new Home(folder), Map.of()).down(_ -> {});
  }

  private static String port(String origin) {
    return Integer.toString(URI.create(origin).getPort());
  }

  private Path password() {
    return folder.resolve(".reprise/ldx-indexer.password");
  }

  private void fill(String uri) throws Exception {
    var credentials = new Credentials("reprise", Secrets.read(password()));
    try (var calls = new HttpCalls(credentials, LIMIT, URI.create(uri))) {
      var request =
          HttpRequest.newBuilder(URI.create(uri))
              .header("Content-Type", "text/turtle")
              .POST(BodyPublishers.ofString(""));
      assertThat(calls.send(request, status -> status == 200)).isNotNull();
    }
  }

  /** The load whose result without a database is another one; GcSmokeRunIT sends all. */
  @Test
  void measuresGlobalConfigurationsOfServicesThatRun() throws Exception {
    var gc = run("gc", configurations, "integration-500");

    assertThat(gc.measured().checks())
        .extracting(Check::id)
        .contains("links-held.integration-500", "baselines-stay.all")
        .doesNotContain("filled");
    assertThat(gc.measured().quantities())
        .containsKeys("integration-500.links")
        .doesNotContainKeys("database-size", "integration-500.transactions");
  }

  /** Exit code 0, and no check that failed. */
  private RunRecord run(String system, String url, String experiment)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of("run", system, "--profile=smoke", "--target=" + url));
    arguments.add("--applications=" + applications);
    arguments.add("--experiment=" + experiment);
    arguments.add("--username=reprise");
    arguments.add("--password-file=" + password());
    try (var command =
        CommandProcess.startJava(folder, Map.of(), arguments.toArray(String[]::new))) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
    }
    var run = RunJson.read(folder.resolve("results").resolve("latest").resolve("run.json"));
    assertThat(run.measured().checks()).isNotEmpty().allMatch(Check::passed);
    return run;
  }
}
