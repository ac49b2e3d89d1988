package org.reprise.load.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reprise.load.report.WorkflowTable.Cell;
import org.reprise.load.run.RunRecord;

/** The parts of the terminal's text that runs of workflows have. */
final class WorkflowTerminal {
  private static final String NONE = "-";
  private static final String COLUMNS = "%9s%10s%15s%15s%10s%11s";

  private WorkflowTerminal() {}

  static void add(List<String> lines, RunRecord run) {
    table(lines, run);
    ratios(lines, run);
    OpenTerminal.statements(lines, run);
    uses(lines, run);
  }

  private static void table(List<String> lines, RunRecord run) {
    lines.add("");
    lines.add(
        (" ".repeat(30) + "%19s%30s%21s")
            .formatted("R/W split disabled*", "R/W split enabled", "fast refresh"));
    lines.add(
        " ".repeat(30)
            + COLUMNS.formatted(
                "separate", "parallel", "separate", "parallel", "separate", "parallel"));
    for (WorkflowTable.Row row : WorkflowTable.of(run).rows()) {
      lines.add(
          line(
              row.title(),
              "report, " + row.unit(),
              row,
              c -> with(c.published(), c.publishedDelta())));
      lines.add(line("", "here, s", row, c -> with(c.measured(), c.delta())));
      if (row.cells().stream().anyMatch(c -> !c.spread().isEmpty())) {
        lines.add(line("", "spread", row, Cell::spread));
      }
      lines.add(line("", "ratio", row, Cell::ratio));
    }
    TerminalTable.wrapped(
        lines, "  * ", "taken by the report from an earlier one, whose lists had another query");
    missing(lines, run);
    WorkflowTable.of(run).others().forEach(it -> TerminalTable.wrapped(lines, "  ", it));
    WorkflowRatios ratios = WorkflowRatios.of(run);
    if (!ratios.otherQuery().isEmpty()) {
      TerminalTable.wrapped(lines, "  * ", ratios.otherQuery());
    }
  }

  private static void missing(List<String> lines, RunRecord run) {
    WorkflowTable.of(run).rows().stream()
        .flatMap(row -> row.cells().stream())
        .filter(cell -> !cell.word().isEmpty())
        .map(cell -> cell.word() + ": " + cell.why())
        .distinct()
        .forEach(why -> TerminalTable.wrapped(lines, "  ", why));
  }

  private static String with(String value, String delta) {
    return value.isEmpty() || delta.isEmpty() ? value : "%s (%s)".formatted(value, delta);
  }

  private static String line(
      String title, String part, WorkflowTable.Row row, Function<Cell, String> text) {
    Object[] cells = row.cells().stream().map(text).map(WorkflowTerminal::dash).toArray();
    return ("  %-16s%-12s".formatted(title, part) + COLUMNS.formatted(cells)).stripTrailing();
  }

  private static void ratios(List<String> lines, RunRecord run) {
    WorkflowRatios ratios = WorkflowRatios.of(run);
    lines.add("");
    lines.add(heading("more in parallel", "disabled", "enabled"));
    ratios.company().forEach(row -> lines.add(line(row)));
    lines.add("");
    lines.add(heading("split on to split off", "separate", "parallel"));
    ratios.split().forEach(row -> lines.add(line(row)));
  }

  private static String heading(String what, String one, String other) {
    return "%-23s%14s%14s%16s%16s%17s"
        .formatted(what, "rep. " + one, "rep. " + other, one, other, "fast");
  }

  private static String line(WorkflowRatios.Row row) {
    return "  %-21s%14s%14s%16s%16s%17s"
        .formatted(
            row.title(),
            dash(row.publishedOne()),
            dash(row.publishedOther()),
            dash(row.one()),
            dash(row.other()),
            dash(row.fast()));
  }

  private static void uses(List<String> lines, RunRecord run) {
    WorkflowUses uses = WorkflowUses.of(run);
    if (uses.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(row("CPU seconds", Stream.concat(uses.processes().stream(), Stream.of("WAL MiB"))));
    for (WorkflowUses.Row row : uses.rows()) {
      Stream<String> wal =
          Stream.of(
              row.cells().stream()
                  .map(WorkflowUses.Cell::wal)
                  .filter(text -> !text.isEmpty())
                  .findFirst()
                  .orElse(""));
      lines.add(
          row(
              row.experiment(),
              Stream.concat(row.cells().stream().map(WorkflowUses.Cell::cpuSeconds), wal)));
    }
    TerminalTable.wrapped(
        lines,
        "  ",
        "the middle of the repetitions; all processes shared the %d cores of this machine"
            .formatted(run.environment().cores()));
  }

  private static String row(String title, Stream<String> cells) {
    StringBuilder line =
        new StringBuilder("  %-20s".formatted(title.replace("lists-separate-off-", "…-")));
    cells.forEach(cell -> line.append("%9.8s".formatted(dash(cell))));
    return line.toString();
  }

  private static String dash(String text) {
    return text.isEmpty() ? NONE : text;
  }
}
