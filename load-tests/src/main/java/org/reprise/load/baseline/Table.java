package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of a report, with its own rows and columns, or one that puts its figures beside each
 * other in another way.
 *
 * @param id unique in its report
 * @param title as the report writes it
 * @param note what a reader must know; null where nothing
 * @param rows in their order, each with a cell for every column
 * @param figures that are printed in it, by their experiments
 */
public record Table(
    String id,
    String title,
    @Nullable String note,
    List<Column> columns,
    List<Row> rows,
    Map<String, List<Figure>> figures) {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    figures = Map.copyOf(figures);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Table of(Grid grid) {
    return grid.table();
  }

  /**
   * A column.
   *
   * @param group the heading above it and its neighbours; null where there is none
   * @param of names that the table's texts use, see {@link Grid}
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
   * A row.
   *
   * @param group the heading above it and its neighbours; null where there is none
   * @param unit in which cells are shown that are computed; a figure has its own. {@code ×} shows a
   *     ratio, {@code +%} how much more it is than one; null where it is the base unit
   * @param cells see {@link Cell#parse}
   */
  public record Row(
      String title, @Nullable String group, @Nullable String unit, List<String> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /**
   * What a cell shows.
   *
   * @param value an expression; a figure's id alone shows that figure
   * @param delta the same for what stands in brackets behind it; null where nothing does
   */
  public record Cell(Expression value, @Nullable Expression delta) {
    private static final Pattern FORM = Pattern.compile("([^\\[]+)(?:\\[(.+)])?");

    /**
     * Reads a cell, for example {@code on.avg [on.delta]}; empty where the text is.
     *
     * @throws IllegalArgumentException where it has another form
     */
    public static Optional<Cell> parse(String text) {
      if (text.isBlank()) {
        return Optional.empty();
      }
      Matcher form = FORM.matcher(text.strip());
      if (!form.matches()) {
        throw new IllegalArgumentException("\"" + text + "\" is no cell: value [delta]");
      }
      String delta = form.group(2);
      return Optional.of(
          new Cell(
              Expression.parse(form.group(1)), delta == null ? null : Expression.parse(delta)));
    }
  }
}
