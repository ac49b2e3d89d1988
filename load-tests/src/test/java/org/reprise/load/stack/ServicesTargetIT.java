package org.reprise.load.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.ebms.EbmsService;
import org.reprise.load.engine.Role;
import org.reprise.load.process.Shares;

/** Two services of one system, here the same twice, on one database server. */
class ServicesTargetIT {
  private static final Home HOME = new Home(Path.of("..").toAbsolutePath().normalize());

  @TempDir private Path logs;

  @Test
  void eachServiceHasARoleADatabaseAndTheCommonCredentials() throws Exception {
    var steps = new ArrayList<String>();
    long server;
    try (var target =
        ServicesTarget.open(
            List.of(EbmsService.MODULE), Shares.unlimited(), HOME, logs, steps::add)) {
      var reserved = target.reserve("two");
      // No outgoing connection gets it before the service does.
      assertThat(reserved.getPort()).isBetween(10_000, 29_999);
      for (var role : List.of("one", "two")) {
        target.start(role, EbmsService.service(target.database(role), target.credentials()));
      }

      assertThat(target.services()).containsOnlyKeys("one", "two");
      assertThat(target.origin("one").toString()).doesNotEndWith("/");
      assertThat(target.origin("one")).isNotEqualTo(target.origin("two"));
      // Known before it was started.
      assertThat(target.origin("two")).isEqualTo(reserved);
      for (var role : List.of("one", "two")) {
        assertThat(
                Probe.status(
                    java.net.http.HttpRequest.newBuilder(
                            target.origin(role).resolve("/actuator/prometheus"))
                        .header("Authorization", target.credentials().basicHeader()),
                    java.time.Duration.ofSeconds(10)))
            .isEqualTo(200);
      }
      assertThat(target.serviceSettings())
          .hasEntrySatisfying(
              "two: SPRING_DATASOURCE_URL", url -> assertThat(url).contains("/two"));
      assertThat(Role.of(target, target.database("two")).stream().map(Role::name))
          .containsExactly("one", "two", ServicesTarget.DATABASE);
      assertThat(steps).contains("starting PostgreSQL", "starting one", "starting two");
      assertThat(logs.resolve("one.log")).isNotEmptyFile();
      assertThatThrownBy(() -> target.origin("three")).hasMessageContaining("three");
      server = target.postgres().orElseThrow().pid();
    }
    assertThat(ProcessHandle.of(server)).isEmpty();
  }

  @Test
  void whatIsNotBuiltIsSaidBeforeAnythingIsStarted() {
    var steps = new ArrayList<String>();
    assertThatThrownBy(() ->
            ServicesTarget.open(
                List.of("no-such-module"), Shares.unlimited(), HOME, logs, steps::add))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("no-such-module");
    assertThat(steps).isEmpty();
  }
}
