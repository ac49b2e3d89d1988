package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;
import org.reprise.load.report.TableView.Cell;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.Heading;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.validity.Violation;

/**
 * A run as plain text of at most 100 columns: the tables with published, measured and ratio; claims
 * and verdicts; checks.
 */
public final class TerminalTable {
  private static final int WIDTH = 100;

  /** Room for the titles of rows beside many columns. */
  private static final int NARROW = 30;

  /** Room for what a line holds: published, measured or their ratio. */
  private static final int PART = 7;

  private static final String NONE = "-";
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private TerminalTable() {}

  public static String of(RunRecord run) {
    return of(run, Baselines.load(run.report()));
  }

  /** The same of a report that this program does not carry. */
  public static String of(RunRecord run, Baseline baseline) {
    Comparison comparison = Comparison.of(baseline, run.measured(), run.profile());
    List<String> lines = new ArrayList<>();
    lines.add(baseline.title());
    lines.add(
        "  run      %s, profile %s, target %s".formatted(run.runId(), run.profile(), run.target()));
    wrapped(lines, "  report   ", baseline.environment().getOrDefault("CPU", "not stated"));
    lines.add(
        "  here     %s, %d cores".formatted(run.environment().cpu(), run.environment().cores()));
    wrapped(lines, "  scale    ", run.manifest().scale());
    run.manifest().resumptions().forEach(it -> wrapped(lines, "  resumed  ", it));
    lines.add(run.valid() ? "  valid    yes" : "  valid    NO");
    run.invalidReasons().forEach(why -> wrapped(lines, "           ", why));
    notices(run.measured()).forEach(it -> wrapped(lines, "  noted    ", it));
    PublishedTables.of(baseline, comparison).forEach(it -> table(lines, it));
    // How long each operation took stands on the page alone: it is long.
    MeasuredTables.of(run, baseline).stream()
        .filter(it -> !it.id().equals("operations"))
        .forEach(it -> table(lines, it));
    for (Floor floor : run.measured().floors()) {
      wrapped(
          lines,
          "  floor ",
          "%s: %s %s. %s"
              .formatted(floor.id(), Digits.of(floor.value()), floor.unit(), floor.description()));
    }
    lines.addAll(ProcessorsView.lines(run.measured()));
    claims(lines, run);
    explanations(lines, run);
    checks(lines, run);
    return String.join("\n", lines) + "\n";
  }

  /** What was noticed about a run and does not make it invalid. */
  static List<String> notices(Measured measured) {
    return measured.violations().stream()
        .filter(it -> !it.fatal() || it.isDisturbance())
        .map(Violation::text)
        .toList();
  }

  public static String of(RunComparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("first    " + comparison.first().runId());
    lines.add("second   " + comparison.second().runId());
    comparison.reasons().forEach(reason -> wrapped(lines, "against  ", reason));
    comparison.remarks().forEach(remark -> wrapped(lines, "remark   ", remark));
    lines.add("");
    lines.add(
        "%-40s %8s %12s %12s %9s %9s".formatted("steady", "unit", "first", "second", "ratio", "±"));
    for (RunComparison.Row row : comparison.rows()) {
      Double ratio = row.ratio();
      lines.add(
          "%-40s %8s %12s %12s %9s %9s%s"
              .formatted(
                  row.id(),
                  row.unit(),
                  number(row.first()),
                  number(row.second()),
                  ratio == null ? NONE : Digits.times(ratio),
                  number(row.spread()),
                  row.differs() ? " *" : ""));
    }
    long told = comparison.rows().stream().filter(it -> it.spread() != null).count();
    lines.add(
        "* differs by more than its spread (95 %%): of %d values %.0f do by chance"
            .formatted(told, Math.ceil(told * 0.05)));
    if (comparison.first().manifest().repetitions() == 1
        || comparison.second().manifest().repetitions() == 1) {
      lines.add(
          "a spread within one repetition does not tell how far two runs lie apart: see --repeat");
    }
    return String.join("\n", lines) + "\n";
  }

