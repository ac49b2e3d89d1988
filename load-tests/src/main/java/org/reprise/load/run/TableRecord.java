package org.reprise.load.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of the report with what was measured for its cells.
 *
 * @param id the table's
 * @param title as the report writes it
 * @param note what a reader must know; null where nothing
 * @param columns in their order
 * @param rows in their order, each with a cell for every column
 */
public record TableRecord(
    String id, String title, @Nullable String note, List<Column> columns, List<Row> rows) {
  public TableRecord {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
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
   * @param cells in the order of the columns
   */
  public record Row(String title, @Nullable String group, List<Cell> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /**
   * A cell; what is not there is null.
   *
   * @param what the expression behind it, or a figure's id; empty for an empty cell
   * @param published the report's value
   * @param measured the run's value
   * @param spread half of the interval in which {@code measured} lies with 95 % confidence
   * @param unit of these; {@code ×} for a ratio, {@code +%} for how much more it is than one
   * @param ratio measured / published
   * @param publishedDelta what the report prints in brackets, in the same unit
   * @param measuredDelta the same of the run
   * @param verdict the word of the {@link Verdict}, where the cell has no valid measured value
   * @param why its reason, or what must be known beside the value
   */
  public record Cell(
      String what,
      @Nullable Double published,
      @Nullable Double measured,
      @Nullable Double spread,
      String unit,
      @Nullable Double ratio,
      @Nullable Double publishedDelta,
      @Nullable Double measuredDelta,
      @Nullable String verdict,
      @Nullable String why) {
    /** A cell with nothing in it. */
    public static final Cell EMPTY =
        new Cell("", null, null, null, "", null, null, null, null, null);

    public Cell {
      if (verdict != null) {
        Verdict.of(verdict, why);
      }
    }

    /** A figure; what stands in brackets behind it is null where nothing does. */
    public static Cell of(
        FigureRecord it, @Nullable Double publishedDelta, @Nullable Double measuredDelta) {
      boolean valid = it.measured() != null && !it.verdict().equals("Invalid");
      return new Cell(
          it.id(),
          it.published(),
          it.measured(),
          it.spread(),
          it.unit(),
          it.ratio(),
          publishedDelta,
          measuredDelta,
          valid ? null : it.verdict(),
          it.why());
    }
  }
}
