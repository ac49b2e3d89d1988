package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.stack.Home;

class BenchAtOnceTest extends InOwnHome {
  /** Both would read and remove what the other has in its folder. */
  @Test
  void ofTwoBenchmarksOfTheIndexOneIsRefused() throws Exception {
    var state = Home.current().state();
    Files.createDirectories(state.resolve("bench-ldx"));
    try (var _ = RunDirectory.open(state, "bench-ldx").hold()) {
      var code =
          Reprise.commandLine()
              .setErr(new PrintWriter(err, true))
              .execute("bench", "ldx", "--profile", "smoke");
      assertThat(code).as(err.toString()).isEqualTo(Reprise.USAGE);
    }
    assertThat(err.toString()).contains("bench-ldx is under way");
  }
}
