package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Table;
import org.reprise.load.judge.Comparison;
import org.reprise.load.report.TableView.Cell;
import org.reprise.load.report.TableView.Column;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.Digits;
import org.reprise.load.run.FigureRecord;

/** The report's tables, each cell with what was published, measured, and their ratio. */
record PublishedTables(Comparison comparison) {
  static List<TableView> of(Baseline baseline, Comparison comparison) {
    return baseline.tables().stream().map(new PublishedTables(comparison)::view).toList();
  }

  /** A cell's value and what stands in brackets behind it; both are null in an empty cell. */
  private record Value(@Nullable FigureRecord figure, @Nullable FigureRecord delta) {}

  /** A row and the values of its cells. */
  private record Line(Table.Row row, List<Value> values) {}

  private Line line(Table.Row row) {
    return new Line(
        row,
        row.cells().stream()
            .map(it ->
                Table.Cell.parse(it)
                    .map(cell -> value(cell, row.unit()))
                    .orElse(new Value(null, null)))
            .toList());
  }

  private Value value(Table.Cell cell, @Nullable String unit) {
    return new Value(
        comparison.cell(cell.value(), unit),
        cell.delta() == null ? null : comparison.cell(cell.delta(), null));
  }

  private TableView view(Table table) {
    List<Line> lines = table.rows().stream().map(this::line).toList();
    String unit = only(lines.stream().flatMap(it -> it.values().stream()));
    List<String> units = unit.isEmpty() ? units(table, lines) : List.of();
    List<Column> columns = new ArrayList<>();
    String before = "";
    for (Table.Column it : table.columns()) {
      String group = Objects.requireNonNullElse(it.group(), "");
      String title = units.isEmpty() ? it.title() : with(it.title(), units.get(columns.size()));
      columns.add(new Column(title, group, !group.equals(before)));
      before = group;
    }
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    for (Line it : lines) {
      groups
          .computeIfAbsent(Objects.requireNonNullElse(it.row().group(), ""), _ -> new ArrayList<>())
          .add(row(it, unit.isEmpty() && units.isEmpty(), columns));
    }
    return new TableView(
        "table-" + table.id(),
        with(table.title(), unit),
        Objects.requireNonNullElse(table.note(), ""),
        "",
        columns,
        groups.entrySet().stream().map(it -> new Group(it.getKey(), it.getValue())).toList());
  }

  static String with(String title, String unit) {
    return unit.isEmpty() || title.endsWith(unit) ? title : title + ", " + unit;
  }

  /** The unit of each column; empty where one of them has several. */
  private static List<String> units(Table table, List<Line> lines) {
    List<String> units = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int column = i;
      units.add(only(lines.stream().map(it -> it.values().get(column))));
    }
    return units.contains("") ? List.of() : units;
  }

  /** The unit of all cells that show one; empty where there are several. */
  private static String only(Stream<Value> values) {
    List<String> units =
        values
            .map(Value::figure)
            .filter(Objects::nonNull)
            .map(FigureRecord::unit)
            .filter(it -> !isRatio(it))
            .distinct()
            .toList();
    return units.size() == 1 ? units.getFirst() : "";
  }

  private static boolean isRatio(String unit) {
    return unit.equals("×") || unit.equals("+%");
  }

  private static Row row(Line line, boolean withUnits, List<Column> columns) {
    String unit = withUnits ? only(line.values().stream()) : "";
    List<Cell> cells = new ArrayList<>();
    for (Value it : line.values()) {
      boolean start = columns.get(cells.size()).start();
      FigureRecord figure = it.figure();
      cells.add(
          figure == null
              ? new Cell("", "", "", "", "", false, start)
              : cell(figure, it.delta(), withUnits && unit.isEmpty(), start));
    }
    return new Row(with(line.row().title(), unit), cells);
  }

  private static Cell cell(
      FigureRecord it, @Nullable FigureRecord delta, boolean withUnit, boolean start) {
    String unit = withUnit && !isRatio(it.unit()) && !it.unit().isEmpty() ? " " + it.unit() : "";
    Double published = it.published();
    Double measured = it.measured();
    Double ratio = it.ratio();
    boolean hasWord = measured == null ? published != null : it.verdict().equals("Invalid");
    return new Cell(
        published == null
            ? ""
            : shown(published, it, true)
                + (delta == null ? "" : brackets(delta.published(), true))
                + unit,
        measured == null
            ? ""
            : shown(measured, it, false)
                + (delta == null ? "" : brackets(delta.measured(), false))
                + unit,
        ratio == null || isRatio(it.unit()) ? "" : Digits.times(ratio),
        hasWord ? it.verdict() : "",
        Objects.requireNonNullElse(it.why(), ""),
        false,
        start);
  }

  /** A value of a cell; the report's with every digit that it gives. */
  private static String shown(double value, FigureRecord cell, boolean published) {
    Double half = published || isNothing(cell.spread(), value) ? null : cell.spread();
    String spread = half == null ? "" : " ± " + Digits.of(half);
    return switch (cell.unit()) {
      case "×" -> Digits.times(value) + spread;
      case "+%" -> half == null ? Digits.more(value) : Digits.more(value, half);
      default -> (published && !isComputed(cell) ? Digits.exact(value) : Digits.of(value)) + spread;
    };
  }

  /** Rounding, of values that are alike. */
  private static boolean isNothing(@Nullable Double spread, double value) {
    return spread == null || spread < 1e-9 * Math.abs(value);
  }

  private static boolean isComputed(FigureRecord cell) {
    return cell.id().contains("(");
  }

  private static String brackets(@Nullable Double delta, boolean published) {
    if (delta == null) {
      return "";
    }
    return " (%s)"
        .formatted(published ? Digits.exact(delta) : (delta > 0 ? "+" : "") + Digits.of(delta));
  }
}
