package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.load.SampleRun;
import org.reprise.load.run.RunRecord;

class RunComparisonTest {
  @Test
  void putsTwoRunsSideBySide() {
    RunComparison comparison =
        RunComparison.of(
            record("a", SampleRun.published(0.2), "quick"),
            record("b", SampleRun.published(0.1).without("remote-20x50"), "quick"));
    assertThat(comparison.rows()).hasSize(8 * 5);
    assertThat(row(comparison, "remote-10x100.create-node.avg").ratio()).isBetween(0.49, 0.51);
    assertThat(row(comparison, "embedded-10x100.flows").ratio()).isBetween(1.96, 2.04);
    assertThat(row(comparison, "remote-20x50.flows").second()).isNull();
    assertThat(row(comparison, "remote-20x50.flows").ratio()).isNull();
    assertThat(comparison.remarks()).isEmpty();
  }

  @Test
  void saysWhatStandsAgainstComparing() {
    RunComparison comparison =
        RunComparison.of(
            record("a", SampleRun.published(0.2), "quick"),
            record("b", SampleRun.published(0.1).invalid("interrupted"), "full"));
    assertThat(comparison.comparable()).isFalse();
    assertThat(comparison.reasons())
        .contains("b is invalid: interrupted", "different profile: quick and full");
  }

  private static RunComparison.Row row(RunComparison comparison, String id) {
    return comparison.rows().stream().filter(r -> r.id().equals(id)).findFirst().orElseThrow();
  }

  private static RunRecord record(String id, SampleRun run, String profile) {
    Comparison comparison = Comparison.of(SampleRun.BASELINE, run.measured(), profile);
    return comparison.record(
        id, "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }
}
