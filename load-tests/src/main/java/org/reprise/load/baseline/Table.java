package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of a report, with its own rows and columns, or one that puts its figures beside each
 * other in another way. A file writes it as a {@link Grid}.
 *
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
   */
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
}
