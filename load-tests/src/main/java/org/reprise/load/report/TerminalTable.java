package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.report.TableView.CellView;
import org.reprise.load.report.TableView.Column;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.report.TableView.RowView;
import org.reprise.load.run.Digits;

/** A run as plain text of at most 100 columns: tables, claims with verdicts, and checks. */
public final class TerminalTable {
  private static final int WIDTH = 100;
  private static final int NARROW = 30; // room for the titles of rows beside many columns
  private static final int PART = 7; // room for "report", "today", "here" or "ratio"
  private static final Template TEMPLATE = RunReport.template("terminal", Escapers.NONE);
  private static final Pattern INDENT = Pattern.compile("^ *(?:\\S+ {2,})?");

  private record Line(String title, String part, List<String> cells) {
    Line(String title, String part, RowView row, Function<CellView, String> value) {
      this(
          title, part, row.cells().stream().map(value).map(it -> it.isEmpty() ? "-" : it).toList());
    }
  }

  private TerminalTable() {}

  public static String of(RunView view) {
    return wrapped(TEMPLATE.execute(view).lines());
  }

  public static String of(RunComparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("first    " + comparison.first().runId());
    lines.add("second   " + comparison.second().runId());
    comparison.reasons().forEach(it -> lines.add("against  " + it));
    comparison.remarks().forEach(it -> lines.add("remark   " + it));
    lines.add(
        text(
            new Columns<RunComparison.Difference>("steady", RunComparison.Difference::id)
                .and("unit", RunComparison.Difference::unit)
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

  /** Returns a table behind an empty line, in parts where its columns do not fit. */
  static String text(TableView table) {
    List<Line> lines = lines(table);
    int[] widths = IntStream.range(0, table.columns().size()).map(i -> width(lines, i)).toArray();
    // Words have no place beside numbers.
    int[] columns =
        IntStream.range(0, widths.length)
            .filter(i -> table.rows().stream().noneMatch(it -> it.cells().get(i).words()))
            .toArray();
    int part = lines.stream().allMatch(it -> it.part().isEmpty()) ? 0 : PART;
    int title =
        lines.stream()
            .filter(it -> !it.cells().isEmpty())
            .mapToInt(it -> it.title().length() + 3)
            .max()
            .orElse(0);
    int room = WIDTH - part - IntStream.of(columns).map(i -> widths[i]).sum();
    int first = Math.min(title, Math.max(NARROW, room)) + part;
    List<String> text = new ArrayList<>(List.of("", table.title()));
    int from = 0;
    while (from < columns.length) {
      int to = from;
      int width = first;
      while (to < columns.length && (to == from || width + widths[columns[to]] <= WIDTH)) {
        width += widths[columns[to++]];
      }
      int[] beside = Arrays.copyOfRange(columns, from, to);
      if (!table.headings().isEmpty()) {
        text.add(" ".repeat(first) + headings(table, beside, widths));
      }
      lines.forEach(it -> text.add(text(it, first, beside, widths)));
      from = to;
    }
    table.rows().stream()
        .flatMap(row -> row.cells().stream())
        .filter(it -> !it.word().isEmpty())
        .map(it -> "  " + it.word() + ": " + it.why())
        .distinct()
        .forEach(text::add);
    if (!table.note().isBlank()) {
      text.add("  " + table.note());
    }
    return String.join("\n", text);
  }

  private static List<Line> lines(TableView table) {
    List<Line> lines = new ArrayList<>();
    lines.add(new Line(table.first(), "", table.columns().stream().map(Column::title).toList()));
    for (var group : table.groups()) {
      if (!group.title().isEmpty()) {
        lines.add(new Line(group.title(), "", List.of()));
      }
      for (RowView row : group.rows()) {
        if (has(row, CellView::published)) {
          lines.add(new Line(row.title(), "report", row, CellView::published));
          if (has(row, CellView::original)) {
            lines.add(new Line("", "today", row, CellView::original));
          }
          lines.add(new Line("", "here", row, CellView::measured));
          if (has(row, CellView::ratio)) {
            lines.add(new Line("", "ratio", row, CellView::ratio));
          }
        } else {
          lines.add(new Line(row.title(), "", row, CellView::measured));
        }
      }
    }
    return lines;
  }

  private static boolean has(RowView row, Function<CellView, String> value) {
    return row.cells().stream().anyMatch(it -> !value.apply(it).isEmpty());
  }

  private static int width(List<Line> lines, int column) {
    return lines.stream()
            .filter(it -> !it.cells().isEmpty())
            .mapToInt(it -> it.cells().get(column).length())
            .reduce(8, Math::max)
        + 2;
  }

  private static String headings(TableView table, int[] columns, int[] widths) {
    Map<String, Integer> groups = new LinkedHashMap<>();
    for (int i : columns) {
      groups.merge(table.columns().get(i).group(), widths[i], Integer::sum);
    }
    return groups.entrySet().stream()
        .map(it -> right(cut(it.getKey(), it.getValue() - 2).strip(), it.getValue()))
        .collect(joining());
  }

  private static String text(Line line, int first, int[] columns, int[] widths) {
    if (line.cells().isEmpty()) {
      return "  " + line.title();
    }
    int room = line.part().isEmpty() ? 0 : PART;
    return cut("  " + line.title(), first - room)
        + cut(line.part(), room)
        + IntStream.of(columns)
            .mapToObj(i -> right(line.cells().get(i), widths[i]))
            .collect(joining());
  }

  private static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String cut(String text, int width) {
    return text.length() >= width && width > 0
        ? text.substring(0, Math.max(0, width - 2)) + "… "
        : text + " ".repeat(width - text.length());
  }

  /** Breaks long lines; what follows is indented like the text behind a label. */
  private static String wrapped(Stream<String> lines) {
    return lines.map(TerminalTable::wrapped).collect(joining("\n", "", "\n"));
  }

  private static String wrapped(String line) {
    if (line.length() <= WIDTH) {
      return line;
    }
    int indent = line.length() - INDENT.matcher(line).replaceFirst("").length();
    String broken =
        line.substring(indent)
            .replaceAll("(\\S.{0,%d})(?: +|$)".formatted(WIDTH - indent - 1), "$1\n");
    return line.substring(0, indent) + broken.strip().replace("\n", "\n" + " ".repeat(indent));
  }
}
