package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.gatling.GatlingRun;

/** What somebody measured by hand, from a real simulation to the exit code. */
class CompareGatlingTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void failedRequestsAreSaidAndFailTheCommand() throws Exception {
    Path result;
    try (var run = new GatlingRun(folder)) {
      run.answers("PUT", 500);
      result = run.run("-Dthreads=2", "-Dcircles=6");
    }

    assertThat(compare(result, "--baseline", "cps-307", "--experiment", "remote-2x500"))
        .isEqualTo(Reprise.FAILED);

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("NOT VALID: 12 of 36 requests failed", "12 × ", "500")
        .contains("CREATE NODE", "12 requests failed")
        .doesNotContain("Reproduced");
    assertThat(compare(result, "--baseline", "cps-307")).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("which experiment of cps-307 is it?");
  }

  private int compare(Path result, String... options) {
    var arguments = new java.util.ArrayList<>(java.util.List.of("compare", result.toString()));
    arguments.addAll(java.util.List.of(options));
    return Reprise.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }
}
