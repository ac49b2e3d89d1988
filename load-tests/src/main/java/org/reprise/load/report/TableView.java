package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table as text, for the page and for the terminal alike.
 *
 * @param id of its place on the page
 * @param title above it
 * @param note what a reader must know; empty where nothing
 * @param first heading of the rows' titles
 * @param columns in their order
 * @param groups of rows
 */
record TableView(
    String id, String title, String note, String first, List<Column> columns, List<Group> groups) {
  /**
   * A column.
   *
   * @param title its heading
   * @param group the heading above it; empty where there is none
   * @param start whether it is the first of its group
   */
  record Column(String title, String group, boolean start) {
    static List<Column> of(String... titles) {
      return Stream.of(titles).map(it -> new Column(it, "", false)).toList();
    }
  }

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

    static Row of(String title, String... cells) {
      return new Row(title, Stream.of(cells).map(Cell::text).toList());
    }
  }

  /**
   * A cell; what is not there is empty.
   *
   * @param published the report's value
   * @param measured the run's
   * @param ratio of the two
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
    static Cell text(String measured) {
      return new Cell("", measured, "", "", "", false, false);
    }

    static Cell words(String text) {
      return new Cell("", text, "", "", "", true, false);
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

  boolean isEmpty() {
    return groups.stream().allMatch(it -> it.rows().isEmpty());
  }

  /** Why cells have no value, each reason once. */
  List<String> reasons() {
    return groups.stream()
        .flatMap(group -> group.rows().stream())
        .flatMap(row -> row.cells().stream())
        .filter(cell -> !cell.word().isEmpty())
        .map(cell -> cell.word() + ": " + cell.why())
        .distinct()
        .toList();
  }
}
