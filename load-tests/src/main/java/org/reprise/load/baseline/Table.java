package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
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
 * A table of a report, or one that puts its figures beside each other in another way. What is the
 * same for all numbers stands once, with the names of a row and a column in braces, then come the
 * numbers as the report prints them. With the id <code>{pair}-{column}.links</code>, the row <code>
 * {title: RTC-DNG, of: {pair: ccm-rm}, printed: "3,492"}</code> and the column 30 it has the figure
 * {@code ccm-rm-30.links}.
 *
 * @param printed what each printed number is; null where none is printed
 * @param brackets the same for the numbers in brackets behind them
 * @param each what every cell shows in rows that do not say it
 */
public record Table(
    String id,
    String title,
    @Nullable String note,
    @JsonProperty("figures") @Nullable Printed printed,
    @Nullable Printed brackets,
    @Nullable String each,
    List<Column> columns,
    @JsonProperty("rows") List<Line> lines) {
  private static final Pattern NAME = Pattern.compile("\\{([\\w-]+)}");
  private static final Pattern NUMBER =
      Pattern.compile("(-?[\\d,]+(?:\\.\\d+)?)(?:\\((-?[\\d,]+(?:\\.\\d+)?)\\))?");

  /** The fields of a {@link Figure} and its experiment, with names in braces. */
  public record Printed(
      String id,
      String experiment,
      @Nullable String operation,
      @Nullable String role,
      String statistic,
      String unit,
      Figure.Kind kind,
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
   * @param group the heading above it and its neighbours; null where there is none
   * @param of names that the table's texts use; they may use those of a row
   */
  public record Column(
      String title,
      @Nullable String group,
      @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> of) {
    @JsonCreator
    public Column {}

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Column of(String title) {
      return new Column(title, null, Map.of());
    }
  }

  /**
   * A row as it is written. Its cells are the printed numbers, one for a column from the first on,
   * and then {@code cells}; or what {@code each} says, of every column or of those for which no
   * number is printed.
   *
   * @param unit in which cells are shown that are computed; a figure has its own. {@code ×} shows a
   *     ratio, {@code +%} how much more it is than one; null where it is the base unit
   * @param of names that the table's texts use, beside {@code row}, {@code unit} and {@code column}
   * @param printed numbers with blanks between, {@code --} where the report prints none; one in
   *     brackets follows without a blank, as in {@code 7.5(-1)}
   * @param upTo the last column that has a cell; null where all do
   * @param rows what stands under this heading; each has its names, too
   */
  public record Line(
      String title,
      @Nullable String unit,
      @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> of,
      @Nullable String printed,
      @Nullable String each,
      @Nullable String upTo,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> cells,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<Line> rows) {}

  /** A row with a cell for every column; group and unit as in {@link Column} and {@link Line}. */
  public record Row(
      String title, @Nullable String group, @Nullable String unit, List<Cell> cells) {}

  /**
   * What a cell shows.
   *
   * @param value an expression; a figure's id alone shows that figure. Null in an empty cell
   * @param delta the same for what stands in brackets behind it; null where nothing does
   */
  public record Cell(@Nullable Expression value, @Nullable Expression delta) {
    static Cell of(String text) {
      return new Cell(text.isEmpty() ? null : Expression.parse(text), null);
    }
  }

  /** Returns the rows, or throws an IllegalArgumentException that names the row at fault. */
  public List<Row> rows() {
    return rows(new HashMap<>());
  }

  /** Returns the figures that are printed in it, by their experiments. */
  public Map<String, List<Figure>> figures() {
    Map<String, List<Figure>> figures = new LinkedHashMap<>();
    rows(figures);
    return figures;
  }

  private List<Row> rows(Map<String, List<Figure>> figures) {
    List<Row> all = new ArrayList<>();
    for (Line line : lines) {
      if (line.rows().isEmpty()) {
        all.add(row(null, line, figures));
      }
      line.rows().forEach(it -> all.add(row(line, it, figures)));
    }
    return all;
  }

  private Row row(@Nullable Line above, Line line, Map<String, List<Figure>> figures) {
    String group = above == null ? null : above.title();
    Map<String, String> names = new HashMap<>(above == null ? Map.of() : above.of());
    names.putAll(line.of());
    names.put("row", line.title());
    if (line.unit() != null) {
      names.put("unit", line.unit());
    }
    try {
      return new Row(line.title(), group, line.unit(), cells(line, names, figures));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "table %s, row \"%s\": %s".formatted(id, line.title(), e.getMessage()), e);
    }
  }

  private List<Cell> cells(
      Line line, Map<String, String> ofRow, Map<String, List<Figure>> figures) {
    String[] numbers =
        line.printed() == null ? new String[0] : line.printed().strip().split("\\s+");
    String every = line.each() == null ? each : line.each();
    int given = numbers.length + line.cells().size();
    if (given != columns.size() && (given > 0 || every == null)) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(given, columns.size()));
    }
    List<String> titles = columns.stream().map(Column::title).toList();
    int last = line.upTo() == null ? columns.size() : titles.indexOf(line.upTo()) + 1;
    if (last == 0) {
      throw new IllegalArgumentException(
          "there is no column \"%s\", but %s".formatted(line.upTo(), String.join(", ", titles)));
    }
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < columns.size() - line.cells().size(); i++) {
      Map<String, String> names = new HashMap<>(ofRow);
      names.put("column", titles.get(i));
      columns.get(i).of().forEach((name, text) -> names.put(name, fill(text, names)));
      if (i < numbers.length && !numbers[i].equals("--")) {
        cells.add(cell(numbers[i], names, figures));
      } else {
        cells.add(Cell.of(every == null || i >= last ? "" : fill(every, names)));
      }
    }
    line.cells().forEach(it -> cells.add(Cell.of(it)));
    return cells;
  }

  private Cell cell(String text, Map<String, String> names, Map<String, List<Figure>> figures) {
    Matcher number = NUMBER.matcher(text);
    if (!number.matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is no number");
    }
    String second = number.group(2);
    return new Cell(
        figure("figures", printed, number.group(1), names, figures),
        second == null ? null : figure("brackets", brackets, second, names, figures));
  }

  private static Expression figure(
      String key,
      @Nullable Printed what,
      String value,
      Map<String, String> names,
      Map<String, List<Figure>> figures) {
    if (what == null) {
      throw new IllegalArgumentException(
          "the table does not say under \"%s\" what %s is".formatted(key, value));
    }
    Figure figure = what.figure(Double.parseDouble(value.replace(",", "")), names);
    figures.computeIfAbsent(fill(what.experiment(), names), _ -> new ArrayList<>()).add(figure);
    return new Expression.Name(figure.id());
  }

  static String fill(String text, Map<String, String> names) {
    return NAME.matcher(text)
        .replaceAll(name -> {
          String value = names.get(name.group(1));
          if (value == null) {
            throw new IllegalArgumentException(
                "\"%s\" names {%s}, which has no value".formatted(text, name.group(1)));
          }
          return Matcher.quoteReplacement(value);
        });
  }
}
