package org.reprise.load.report;

import java.util.List;
import org.reprise.load.run.Digits;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/** The parts of the terminal's text that runs of workflows have. */
final class WorkflowTerminal {
  private WorkflowTerminal() {}

  static void add(List<String> lines, RunRecord run) {
    lines.add("");
    run.experiments().stream().flatMap(e -> e.figures().stream()).forEach(f -> lines.add(line(f)));
  }

  private static String line(FigureRecord figure) {
    Double measured = figure.measured();
    return "  %-40s %12s %12s %s"
        .formatted(
            figure.id(),
            Digits.exact(figure.published()),
            measured == null ? "-" : Digits.of(measured),
            figure.unit());
  }
}
