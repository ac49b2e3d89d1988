package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Floor;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.RunRecord;

/**
 * A run as plain text of at most 100 columns: published, measured, ratio; throughput and floor;
 * claims and verdicts.
 */
public final class TerminalTable {
  private static final int WIDTH = 100;
  private static final String NONE = "-";
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private TerminalTable() {}

  /** The whole outcome of a run. */
  public static String of(RunRecord run) {
    List<String> lines = new ArrayList<>();
    lines.add(run.report().title());
    lines.add(
        "  run      %s, profile %s, target %s".formatted(run.runId(), run.profile(), run.target()));
    lines.add("  report   " + run.report().environment().getOrDefault("CPU", "not stated"));
    lines.add(
        "  here     %s, %d cores".formatted(run.environment().cpu(), run.environment().cores()));
    wrapped(lines, "  scale    ", run.manifest().scale());
    lines.add(run.valid() ? "  valid    yes" : "  valid    NO");
    run.invalidReasons().forEach(why -> wrapped(lines, "           ", why));
    switch (Layout.of(run)) {
      case CLOSED -> {
        table(lines, PublishedTable.of(run, "ms"));
        throughput(lines, run);
      }
      case OPEN -> {
        table(lines, PublishedTable.of(run, "ms"));
        OpenTerminal.add(lines, run);
      }
      case WORKFLOWS -> WorkflowTerminal.add(lines, run);
    }
    lines.addAll(ProcessorsView.lines(run));
    claims(lines, run);
    explanations(lines, run);
    checks(lines, run);
    return String.join("\n", lines) + "\n";
  }

  /** Two runs side by side. */
  public static String of(RunComparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("first    " + comparison.first().runId());
    lines.add("second   " + comparison.second().runId());
    comparison.remarks().forEach(remark -> wrapped(lines, "remark   ", remark));
    lines.add("");
    lines.add("%-44s %8s %12s %12s %10s".formatted("steady", "unit", "first", "second", "ratio"));
    for (RunComparison.Row row : comparison.rows()) {
      lines.add(
          "%-44s %8s %12s %12s %10s"
              .formatted(
                  row.id(),
                  row.unit(),
                  number(row.first()),
                  number(row.second()),
                  row.ratio().map(Digits::times).orElse(NONE)));
    }
    return String.join("\n", lines) + "\n";
  }

  private static void table(List<String> lines, PublishedTable table) {
    lines.add("");
    StringBuilder modes = new StringBuilder(" ".repeat(26));
    StringBuilder columns = new StringBuilder(" ".repeat(26));
    for (PublishedTable.Heading mode : table.modes()) {
      modes.append(("%" + 11 * mode.span() + "s").formatted(mode.title()));
      modes.append("  ");
      mode.columns().forEach(c -> columns.append(String.format(Locale.ROOT, "%11s", c)));
      columns.append("  ");
    }
    lines.add(modes.toString().stripTrailing());
    lines.add(columns.toString().stripTrailing());
    for (PublishedTable.Group group : table.groups()) {
      lines.add(group.title());
      for (PublishedTable.Row row : group.rows()) {
        lines.add(cells(row.operation(), "report", row, PublishedTable.Cell::published));
        lines.add(cells("", "here", row, PublishedTable.Cell::measured));
        lines.add(cells("", "ratio", row, PublishedTable.Cell::ratio));
      }
    }
    missing(lines, table);
  }

  private interface Part {
    String of(PublishedTable.Cell cell);
  }

  private static String cells(String operation, String part, PublishedTable.Row row, Part value) {
    StringBuilder line = new StringBuilder("  %-15s %-8s".formatted(operation, part));
    for (PublishedTable.Cell cell : row.cells()) {
      String text = value.of(cell);
      line.append(String.format(Locale.ROOT, "%11s", text.isEmpty() ? NONE : text));
      line.append(cell.last() ? "  " : "");
    }
    return line.toString().stripTrailing();
  }

  private static void missing(List<String> lines, PublishedTable table) {
    table.groups().stream()
        .flatMap(g -> g.rows().stream())
        .flatMap(r -> r.cells().stream())
        .filter(c -> !c.word().isEmpty())
        .map(c -> c.word() + ": " + c.why())
        .distinct()
        .forEach(why -> wrapped(lines, "  ", why));
  }

  private static void throughput(List<String> lines, RunRecord run) {
    lines.add("");
    lines.add(
        "%-26s %10s %14s %12s %10s %8s %8s"
            .formatted(
                "flows/s", "report*", "report-exact", "steady", "ratio", "floor", "to floor"));
    for (Throughput row : Throughput.of(run)) {
      Floor floor = row.floor();
      lines.add(
          "  %-24s %10s %14s %12s %10s %8s %8s"
              .formatted(
                  row.experiment().id(),
                  number(row.published()),
                  number(row.exact()),
                  number(row.steady()),
                  ratio(row.ratio()),
                  floor == null ? NONE : Digits.of(floor.value()),
                  ratio(row.toFloor())));
    }
    wrapped(lines, "  * ", "threads divided by the sum of the published averages (Little's law)");
    for (Floor floor : run.floors()) {
      wrapped(
          lines,
          "  floor ",
          "%s: %s %s. %s"
              .formatted(floor.id(), Digits.of(floor.value()), floor.unit(), floor.description()));
    }
  }

  private static void claims(List<String> lines, RunRecord run) {
    lines.add("");
    lines.add("Claims");
    for (ClaimRecord claim : run.claims()) {
      outcome(lines, claim.verdict(), claim.text(), claim.why(), claim.detail());
    }
  }

  private static void explanations(List<String> lines, RunRecord run) {
    if (!run.explanations().isEmpty()) {
      lines.add("");
      lines.add("Explanations");
    }
    for (ExplanationRecord it : run.explanations()) {
      outcome(lines, it.verdict(), it.hypothesis(), it.why(), it.cameOut());
    }
  }

  private static void outcome(
      List<String> lines, String verdict, String text, @Nullable String why, String detail) {
    wrapped(lines, "  %-15s ".formatted(verdict), text);
    String indent = " ".repeat(18);
    if (why != null) {
      wrapped(lines, indent, "(" + why + ")");
    }
    wrapped(lines, indent, detail);
  }

  private static void checks(List<String> lines, RunRecord run) {
    if (run.checks().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Checks after the run");
    for (Check check : run.checks()) {
      wrapped(
          lines,
          "  %-15s ".formatted(check.passed() ? "passed" : "FAILED"),
          check.id() + ": " + check.detail());
    }
  }

  private static String number(@Nullable Double value) {
    return value == null ? NONE : Digits.of(value);
  }

  private static String ratio(OptionalDouble value) {
    return value.isPresent() ? Digits.times(value.getAsDouble()) : NONE;
  }

  /**
   * Adds the text in lines of at most {@link #WIDTH} columns, the later ones indented like the
   * first.
   */
  static void wrapped(List<String> lines, String start, String text) {
    StringBuilder line = new StringBuilder(start);
    boolean empty = true;
    for (String word : SPACE.splitAsStream(text.strip()).toList()) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(start.length()));
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    lines.add(line.toString());
  }
}
