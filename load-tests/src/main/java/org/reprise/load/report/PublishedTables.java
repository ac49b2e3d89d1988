package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.report.TableView.Cell;
import org.reprise.load.report.TableView.Column;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.Digits;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.TableRecord;

/** The report's tables, each cell with what was published, measured, and their ratio. */
final class PublishedTables {
  private PublishedTables() {}

  static List<TableView> of(RunRecord run) {
    return run.tables().isEmpty()
        ? TableView.filled(plain(run))
        : run.tables().stream().map(PublishedTables::view).toList();
  }

  private static TableView view(TableRecord table) {
    String unit = only(table.rows().stream().flatMap(it -> it.cells().stream()));
    List<String> units = unit.isEmpty() ? units(table) : List.of();
    List<Column> columns = new ArrayList<>();
    String before = "";
    for (TableRecord.Column it : table.columns()) {
      String group = Objects.requireNonNullElse(it.group(), "");
      String title = units.isEmpty() ? it.title() : with(it.title(), units.get(columns.size()));
      columns.add(new Column(title, group, !group.equals(before)));
      before = group;
    }
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    for (TableRecord.Row it : table.rows()) {
      groups
          .computeIfAbsent(Objects.requireNonNullElse(it.group(), ""), _ -> new ArrayList<>())
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

  private static String with(String title, String unit) {
    return unit.isEmpty() ? title : title + ", " + unit;
  }

  /** The unit of each column; empty where one of them has several. */
  private static List<String> units(TableRecord table) {
    List<String> units = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int column = i;
      String unit = only(table.rows().stream().map(it -> it.cells().get(column)));
      if (unit.isEmpty()) {
        return List.of();
      }
      units.add(unit);
    }
    return units;
  }

  /** The unit of all cells that show one; empty where there are several. */
  private static String only(Stream<TableRecord.Cell> cells) {
    List<String> units =
        cells
            .filter(it -> !it.what().isEmpty() && !isRatio(it.unit()))
            .map(TableRecord.Cell::unit)
            .distinct()
            .toList();
    return units.size() == 1 ? units.getFirst() : "";
  }

  static boolean isRatio(String unit) {
    return unit.equals("×") || unit.equals("+%");
  }

  private static Row row(TableRecord.Row row, boolean withUnits, List<Column> columns) {
    String unit = withUnits ? only(row.cells().stream()) : "";
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < row.cells().size(); i++) {
      cells.add(cell(row.cells().get(i), withUnits && unit.isEmpty(), columns.get(i).start()));
    }
    return new Row(with(row.title(), unit), cells);
  }

  private static Cell cell(TableRecord.Cell it, boolean withUnit, boolean start) {
    String unit = withUnit && !isRatio(it.unit()) && !it.unit().isEmpty() ? " " + it.unit() : "";
    Double published = it.published();
    Double measured = it.measured();
    Double ratio = it.ratio();
    String why = it.why();
    return new Cell(
        published == null
            ? ""
            : shown(published, it, true) + brackets(it.publishedDelta(), true) + unit,
        measured == null
            ? ""
            : shown(measured, it, false) + brackets(it.measuredDelta(), false) + unit,
        ratio == null || isRatio(it.unit()) ? "" : Digits.times(ratio),
        Objects.requireNonNullElse(it.verdict(), ""),
        why == null ? "" : why,
        false,
        start);
  }

  /** A value of a cell; the report's with every digit that it gives. */
  static String shown(double value, TableRecord.Cell cell, boolean published) {
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

  private static boolean isComputed(TableRecord.Cell cell) {
    return cell.what().contains("(");
  }

  private static String brackets(@Nullable Double delta, boolean published) {
    if (delta == null) {
      return "";
    }
    return " (%s)"
        .formatted(published ? Digits.exact(delta) : (delta > 0 ? "+" : "") + Digits.of(delta));
  }

  /** Of a run from before reports had tables: every figure in a row of its own. */
  private static TableView plain(RunRecord run) {
    Columns<FigureRecord> columns =
        new Columns<FigureRecord>("Figure", it -> with(it.id(), it.unit()))
            .and("Report", it -> Digits.exact(it.published()))
            .and("Here", FigureRecord::measured)
            .and("Ratio", it -> it.ratio() == null ? null : "×" + TableView.text(it.ratio()));
    return columns.table(
        "table-figures",
        "Published figures",
        "",
        run.experiments().stream()
            .map(it -> columns.group(it.id() + ": " + it.loadModel().text(), it.figures()))
            .toList());
  }
}
