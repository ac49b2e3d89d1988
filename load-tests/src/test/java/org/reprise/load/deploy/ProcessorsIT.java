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
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.Records;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.Throttled;

/** The kernel's own groups, where this machine lets us make some. */
class ProcessorsIT {
  private static final List<String> BUSY = List.of("/bin/sh", "-c", "while :; do :; done");
  private static final Shares SHARE =
      Shares.of(List.of("busy", "free"), Map.of("busy", 0.3), List.of(), 2);

  @TempDir private Path folder;

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
        Throttled held = throttled(processors, began, seconds);
        assertThat(held.periodShare()).isGreaterThan(0.1);
        assertThat(held.throttledSeconds()).isPositive();
        assertThat(held.cores()).isEqualTo(0.3);

        processors.lift();
        TimeUnit.SECONDS.sleep(1);
        began = Instant.now();
        TimeUnit.SECONDS.sleep(1);
        assertThat(throttled(processors, began, 1).periodShare()).isZero();
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      assertThat(processors.prefix("free")).isEmpty();
      assertThat(groups()).isNotEmpty();
    }
    assertThat(groups()).isEmpty();
  }

  @Test
  void groupsAndWhatIsInThemEndWithAKilledCommand() throws Exception {
    Path pid = folder.resolve("pid");
    var command =
        new ProcessBuilder(
                JavaCommand.java(),
                "-cp",
                System.getProperty("java.class.path"),
                ProcessorsIT.class.getName(),
                pid.toString())
            .inheritIO()
            .start();
    try {
      await(() -> Files.exists(pid) && Files.size(pid) > 0);
      var inside = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
      assertThat(inside.isAlive()).isTrue();
      assertThat(groups(command.pid())).isNotEmpty();
      command.destroyForcibly().waitFor();
      await(() -> groups(command.pid()).isEmpty());
      await(() -> !inside.isAlive());
    } finally {
      command.destroyForcibly();
    }
  }

  /** A command with a process in a group, which writes that process's id. */
  public static void main(String[] arguments) throws Exception {
    var processors = Processors.open(SHARE);
    var command = new ArrayList<>(processors.prefix("busy"));
    command.addAll(BUSY);
    var process = new ProcessBuilder(command).start();
    Files.writeString(Path.of(arguments[0]), Long.toString(process.pid()));
    process.waitFor();
  }

  private static Throttled throttled(Processors processors, Instant from, double seconds) {
    var measured =
        Records.with(
            Records.measured(List.of(), List.of()),
            "phases",
            List.of(new Phase("busy", 0, seconds)));
    var now = Duration.between(from, Instant.now()).toNanos() / 1e9;
    return processors.throttled(now, measured).getFirst();
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
    return groups(ProcessHandle.current().pid());
  }

  private static List<Path> groups(long command) throws IOException {
    return Cgroup.parent(Path.of("/")).groups().stream()
        .filter(group -> group.getFileName().toString().startsWith("reprise_" + command + "_"))
        .toList();
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    var until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(until);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
