package org.reprise.load.baseline;

import java.util.List;
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
 * @param columns in their order
 * @param rows in their order, each with a cell for every column
 */
public record Table(
    String id, String title, @Nullable String note, List<Column> columns, List<Row> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.cells().size() != columns.size()) {
        throw new IllegalArgumentException(
            "table %s, row \"%s\": %d cells for %d columns"
                .formatted(id, row.title(), row.cells().size(), columns.size()));
      }
    }
  }

  /**
   * A column.
   *
   * @param title its heading
   * @param group the heading above it and its neighbours; null where there is none
   */
  public record Column(String title, @Nullable String group) {}

  /**
   * A row.
   *
   * @param title its heading
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
