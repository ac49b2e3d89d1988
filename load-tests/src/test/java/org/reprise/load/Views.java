package org.reprise.load;

import java.util.List;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.judge.Comparison;
import org.reprise.load.report.RunReport;
import org.reprise.load.report.RunView;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.RunRecord;

/** Draws runs as {@code reprise report} does. */
public final class Views {
  private Views() {}

  public static String terminal(RunRecord run) {
    return terminal(run, Baselines.load(run.report()));
  }

  public static String terminal(RunRecord run, Baseline baseline) {
    return TerminalTable.of(view(run, baseline, List.of()));
  }

  public static String page(RunRecord run, Baseline baseline, List<String> beside) {
    return RunReport.page(view(run, baseline, beside));
  }

  private static RunView view(RunRecord run, Baseline baseline, List<String> beside) {
    var comparison = new Comparison(baseline, run.measured(), run.profile());
    var judged = comparison.record(run.runId(), run.target(), run.manifest(), run.environment());
    return RunView.of(new RunReport.Judged(judged, comparison), null, beside);
  }
}
