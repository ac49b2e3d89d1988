package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Claim;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Verdict;

class RepeatTest {
  private final StringWriter out = new StringWriter();

  @Test
  void claimThatContradictsItselfIsTold() {
    assertThat(
            table(run(Verdict.REPRODUCED, Verdict.DIFFERS), run(Verdict.DIFFERS, Verdict.DIFFERS)))
        .isFalse();
    assertThat(out.toString())
        .containsPattern("(?m)^first +Reproduced +Differs +contradicts itself$")
        .containsPattern("(?m)^second +Differs +Differs *$");
  }

  @Test
  void undecidedContradictsNothing() {
    assertThat(
            table(
                run(Verdict.REPRODUCED, Verdict.NOT_COMPARABLE),
                run(Verdict.NOT_COMPARABLE, Verdict.DIFFERS)))
        .isTrue();
  }

  @Test
  void oneRunRepeatsNothing() {
    var err = new StringWriter();
    var code =
        Reprise.commandLine(Systems.ALL)
            .setErr(new PrintWriter(err))
            .execute("repeat", "cps", "--times", "1");
    assertThat(code).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("--times must be at least 2, was 1");
  }

  @Test
  void severalSystemsAreNotRepeated() {
    assertThat(Reprise.commandLine(Systems.ALL).execute("repeat", "all")).isEqualTo(Reprise.USAGE);
  }

  @Test
  void countsClaimsThatEveryRunDecidesAlike() {
    assertThat(
            table(
                run(Verdict.REPRODUCED, Verdict.NOT_MEASURED),
                run(Verdict.REPRODUCED, Verdict.NOT_MEASURED)))
        .isTrue();
    assertThat(out.toString()).endsWith("1 of 1 measured claims decided" + System.lineSeparator());
  }

  @Test
  void passesOptionsOnToEachRun() {
    var text = new StringWriter();
    var code =
        Reprise.commandLine(Systems.ALL)
            .setOut(new PrintWriter(text))
            .execute("repeat", "cps", "--profile", "smoke", "--times", "2", "--dry-run");
    assertThat(code).isZero();
    assertThat(text.toString()).contains("cps, profile smoke against local");
  }

  private boolean table(List<ClaimRecord> first, List<ClaimRecord> second) {
    return Reprise.agree(List.of(first, second), new PrintWriter(out, true));
  }

  private static List<ClaimRecord> run(Verdict first, Verdict second) {
    return List.of(claim("first", first), claim("second", second));
  }

  private static ClaimRecord claim(String id, Verdict verdict) {
    var why = verdict == Verdict.NOT_COMPARABLE ? "within its spread" : null;
    return new ClaimRecord(id, id, Claim.Source.REPORT, verdict, why, "", null);
  }
}
