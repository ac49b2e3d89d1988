package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.run.Digits;

/** A table as text, for the page and for the terminal alike; what is not there is empty. */
record TableView(
    String id, String title, String note, String first, List<Column> columns, List<Group> groups) {
  record Column(String title, String group) {}

  record Group(String title, List<RowView> rows) {}

  record RowView(String title, List<CellView> cells) {}

  /**
   * @param original what a run against the original came to
   * @param word the verdict's word where the cell has no valid measured value
   * @param words whether it is text to be read, not a number
   */
  record CellView(
      String published,
      String original,
      String measured,
      String ratio,
      String word,
      String why,
      boolean words) {}

  static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "–";
      case Double number -> Digits.of(number);
      case Long count -> Digits.exact((double) count);
      default -> value.toString();
    };
  }

  static final class Columns<T> {
    private final String first;
    private final Function<T, ?> title;
    private final List<Column> columns = new ArrayList<>();
    private final List<Function<T, CellView>> cells = new ArrayList<>();

    Columns(String first, Function<T, ?> title) {
      this.first = first;
      this.title = title;
    }

    Columns<T> and(String heading, Function<T, @Nullable Object> value) {
      columns.add(new Column(heading, ""));
      cells.add(it -> new CellView("", "", text(value.apply(it)), "", "", "", false));
      return this;
    }

    Columns<T> words(String heading, Function<T, @Nullable Object> value) {
      columns.add(new Column(heading, ""));
      cells.add(it -> new CellView("", "", text(value.apply(it)), "", "", "", true));
      return this;
    }

    Group group(String heading, List<T> things) {
      return new Group(heading, things.stream().map(this::row).toList());
    }

    private RowView row(T it) {
      return new RowView(
          text(title.apply(it)), cells.stream().map(cell -> cell.apply(it)).toList());
    }

    TableView table(String id, String heading, String note, Stream<Group> groups) {
      List<Group> filled = groups.filter(it -> !it.rows().isEmpty()).toList();
      return new TableView(id, heading, note, first, List.copyOf(columns), filled);
    }

    TableView table(String id, String heading, String note, List<T> things) {
      return table(id, heading, note, Stream.of(group("", things)));
    }
  }

  record Heading(String title, int span) {}

  /** The columns' groups in their order; empty where no column has one. */
  List<Heading> headings() {
    if (columns.stream().allMatch(it -> it.group().isEmpty())) {
      return List.of();
    }
    List<Heading> headings = new ArrayList<>();
    for (Column it : columns) {
      boolean goesOn = !headings.isEmpty() && headings.getLast().title().equals(it.group());
      int before = goesOn ? headings.removeLast().span() : 0;
      headings.add(new Heading(it.group(), before + 1));
    }
    return headings;
  }

  int width() {
    return 1 + columns.size();
  }

  List<RowView> rows() {
    return groups.stream().flatMap(it -> it.rows().stream()).toList();
  }

  static List<TableView> filled(TableView... tables) {
    return Stream.of(tables).filter(it -> !it.groups().isEmpty()).toList();
  }
}
