package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Claim;
import org.reprise.load.run.ClaimRecord;

class RepeatCommandTest {
  private final StringWriter out = new StringWriter();

  @Test
  void claimThatContradictsItselfIsTold() {
    assertThat(table(run("Reproduced", "Differs"), run("Differs", "Differs"))).isFalse();
    assertThat(out.toString())
        .containsPattern("(?m)^first +Reproduced +Differs +contradicts itself$")
        .containsPattern("(?m)^second +Differs +Differs *$");
  }

  @Test
  void undecidedContradictsNothing() {
    assertThat(table(run("Reproduced", "NotComparable"), run("NotComparable", "Differs"))).isTrue();
  }

  @Test
  void oneRunRepeatsNothing() {
    var err = new StringWriter();
    var code =
        Reprise.commandLine().setErr(new PrintWriter(err)).execute("repeat", "cps", "--times", "1");
    assertThat(code).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("--times must be at least 2, was 1");
  }

  private boolean table(List<ClaimRecord> first, List<ClaimRecord> second) {
    return RepeatCommand.table(List.of(first, second), new PrintWriter(out, true));
  }

  private static List<ClaimRecord> run(String first, String second) {
    return List.of(claim("first", first), claim("second", second));
  }

  private static ClaimRecord claim(String id, String verdict) {
    var why = verdict.equals("NotComparable") ? "within its spread" : null;
    return new ClaimRecord(id, id, Claim.Source.REPORT, verdict, why, "", "", null);
  }
}
