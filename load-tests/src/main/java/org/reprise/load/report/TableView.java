package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.run.Digits;

/**
 * A table as text, for the page and for the terminal alike.
 *
 * @param id of its place on the page
 * @param note what a reader must know; empty where nothing
 * @param first heading of the rows' titles
 * @param columns in their order
 */
record TableView(
    String id, String title, String note, String first, List<Column> columns, List<Group> groups) {
  /** In the place of a number that is not known. */
  static final String DASH = "–";

  /**
   * A column.
   *
   * @param group the heading above it; empty where there is none
   * @param start whether it is the first of its group
   */
  record Column(String title, String group, boolean start) {}

  /** Rows below one heading, which may be empty. */
  record Group(String title, List<Row> rows) {
    boolean hasTitle() {
      return !title.isEmpty();
    }
  }

  /** A row; its cells are in the order of the columns. */
  record Row(String title, List<Cell> cells) {
    boolean hasPublished() {
      return cells.stream().anyMatch(it -> !it.published().isEmpty());
    }
  }

  /**
   * A cell; what is not there is empty.
   *
   * @param published the report's value
   * @param measured the run's
   * @param word the verdict's word where the cell has no valid measured value
   * @param why the reason behind the word
   * @param words whether it is text to be read, not a number
   * @param start whether it is the first of its group of columns
   */
  record Cell(
      String published,
      String measured,
      String ratio,
      String word,
      String why,
      boolean words,
      boolean start) {
    /** What was measured; null is a dash. */
    static Cell of(@Nullable Object measured, boolean words) {
      return new Cell("", text(measured), "", "", "", words, false);
    }
  }

  /** A measured value as text; null is a dash. */
  static String text(@Nullable Object value) {
    return switch (value) {
      case null -> DASH;
      case Double number -> Digits.of(number);
      case Long count -> Digits.exact((double) count);
      default -> value.toString();
    };
  }

  /** Columns that show things of one kind, one a row. */
  static final class Columns<T> {
    private final String first;
    private final Function<T, ?> title;
    private final List<Column> columns = new ArrayList<>();
    private final List<Function<T, Cell>> cells = new ArrayList<>();

    Columns(String first, Function<T, ?> title) {
      this.first = first;
      this.title = title;
    }

    /** And one more with a value, see {@link TableView#text}. */
    Columns<T> and(String heading, Function<T, @Nullable Object> value) {
      return and(heading, value, false);
    }

    /** And one more with text to be read. */
    Columns<T> words(String heading, Function<T, @Nullable Object> value) {
      return and(heading, value, true);
    }

    private Columns<T> and(String heading, Function<T, @Nullable Object> value, boolean words) {
      columns.add(new Column(heading, "", false));
      cells.add(it -> Cell.of(value.apply(it), words));
      return this;
    }

    Group group(String heading, List<T> things) {
      return new Group(heading, things.stream().map(this::row).toList());
    }

    private Row row(T it) {
      return new Row(text(title.apply(it)), cells.stream().map(cell -> cell.apply(it)).toList());
    }

    TableView table(String id, String heading, String note, List<Group> groups) {
      return new TableView(id, heading, note, first, List.copyOf(columns), groups);
    }

    TableView of(String id, String heading, String note, List<T> things) {
      return table(id, heading, note, List.of(group("", things)));
    }
  }

  /** A heading over several columns. */
  record Heading(String title, int span) {}

  List<Heading> headings() {
    List<Heading> headings = new ArrayList<>();
    for (Column column : columns) {
      if (column.start() || headings.isEmpty()) {
        headings.add(new Heading(column.group(), 1));
      } else {
        Heading last = headings.removeLast();
        headings.add(new Heading(last.title(), last.span() + 1));
      }
    }
    return headings;
  }

  boolean hasHeadings() {
    return columns.stream().anyMatch(it -> !it.group().isEmpty());
  }

  /** How many columns a row has, its title included. */
  int width() {
    return 1 + columns.size();
  }

  List<Row> rows() {
    return groups.stream().flatMap(it -> it.rows().stream()).toList();
  }

  static List<TableView> filled(TableView... tables) {
    return Stream.of(tables).filter(it -> !it.rows().isEmpty()).toList();
  }

  /** Why cells have no value, each reason once. */
  List<String> reasons() {
    return rows().stream()
        .flatMap(row -> row.cells().stream())
        .filter(cell -> !cell.word().isEmpty())
        .map(cell -> cell.word() + ": " + cell.why())
        .distinct()
        .toList();
  }
}
