package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;

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

  private static final Template TEMPLATE = HtmlPage.template("terminal", Escapers.NONE);
  private static final Pattern INDENT = Pattern.compile("^ *(?:\\S+ {2,})?");

  private final List<String> lines = new ArrayList<>();

  private TerminalTable() {}

  public static String of(RunRecord run) {
    return of(run, Baselines.load(run.report()));
  }

  /** The same of a report that this program does not carry. */
  public static String of(RunRecord run, Baseline baseline) {
    return wrapped(TEMPLATE.execute(RunView.of(run, baseline, List.of())).lines());
  }

  public static String of(RunComparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("first    " + comparison.first().runId());
    lines.add("second   " + comparison.second().runId());
    comparison.reasons().forEach(it -> lines.add("against  " + it));
    comparison.remarks().forEach(it -> lines.add("remark   " + it));
    lines.add(
        text(
            new Columns<RunComparison.Row>("steady", RunComparison.Row::id)
                .and("unit", RunComparison.Row::unit)
                .and("first", it -> number(it.first()))
                .and("second", it -> number(it.second()))
                .and("ratio", it -> it.ratio() == null ? "" : Digits.times(it.ratio()))
                .and("±", it -> number(it.spread()) + (it.differs() ? " *" : ""))
                .table("", "", "", comparison.rows())));
    long judged = comparison.rows().stream().filter(it -> it.spread() != null).count();
    lines.add(
        "* differs by more than its spread (95 %%): of %d values %.0f do by chance"
            .formatted(judged, Math.ceil(judged * 0.05)));
    if (comparison.first().manifest().repetitions() == 1
        || comparison.second().manifest().repetitions() == 1) {
      lines.add(
          "a spread within one repetition does not tell how far two runs lie apart: see --repeat");
    }
    return wrapped(lines.stream().flatMap(String::lines));
  }

  private static String number(@Nullable Double value) {
    return value == null ? "" : Digits.of(value);
  }

  /** Returns a table behind an empty line, its long lines not yet wrapped. */
  static String text(TableView table) {
    var text = new TerminalTable();
    text.table(table);
    return String.join("\n", text.lines);
  }

  /**
   * Adds a table, in several parts below each other where its columns do not fit beside each other.
   */
  private void table(TableView table) {
    lines.add("");
    lines.add(table.title());
    boolean beside = table.rows().stream().anyMatch(TerminalTable::hasPublished);
    // Words have no place beside numbers.
    int[] columns =
        IntStream.range(0, table.columns().size())
            .filter(i -> table.rows().stream().noneMatch(it -> it.cells().get(i).words()))
            .toArray();
    int title =
        Stream.concat(Stream.of(table.first()), table.rows().stream().map(Row::title))
                .mapToInt(String::length)
                .max()
                .orElse(0)
            + 3;
    int room = WIDTH - (beside ? PART : 0) - IntStream.of(columns).map(i -> width(table, i)).sum();
    int first = Math.min(title, Math.max(NARROW, room)) + (beside ? PART : 0);
    int from = 0;
    while (from < columns.length) {
      int to = from;
      int width = first;
      while (to < columns.length && (to == from || width + width(table, columns[to]) <= WIDTH)) {
        width += width(table, columns[to++]);
      }
      part(table, first, Arrays.copyOfRange(columns, from, to));
      from = to;
    }
    table.rows().stream()
        .flatMap(row -> row.cells().stream())
        .filter(it -> !it.word().isEmpty())
        .map(it -> it.word() + ": " + it.why())
        .distinct()
        .forEach(it -> lines.add("  " + it));
    if (!table.note().isBlank()) {
      lines.add("  " + table.note());
    }
  }

  private void part(TableView table, int first, int[] columns) {
    if (!table.headings().isEmpty()) {
      lines.add(headings(table, first, columns));
    }
    line("  " + table.first(), "", table, first, columns, i -> table.columns().get(i).title());
    for (var group : table.groups()) {
      if (!group.title().isEmpty()) {
        lines.add("  " + group.title());
      }
      for (Row row : group.rows()) {
        String title = "  " + row.title();
        if (IntStream.of(columns).allMatch(i -> row.cells().get(i).published().isEmpty())) {
          line(title, "", table, first, columns, i -> row.cells().get(i).measured());
        } else {
          line(title, "report", table, first, columns, i -> row.cells().get(i).published());
          line("", "here", table, first, columns, i -> row.cells().get(i).measured());
          if (row.cells().stream().anyMatch(it -> !it.ratio().isEmpty())) {
            line("", "ratio", table, first, columns, i -> row.cells().get(i).ratio());
          }
        }
      }
    }
  }

  private static String headings(TableView table, int first, int[] columns) {
    var line = new StringBuilder(" ".repeat(first));
    int i = 0;
    while (i < columns.length) {
      String group = table.columns().get(columns[i]).group();
      int width = 0;
      while (i < columns.length && table.columns().get(columns[i]).group().equals(group)) {
        width += width(table, columns[i++]);
      }
      line.append(right(cut(group, width - 2).strip(), width));
    }
    return line.toString().stripTrailing();
  }

  private void line(
      String title,
      String part,
      TableView table,
      int first,
      int[] columns,
      IntFunction<String> value) {
    int room = part.isEmpty() ? 0 : PART;
    var line = new StringBuilder(cut(title, first - room) + cut(part, room));
    for (int i : columns) {
      line.append(right(value.apply(i).isEmpty() ? "-" : value.apply(i), width(table, i)));
    }
    lines.add(line.toString().stripTrailing());
  }

  private static boolean hasPublished(Row row) {
    return row.cells().stream().anyMatch(it -> !it.published().isEmpty());
  }

  private static int width(TableView table, int column) {
    int widest =
        table.rows().stream()
            .map(it -> it.cells().get(column))
            .mapToInt(it -> Math.max(it.published().length(), it.measured().length()))
            .max()
            .orElse(0);
    var it = table.columns().get(column);
    boolean startsGroup = column > 0 && !table.columns().get(column - 1).group().equals(it.group());
    return Math.max(8, Math.max(widest, it.title().length())) + (startsGroup ? 4 : 2);
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String cut(String text, int width) {
    return text.length() >= width && width > 0
        ? text.substring(0, Math.max(0, width - 2)) + "… "
        : text + " ".repeat(width - text.length());
  }

  /**
   * Breaks long lines; what follows is indented like the text behind the line's first word where
   * blanks stand between them.
   */
  private static String wrapped(Stream<String> lines) {
    return lines
        .map(it -> it.length() <= WIDTH ? it : wrapped(it))
        .collect(joining("\n", "", "\n"));
  }

  private static String wrapped(String line) {
    String indent = " ".repeat(line.length() - INDENT.matcher(line).replaceFirst("").length());
    var text = new StringBuilder(line.substring(0, indent.length()));
    int start = 0;
    for (String word : line.substring(indent.length()).split(" +")) {
      boolean empty = text.length() == start + indent.length();
      if (!empty && text.length() - start + 1 + word.length() > WIDTH) {
        text.append('\n');
        start = text.length();
        text.append(indent);
        empty = true;
      }
      text.append(empty ? "" : " ").append(word);
    }
    return text.toString();
  }
}
