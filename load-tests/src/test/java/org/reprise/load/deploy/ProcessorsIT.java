package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        // Where the machine is busy, the two may get less than their share for a while.
        await()
            .until(() -> {
              processors.limit();
              assertThat(shareOfOneCore(process, Duration.ofSeconds(3))).isLessThan(0.36);
              processors.lift();
              return held(processors).throttledSeconds() > 0;
            });
        Throttled held = held(processors);
        assertThat(held.cpuSeconds()).isEqualTo(0.9);
        assertThat(held.seconds()).isGreaterThanOrEqualTo(3);
        assertThat(held.periodShare()).isPositive();
        assertThat(held.cores()).isEqualTo(0.3);

        await().until(() -> shareOfOneCore(process, Duration.ofSeconds(1)) > 0.36);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      assertThat(processors.prefix("free")).isEmpty();
      assertThat(groups()).isNotEmpty();
    }
    assertThat(groups()).isEmpty();
  }

  private static Throttled held(Processors processors) {
    return processors.throttled("busy", (_, _, _) -> 0.9).getFirst();
  }

  private static double shareOfOneCore(Process process, Duration time) throws InterruptedException {
    var began = Instant.now();
    double before = cpuSeconds(process);
    Thread.sleep(time);
    double used = cpuSeconds(process) - before;
    return used / (Duration.between(began, Instant.now()).toNanos() / 1e9);
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
