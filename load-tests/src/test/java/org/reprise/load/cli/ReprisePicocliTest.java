package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReprisePicocliTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int reprise(String... arguments) {
    return Reprise.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "'run', SYSTEM",
    "'run nonsense', no system 'nonsense'",
    "'run cps --profile fast', 'smoke, quick or full'",
    "'run cps --experiment remote-1x1', remote-10x100",
    "'run cps --threads 0', --threads",
    "'run cps --circles x', --circles",
    "'run cps --repeat 0', --repeat",
    "'run cps --termination-timeout 0', --termination-timeout",
    "'run cps --target http://192.0.2.1/cps/api', --i-own-this",
    "'run cps --target nowhere', 'not the URL'",
    "'run cps --anchor-prefix a/b', anchor prefix",
    "'report no-such-run', no-such-run",
    "'compare one', two runs",
    "'list cps-1', cps-307",
    "'up gc', no system 'gc'",
    "'up --cps-port 99999', 65535",
    "'', subcommand"
  })
  void aMistakeIsExplainedAndEndsWithTwo(String arguments, String explained) {
    var code = reprise(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(code).as(err.toString()).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains(explained).doesNotContain("\tat ");
  }

  @Test
  void dryRunSaysWhatWillBeRunAndWhatItTakes() {
    assertThat(reprise("run", "cps", "--profile", "full", "--dry-run")).isZero();

    assertThat(out.toString())
        .contains(
            "embedded-2x500",
            "2 threads × 500 circles",
            "wall time",
            "MiB of disk",
            "MiB of memory",
            "explanation        tested");
  }

  @Test
  void listNamesReportsExperimentsClaimsAndFigures() {
    assertThat(reprise("list", "--figures")).isZero();

    assertThat(out.toString())
        .contains(
            "cps-307",
            "remote-50x20",
            "create-node-highest",
            "password-hashing",
            "remote-2x500.create-node.avg");
  }
}