  /** A table, in several parts below each other where its columns do not fit beside each other. */
  private static void table(List<String> lines, TableView table) {
    lines.add("");
    lines.add(table.title());
    int title =
        Math.max(
            table.first().length(),
            table.rows().stream().mapToInt(it -> it.title().length()).max().orElse(0));
    int part = table.rows().stream().anyMatch(Row::hasPublished) ? PART : 0;
    int columns = IntStream.range(0, table.columns().size()).map(it -> width(table, it)).sum();
    int first = Math.min(title + 3, Math.max(NARROW, WIDTH - part - columns)) + part;
    int from = 0;
    while (from < table.columns().size()) {
      int to = from;
      int width = first;
      while (to < table.columns().size() && (to == from || width + width(table, to) <= WIDTH)) {
        width += width(table, to++);
      }
      part(lines, table, from, to, first);
      from = to;
    }
    table.reasons().forEach(why -> wrapped(lines, "  ", why));
    if (!table.note().isBlank()) {
      wrapped(lines, "  ", table.note());
    }
  }

  /** How wide a column is; words have no place on a terminal's table. */
  private static int width(TableView table, int column) {
    if (isWords(table, column)) {
      return 0;
    }
    int widest = table.columns().get(column).title().length();
    for (Row row : table.rows()) {
      Cell cell = row.cells().get(column);
      widest = Math.max(widest, Math.max(cell.published().length(), cell.measured().length()));
    }
    return Math.max(8, widest) + (table.columns().get(column).start() && column > 0 ? 4 : 2);
  }

  private static boolean isWords(TableView table, int column) {
    return table.rows().stream().anyMatch(it -> it.cells().get(column).words());
  }

  private static void part(List<String> lines, TableView table, int from, int to, int first) {
    StringBuilder headings = new StringBuilder(" ".repeat(first));
    StringBuilder titles = new StringBuilder(cut("  " + table.first(), first));
    int at = 0;
    for (Heading heading : table.headings()) {
      int width = 0;
      for (int i = at; i < at + heading.span(); i++) {
        if (i >= from && i < to) {
          width += width(table, i);
          titles.append(
              width(table, i) == 0 ? "" : right(table.columns().get(i).title(), width(table, i)));
        }
      }
      headings.append(width == 0 ? "" : right(cut(heading.title(), width - 2).strip(), width));
      at += heading.span();
    }
    if (table.hasHeadings()) {
      lines.add(headings.toString().stripTrailing());
    }
    lines.add(titles.toString().stripTrailing());
    for (Group group : table.groups()) {
      if (group.hasTitle()) {
        wrapped(lines, "  ", group.title());
      }
      for (Row row : group.rows()) {
        rows(lines, table, row, from, to, first);
      }
    }
  }

  private static void rows(
      List<String> lines, TableView table, Row row, int from, int to, int first) {
    boolean published =
        row.cells().subList(from, to).stream().anyMatch(it -> !it.published().isEmpty());
    if (!published) {
      lines.add(line(table, cut("  " + row.title(), first), row, from, to, Cell::measured));
      return;
    }
    lines.add(line(table, head(row.title(), "report", first), row, from, to, Cell::published));
    lines.add(line(table, head("", "here", first), row, from, to, Cell::measured));
    if (row.cells().stream().anyMatch(it -> !it.ratio().isEmpty())) {
      lines.add(line(table, head("", "ratio", first), row, from, to, Cell::ratio));
    }
  }

  private static String head(String title, String part, int first) {
    return cut("  " + title, first - PART) + cut(part, PART);
  }

  private static String line(
      TableView table, String head, Row row, int from, int to, Function<Cell, String> text) {
    StringBuilder line = new StringBuilder(head);
    for (int i = from; i < to; i++) {
      int width = width(table, i);
      String value = text.apply(row.cells().get(i));
      line.append(width == 0 ? "" : right(value.isEmpty() ? NONE : value, width));
    }
    return line.toString().stripTrailing();
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String cut(String text, int width) {
    return text.length() >= width
        ? text.substring(0, Math.max(0, width - 2)) + "… "
        : text + " ".repeat(width - text.length());
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
    if (run.measured().checks().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Checks after the run");
    for (CheckGroup it : CheckGroup.of(run.measured().checks())) {
      wrapped(lines, "  %-15s ".formatted(it.fine() ? "passed" : "FAILED"), it.line());
    }
  }

  private static String number(@Nullable Double value) {
    return value == null ? NONE : Digits.of(value);
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
