package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.stack.Home;

class MachineTest {
  @TempDir private Path folder;

  /** On a file system that does not answer, for example. */
  @Test
  @Timeout(60)
  void aGitThatDoesNotAnswerIsEnded() throws Exception {
    var name = "600." + ProcessHandle.current().pid();

    var commit =
        Machine.gitCommit(new Home(folder), List.of("sleep", name), Duration.ofMillis(200));

    assertThat(commit).isEqualTo("unknown");
    assertThatCode(() ->
            org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> ProcessHandle.current().children().noneMatch(it -> runs(it, name))))
        .doesNotThrowAnyException();
  }

  private static boolean runs(ProcessHandle process, String argument) {
    return process.info().commandLine().filter(line -> line.contains(argument)).isPresent();
  }

  @Test
  void outsideACheckoutTheCommitIsUnknown() throws Exception {
    assertThat(Machine.gitCommit(new Home(folder))).isEqualTo("unknown");
  }
}
