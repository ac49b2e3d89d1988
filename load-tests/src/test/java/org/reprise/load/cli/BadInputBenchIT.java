package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each bad input against the real service: refused as it should be, and its cost printed. */
class BadInputBenchIT {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir private Path folder;

  @Test
  void printsWhatEachBadInputCosts() throws Exception {
    try (var command =
        CommandProcess.start(folder, "bench", "ebms", "--bad-input", "--messages", "20")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      assertThat(command.out())
          .contains("a good Ping", "20,000 elements deep", "10,000 parts", "to Ping")
          .containsPattern("20,000 elements deep +[\\d,]+ +20 +400 ")
          .doesNotContain("expected");
    }
  }

  @Test
  void refusesSenselessCounts() throws Exception {
    try (var command =
        CommandProcess.start(folder, "bench", "ebms", "--bad-input", "--messages", "0")) {
      assertThat(command.await(LIMIT)).isNotZero();
      assertThat(command.err()).contains("--messages: 1 to 100000, not 0");
    }
  }
}
