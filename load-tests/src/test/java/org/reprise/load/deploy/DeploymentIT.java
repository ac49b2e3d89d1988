package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two services of one system, here a plain program twice, on one database server. */
class DeploymentIT {
  private static final Target.Address ADDRESS = Target.Address.of("NO_PORT", 1);
  private static final List<String> FLAGS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", ServiceProcess.EXIT_ON_OUT_OF_MEMORY);

  private final List<String> steps = new ArrayList<>();
  private final Map<String, URI> told = new ConcurrentHashMap<>();

  @TempDir private Path logs;
  @TempDir private Path checkout;

  @Test
  void eachServiceHasARoleADatabaseAndTheCommonCredentials() throws Exception {
    long server;
    try (var deployment = open(role("one", "two"), role("two", "one"))) {
      // Known before the other one was started.
      assertThat(told)
          .containsEntry("one", deployment.origin("two"))
          .containsEntry("two", deployment.origin("one"));
      assertThat(deployment.origin("one").toString()).doesNotEndWith("/");
      for (var role : List.of("one", "two")) {
        assertThat(
                Probe.status(
                    HttpRequest.newBuilder(deployment.origin(role).resolve("/actuator/prometheus"))
                        .header("Authorization", deployment.credentials().authorization()),
                    Duration.ofMinutes(5)))
            .isEqualTo(200);
      }
      assertThat(deployment.serviceSettings())
          .hasEntrySatisfying(
              "two: SPRING_DATASOURCE_URL", url -> assertThat(url).contains("/two"));
      assertThat(deployment.jvmFlags())
          .containsExactly("one: " + String.join(" ", FLAGS), "two: " + String.join(" ", FLAGS));
      assertThat(deployment.roles())
          .extracting(WatchedProcess::name)
          .containsExactly("one", "two", "postgresql");
      assertThat(steps).contains("starting postgresql", "starting one, two");
      assertThat(logs.resolve("one.log")).isNotEmptyFile();
      assertThatThrownBy(() -> deployment.origin("three")).hasMessageContaining("three");
      server = deployment.roles().getLast().process().pid();
    }
    assertThat(ProcessHandle.of(server)).isEmpty();
  }

  @Test
  void endsWhatWasStartedWhereAServiceFails() {
    // The server of the tests may be among them.
    var before = ProcessHandle.current().descendants().toList();
    assertThatThrownBy(() ->
            open(
                role("one", "one"),
                ServiceRole.of(
                    "two",
                    PlainService.MODULE,
                    ADDRESS,
                    _ -> {
                      throw new IllegalStateException("no such setting");
                    })))
        .hasMessage("no such setting");
    assertThat(ProcessHandle.current().descendants()).isSubsetOf(before);
  }

  @Test
  void saysWhatIsNotBuiltBeforeAnythingIsStarted() {
    assertThatThrownBy(() ->
            open(
                ServiceRole.of(
                    "one",
                    "no-such-module",
                    ADDRESS,
                    _ -> {
                      throw new AssertionError("nothing is to be started");
                    })))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("no-such-module");
    assertThat(steps).isEmpty();
  }

  private ServiceRole role(String name, String other) {
    return ServiceRole.of(
        name,
        PlainService.MODULE,
        ADDRESS,
        site -> {
          told.put(name, site.origin(other));
          return new ServiceProcess.Service(
              PlainService.MODULE,
              FLAGS,
              site.database(name),
              site.credentials(),
              Map.of(PlainService.NOTES, logs.resolve("notes").toString()));
        });
  }

  private Deployment open(ServiceRole... roles) throws Exception {
    return Deployment.open(
        new Target.LocalProcesses(),
        new Topology(List.of(roles), "one", UnaryOperator.identity()),
        Map.of(),
        Shares.unlimited(),
        PlainService.built(checkout),
        logs,
        steps::add);
  }
}
