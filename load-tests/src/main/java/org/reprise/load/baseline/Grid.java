package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table as a file writes it: what is the same for all numbers stands once, with the names of a
 * row and a column in braces, then come the numbers as the report prints them. For example, with
 * the id <code>{pair}-{column}.links</code> and the columns 30 and 60, <code>
 * {title: RTC-DNG, of: {pair: ccm-rm}, printed: "3,492 6,936"}</code> is a row of the figures
 * {@code ccm-rm-30.links} and {@code ccm-rm-60.links}.
 *
 * @param figures what each printed number is; null where none is printed
 * @param brackets the same for the numbers in brackets behind them
 * @param each what every cell shows in rows that do not say it
 */
record Grid(
    String id,
    String title,
    @Nullable String note,
    @Nullable Printed figures,
    @Nullable Printed brackets,
    @Nullable String each,
    List<Table.Column> columns,
    List<Line> rows) {
  private static final Pattern NAME = Pattern.compile("\\{([\\w-]+)}");
  private static final Pattern NUMBER =
      Pattern.compile("(-?[\\d,]+(?:\\.\\d+)?)(?:\\((-?[\\d,]+(?:\\.\\d+)?)\\))?");

  /** The fields of a {@link Figure} and its experiment, with names in braces. */
  record Printed(
      String id,
      String experiment,
      @Nullable String operation,
      @Nullable String role,
      String statistic,
      String unit,
      FigureKind kind,
      String cell,
      @Nullable String formula) {
    private Figure figure(double value, Map<String, String> names) {
      return new Figure(
          fill(id, names),
          null,
          operation == null ? null : fill(operation, names),
          role == null ? null : fill(role, names),
          fill(statistic, names),
          fill(unit, names),
          value,
          kind,
          fill(cell, names),
          formula == null ? null : fill(formula, names),
          null,
          null);
    }
  }

  /**
   * A row. Its cells are the printed numbers, one for a column from the first on, and then {@code
   * cells}; or what {@code each} says, of every column or of those for which no number is printed.
   *
   * @param of names that the table's texts use, beside {@code row}, {@code unit} and {@code column}
   * @param printed numbers with blanks between, {@code --} where the report prints none; one in
   *     brackets follows without a blank, as in {@code 7.5(-1)}
   * @param upTo the last column that has a cell; null where all do
   * @param rows what stands under this heading; each has its names, too
   */
  record Line(
      String title,
      @Nullable String unit,
      @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> of,
      @Nullable String printed,
      @Nullable String each,
      @Nullable String upTo,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> cells,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<Line> rows) {
    private Line under(Line heading) {
      Map<String, String> names = new HashMap<>(heading.of);
      names.putAll(of);
      return new Line(title, unit, names, printed, each, upTo, cells, rows);
    }
  }

  /**
   * The table with all cells and figures.
   *
   * @throws IllegalArgumentException where a row does not fit, naming it
   */
  Table table() {
    Map<String, List<Figure>> printed = new LinkedHashMap<>();
    List<Table.Row> all = new ArrayList<>();
    for (Line row : rows) {
      if (row.rows().isEmpty()) {
        all.add(row(null, row, printed));
      }
      row.rows().forEach(it -> all.add(row(row.title(), it.under(row), printed)));
    }
    return new Table(id, title, note, columns, all, printed);
  }

  private Table.Row row(@Nullable String group, Line row, Map<String, List<Figure>> printed) {
    try {
      return new Table.Row(row.title(), group, row.unit(), cells(row, printed));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "table %s, row \"%s\": %s".formatted(id, row.title(), e.getMessage()), e);
    }
  }

  private List<Table.Cell> cells(Line row, Map<String, List<Figure>> printed) {
    String[] numbers = row.printed() == null ? new String[0] : row.printed().strip().split("\\s+");
    String every = row.each() == null ? each : row.each();
    int given = numbers.length + row.cells().size();
    if (given != columns.size() && (given > 0 || every == null)) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(given, columns.size()));
    }
    List<String> titles = columns.stream().map(Table.Column::title).toList();
    int last = row.upTo() == null ? columns.size() : titles.indexOf(row.upTo()) + 1;
    if (last == 0) {
      throw new IllegalArgumentException(
          "there is no column \"%s\", but %s".formatted(row.upTo(), String.join(", ", titles)));
    }
    List<Table.Cell> cells = new ArrayList<>();
    for (int i = 0; i < columns.size() - row.cells().size(); i++) {
      Map<String, String> names = names(row, columns.get(i));
      if (i < numbers.length && !numbers[i].equals("--")) {
        cells.add(figures(numbers[i], names, printed));
      } else {
        cells.add(Table.Cell.of(every == null || i >= last ? "" : fill(every, names)));
      }
    }
    row.cells().forEach(it -> cells.add(Table.Cell.of(it)));
    return cells;
  }

  /** Adds the figures of a printed text, and returns the cell that shows them. */
  private Table.Cell figures(
      String text, Map<String, String> names, Map<String, List<Figure>> printed) {
    Matcher number = NUMBER.matcher(text);
    if (!number.matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is no number");
    }
    Expression value = figure("figures", figures, number.group(1), names, printed);
    return new Table.Cell(
        value,
        number.group(2) == null
            ? null
            : figure("brackets", brackets, number.group(2), names, printed));
  }

  private static Expression figure(
      String key,
      @Nullable Printed what,
      String value,
      Map<String, String> names,
      Map<String, List<Figure>> printed) {
    if (what == null) {
      throw new IllegalArgumentException(
          "the table does not say under \"%s\" what %s is".formatted(key, value));
    }
    Figure figure = what.figure(Double.parseDouble(value.replace(",", "")), names);
    printed.computeIfAbsent(fill(what.experiment(), names), _ -> new ArrayList<>()).add(figure);
    return new Expression.Name(figure.id());
  }

  /** The names of a cell; those of a column may use those of a row. */
  private static Map<String, String> names(Line row, Table.Column column) {
    Map<String, String> names = new HashMap<>(row.of());
    names.put("row", row.title());
    names.put("column", column.title());
    if (row.unit() != null) {
      names.put("unit", row.unit());
    }
    column.of().forEach((name, text) -> names.put(name, fill(text, names)));
    return names;
  }

  private static String fill(String text, Map<String, String> names) {
    return NAME.matcher(text)
        .replaceAll(name -> {
          String value = names.get(name.group(1));
          if (value == null) {
            throw new IllegalArgumentException(
                "\"%s\" names {%s}, which neither row nor column has"
                    .formatted(text, name.group(1)));
          }
          return Matcher.quoteReplacement(value);
        });
  }
}
