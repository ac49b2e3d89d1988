package org.reprise.load;

import java.util.List;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
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
    return TerminalTable.of(RunView.again(run, baseline, List.of()));
  }

  public static String page(RunRecord run, Baseline baseline, List<String> beside) {
    return RunReport.page(RunView.again(run, baseline, beside));
  }
}
