package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.load.ListsRun;
import org.reprise.load.SampleRun;
import org.reprise.load.Views;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Check;
import org.reprise.load.run.RunRecord;

class CheckGroupTest {
  @Test
  void checksOfOneKindAreOneLineAndWhatFailedHasItsDetail() {
    ListsRun run = ListsRun.good();
    for (int cell = 1; cell <= 48; cell++) {
      run.check(new Check("lists-equal.cell-" + cell, cell != 7, "list of cell " + cell));
    }
    run.check(new Check("imported-once", true, "2,500 records once each"));
    RunRecord record = record(run);

    assertThat(
            RunView.CheckGroup.of(record.measured().checks()).stream()
                .map(RunView.CheckGroup::line))
        .containsExactly(
            "lists-equal (47 of 48 passed): lists-equal.cell-7: list of cell 7",
            "imported-once: 2,500 records once each");
    assertThat(Views.terminal(record))
        .contains("FAILED          lists-equal (47 of 48 passed)")
        .contains("passed          imported-once")
        .doesNotContain("list of cell 8");
  }

  private static RunRecord record(ListsRun run) {
    Comparison comparison = new Comparison(ListsRun.BASELINE, run.measured(), "quick");
    return comparison.record(
        "r", "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }
}
