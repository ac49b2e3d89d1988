package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.cps.EmbeddedRemoteBench.Row;
import org.reprise.load.cps.EmbeddedRemoteBench.Way;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.process.Shares;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.ServiceTarget;
import org.reprise.load.stack.Target;

/** Each way measures what it is named after: its CPU is used where its flow is carried out. */
class EmbeddedRemoteBenchIT {
  private static final Duration SHORT = Duration.ofMillis(700);

  @TempDir private Path folder;

  @Test
  void eachWayIsMeasuredWithEachNumberOfUsers() throws Exception {
    var home = new Home(Path.of("..").toAbsolutePath().normalize());
    var said = new StringWriter();
    var listener = new StepPrinter(new PrintWriter(said));
    try (var sampler = new ResourceSampler(listener::notice);
        var target =
            ServiceTarget.open(
                new Target.LocalProcesses(),
                CpsService.KIND,
                Shares.unlimited(),
                home,
                folder.resolve("logs"),
                step -> {})) {
      var rows =
          new EmbeddedRemoteBench(
                  target, new LoadLauncher(home, folder, sampler, listener), listener, SHORT, SHORT)
              .run(List.of(Way.REMOTE, Way.NO_FLUSH), 1);

      assertThat(rows)
          .extracting(Row::way, Row::users)
          .containsExactly(
              tuple(Way.REMOTE, 2),
              tuple(Way.REMOTE, 10),
              tuple(Way.REMOTE, 20),
              tuple(Way.REMOTE, 50),
              tuple(Way.NO_FLUSH, 2),
              tuple(Way.NO_FLUSH, 10),
              tuple(Way.NO_FLUSH, 20),
              tuple(Way.NO_FLUSH, 50));
      // Windows this short may hold no flow on a busy machine; CPU is used all the same.
      assertThat(rows)
          .extracting(row -> row.cpuMs().get(ResourceSampler.GENERATOR))
          .allSatisfy(cpu -> assertThat(cpu).isPositive());
      assertThat(service(rows, Way.REMOTE)).isGreaterThan(10 * service(rows, Way.NO_FLUSH));
      assertThat(said.toString()).contains("round 1 of 1: commits do not wait");
    }
  }

  /** CPU of the service for a flow of each number of users together, ms. */
  private static double service(List<Row> rows, Way way) {
    return rows.stream()
        .filter(row -> row.way() == way)
        .mapToDouble(row -> row.cpuMs().getOrDefault(CpsService.MODULE, 0.0))
        .sum();
  }
}
