package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.load.SampleRun;
import org.reprise.load.Views;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.measure.Check;
import org.reprise.load.run.RunRecord;

class TerminalTableTest {
  @Test
  void printsPublishedAndMeasuredWithinAHundredColumns() {
    String text =
        Views.terminal(run(SampleRun.published(0.5).quantity("floor.embedded-10x100", 1_120)));
    assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    assertThat(text)
        .containsPattern(
            "CREATE ANCHOR +report +0\\.992 +29\\.111 +2\\.078 +61\\.87 +152\\.437 +69\\.08")
        .containsPattern("here +0\\.496 +14\\.6 +1\\.04 ± 0\\.0\\d\\d")
        .containsPattern("ratio +×0\\.500")
        .containsPattern(
            "embedded-10x100 +report +71\\.4 +71\\.4\\s+-\\s+-\\s+here .* 1,120 +×0\\.127")
        .containsPattern("Reproduced +CREATE NODE has the highest average")
        .contains("10 threads × 100 circles", "valid    yes", "no-anchor-left");
  }

  @Test
  void saysWhatIsMissingAndWhatFailed() {
    String text =
        Views.terminal(
            run(
                SampleRun.published(0.5)
                    .without("remote-20x50")
                    .check(new Check("fragments-left", false, "3 are left"))));
    assertThat(text)
        .contains("valid    NO", "check fragments-left failed")
        .containsOnlyOnce("3 are left")
        .contains("NotMeasured: left out by the quick profile")
        .containsPattern("FAILED +fragments-left")
        .containsPattern("remote-20x50 +report +15\\.7 +15\\.7");
  }

  @Test
  void printsTwoRunsSideBySide() {
    String text =
        TerminalTable.of(
            RunComparison.of(run(SampleRun.published(0.5)), run(SampleRun.published(0.25))));
    assertThat(text)
        .containsPattern("remote-10x100\\.create-node\\.avg +ms +8\\d\\.\\d +4\\d\\.\\d +×0\\.");
    assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
  }

  private static RunRecord run(SampleRun sample) {
    return HtmlPageTest.record(sample, "quick");
  }
}
