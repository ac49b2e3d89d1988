package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.Throttled;

/** The kernel's own groups, where this machine lets us make some. */
class ProcessorsIT {
  private static final Shares SHARE =
      Shares.of(List.of("busy", "free"), Map.of("busy", 0.3), List.of(), 2);

  @BeforeEach
  void needsAWay() {
    String reason = null;
    try {
      Processors.look();
    } catch (IOException e) {
      reason = e.getMessage();
    }
    assumeTrue(reason == null, reason);
  }

  @Test
  void aBusyProcessAndWhatItStartsGetTheirShareOnly() throws Exception {
    try (Processors processors = Processors.open(SHARE)) {
      var command = new ArrayList<>(processors.prefix("busy"));
      // Two at once: the share is the group's, not each process's.
      command.addAll(List.of("/bin/sh", "-c", "while :; do :; done & while :; do :; done"));
      var process = new ProcessBuilder(command).start();
      try {
        processors.limit();
        var began = Instant.now();
        double before = cpuSeconds(process);
        TimeUnit.SECONDS.sleep(3);
        double used = cpuSeconds(process) - before;
        double seconds = Duration.between(began, Instant.now()).toNanos() / 1e9;
        assertThat(used / seconds).isBetween(0.1, 0.36);
        processors.lift();
        Throttled held = processors.throttled("busy", (_, _, _) -> 0.9).getFirst();
        assertThat(held.cpuSeconds()).isEqualTo(0.9);
        assertThat(held.seconds()).isGreaterThanOrEqualTo(3);
        assertThat(held.periodShare()).isGreaterThan(0.1);
        assertThat(held.throttledSeconds()).isPositive();
        assertThat(held.cores()).isEqualTo(0.3);

        began = Instant.now();
        before = cpuSeconds(process);
        TimeUnit.SECONDS.sleep(1);
        used = cpuSeconds(process) - before;
        assertThat(used / (Duration.between(began, Instant.now()).toNanos() / 1e9))
            .isGreaterThan(0.36);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      assertThat(processors.prefix("free")).isEmpty();
      assertThat(groups()).isNotEmpty();
    }
    assertThat(groups()).isEmpty();
  }

  private static double cpuSeconds(Process process) {
    double own = process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    return own
        + process
            .descendants()
            .mapToDouble(
                child -> child.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
            .sum();
  }

  private static List<Path> groups() throws IOException {
    var mine = "reprise_%d_*".formatted(ProcessHandle.current().pid());
    try (var found = Files.newDirectoryStream(Cgroup.parent(Path.of("/")).folder(), mine)) {
      var groups = new ArrayList<Path>();
      found.forEach(groups::add);
      return groups;
    }
  }
}
