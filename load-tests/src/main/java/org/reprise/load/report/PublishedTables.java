package org.reprise.load.report;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
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
import org.reprise.load.run.Verdict;

/** The report's tables, each cell with what was published, measured, and their ratio. */
record PublishedTables(Comparison comparison) {
  static List<TableView> of(Baseline baseline, Comparison comparison) {
    return baseline.tables().stream().map(new PublishedTables(comparison)::view).toList();
  }

  /** A cell's value and what stands in brackets behind it; both are null in an empty cell. */
  private record Value(@Nullable FigureRecord figure, @Nullable FigureRecord delta) {}

  private Value value(Table.Cell cell, @Nullable String unit) {
    return new Value(
        cell.value() == null ? null : comparison.cell(cell.value(), unit),
        cell.delta() == null ? null : comparison.cell(cell.delta(), null));
  }

  /**
   * A unit is said once: of the table, else of each column, else of each row, else with each value.
   */
  private TableView view(Table table) {
    List<Table.Row> rows = table.rows();
    List<List<Value>> values =
        rows.stream()
            .map(row -> row.cells().stream().map(it -> value(it, row.unit())).toList())
            .toList();
    String unit = only(values.stream().flatMap(List::stream));
    List<String> units =
        IntStream.range(0, table.columns().size())
            .mapToObj(i -> only(values.stream().map(it -> it.get(i))))
            .toList();
    boolean ofColumns = unit.isEmpty() && !units.contains("");
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      Table.Row row = rows.get(i);
      boolean said = !unit.isEmpty() || ofColumns;
      String ofRow = said ? "" : only(values.get(i).stream());
      groups
          .computeIfAbsent(requireNonNullElse(row.group(), ""), _ -> new ArrayList<>())
          .add(
              new Row(
                  with(row.title(), ofRow),
                  values.get(i).stream().map(it -> cell(it, !said && ofRow.isEmpty())).toList()));
    }
    return new TableView(
        "table-" + table.id(),
        with(table.title(), unit),
        requireNonNullElse(table.note(), ""),
        "",
        IntStream.range(0, table.columns().size())
            .mapToObj(i -> {
              Table.Column it = table.columns().get(i);
              return new Column(
                  with(it.title(), ofColumns ? units.get(i) : ""),
                  requireNonNullElse(it.group(), ""));
            })
            .toList(),
        groups.entrySet().stream().map(it -> new Group(it.getKey(), it.getValue())).toList());
  }

  static String with(String title, String unit) {
    return unit.isEmpty() || title.endsWith(unit) ? title : title + ", " + unit;
  }

  /** The unit of all values that show one; empty where there are several. */
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

  private static Cell cell(Value value, boolean withUnit) {
    FigureRecord it = value.figure();
    if (it == null) {
      return new Cell("", "", "", "", "", false);
    }
    Double there = value.delta() == null ? null : value.delta().published();
    Double here = value.delta() == null ? null : value.delta().measured();
    Double published = it.published();
    String measured = measured(it);
    String unit = withUnit && !isRatio(it.unit()) && !it.unit().isEmpty() ? " " + it.unit() : "";
    boolean hasWord = measured == null ? published != null : it.verdict() == Verdict.INVALID;
    return new Cell(
        published == null
            ? ""
            : published(published, it)
                + (there == null ? "" : " (%s)".formatted(Digits.exact(there)))
                + unit,
        measured == null
            ? ""
            : measured
                + (here == null ? "" : " (%s%s)".formatted(here > 0 ? "+" : "", Digits.of(here)))
                + unit,
        it.ratio() == null || isRatio(it.unit()) ? "" : Digits.times(it.ratio()),
        hasWord ? it.verdict().toString() : "",
        requireNonNullElse(it.why(), ""),
        false);
  }

  /** The report's value with every digit that it gives; what is computed of several has no more. */
  private static String published(double value, FigureRecord cell) {
    boolean computed = cell.id().contains("(") || isRatio(cell.unit());
    return computed ? text(value, cell.unit()) : Digits.exact(value);
  }

  /** The measured value with its spread, which is rounding where values are alike. */
  static @Nullable String measured(FigureRecord cell) {
    Double value = cell.measured();
    Double spread = cell.spread();
    if (value == null) {
      return null;
    }
    if (spread == null || spread < 1e-9 * Math.abs(value)) {
      return text(value, cell.unit());
    }
    return cell.unit().equals("+%")
        ? Digits.more(value, spread)
        : text(value, cell.unit()) + " ± " + Digits.of(spread);
  }

  private static String text(double value, String unit) {
    return switch (unit) {
      case "×" -> Digits.times(value);
      case "+%" -> Digits.more(value);
      default -> Digits.of(value);
    };
  }
}
