package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Ctrl-C in the middle of a run. */
class InterruptedRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  @Test
  void leavesNoProcessAndAPartialResult() throws Exception {
    assumeThatInterruptIsNotIgnored();
    try (var command =
        CommandProcess.start(
            folder, "run", "cps", "--profile", "full", "--experiment", "embedded-10x100")) {
      await()
          .atMost(LIMIT)
          .until(() -> command.err().contains("embedded-10x100") || !command.process().isAlive());
      assertThat(command.process().isAlive()).as(command.err()).isTrue();
      // Command, PostgreSQL, service, and the process that sends the load.
      await().atMost(LIMIT).until(() -> command.process().descendants().count() >= 3);
      var children = command.process().descendants().toList();

      new ProcessBuilder("kill", "-INT", Long.toString(command.process().pid())).start().waitFor();

      assertThat(command.await(LIMIT)).isNotZero();
      await().atMost(LIMIT).until(() -> noneAlive(children));
      var run =
          JsonMapper.shared()
              .readTree(
                  Files.readAllBytes(
                      folder.resolve("results").resolve("latest").resolve("run.json")));
      assertThat(run.path("valid").asBoolean(true)).isFalse();
      assertThat(run.path("invalidReasons").toString()).contains("interrupted");
      assertThat(folder.resolve("results").resolve("latest").resolve("index.html"))
          .isNotEmptyFile();
    }
  }

  private static boolean noneAlive(List<ProcessHandle> processes) {
    return processes.stream().noneMatch(ProcessHandle::isAlive);
  }

  /**
   * A shell in the background (and what it starts) has SIGINT ignored; then nobody can ask by it.
   */
  private static void assumeThatInterruptIsNotIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      String ignored =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .findFirst()
              .orElseThrow();
      long mask = Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16);
      assumeThat(mask & 2).as("SIGINT is ignored in this process").isZero();
    }
  }
}
