package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Mode;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/**
 * The report's table with its own rows and columns: settings × operations down, modes × min, max,
 * average across; every cell holds published, measured and ratio.
 *
 * @param unit of all cells
 * @param modes the column groups
 * @param groups the row groups, one for each setting
 */
record PublishedTable(String unit, List<Heading> modes, List<Group> groups) {
  private static final Map<String, String> CLOSED = columns("min", "max", "avg");
  private static final Map<String, String> OPEN = columns("min", "avg", "max", "p90", "error");

  private static Map<String, String> columns(String... statistics) {
    Map<String, String> titles =
        Map.of("min", "Min", "max", "Max", "avg", "Average", "p90", "90 %", "error", "Error %");
    Map<String, String> columns = new LinkedHashMap<>();
    for (String statistic : statistics) {
      columns.put(statistic, titles.getOrDefault(statistic, statistic));
    }
    return columns;
  }

  /**
   * A column group.
   *
   * @param title for example {@code Embedded flow, ms}
   * @param columns its statistics
   */
  record Heading(String title, List<String> columns) {
    int span() {
      return columns.size();
    }
  }

  /**
   * A row group.
   *
   * @param title for example {@code 10 threads × 100 circles}
   * @param rows one for each operation
   */
  record Group(String title, List<Row> rows) {}

  /**
   * A row.
   *
   * @param operation as the report writes it
   * @param cells in the order of the columns
   */
  record Row(String operation, List<Cell> cells) {}

  /**
   * A cell, as text.
   *
   * @param published the report's digits
   * @param measured empty where there is nothing
   * @param ratio empty where there is none
   * @param word the verdict's word where the cell has no valid measured value, else empty
   * @param why the reason behind the word
   * @param first whether it starts a column group
   * @param last whether it ends one
   */
  record Cell(
      String published,
      String measured,
      String ratio,
      String word,
      String why,
      boolean first,
      boolean last) {
    boolean blank() {
      return measured.isEmpty();
    }
  }

  static PublishedTable of(RunRecord run, String unit) {
    List<Mode> modes = run.experiments().stream().map(ExperimentRecord::mode).distinct().toList();
    List<LoadModel> settings =
        run.experiments().stream().map(ExperimentRecord::loadModel).distinct().toList();
    List<Group> groups = new ArrayList<>();
    for (LoadModel setting : settings) {
      List<Row> rows = new ArrayList<>();
      for (Map.Entry<String, String> operation : run.report().operations().entrySet()) {
        List<Cell> cells =
            modes.stream()
                .flatMap(m -> cells(run, setting, m, operation.getKey(), unit).stream())
                .toList();
        rows.add(new Row(operation.getValue(), cells));
      }
      groups.add(new Group(title(run, setting), rows));
    }
    return new PublishedTable(
        unit,
        modes.stream()
            .map(m ->
                new Heading(
                    isOpen(run) ? "Response time, ms, and errors" : title(m) + ", " + unit,
                    List.copyOf(statistics(run).values())))
            .toList(),
        groups);
  }

  /** All columns, group after group. */
  List<Column> columns() {
    return modes.stream()
        .flatMap(
            m -> m.columns().stream().map(c -> new Column(c, c.equals(m.columns().getFirst()))))
        .toList();
  }

  /** A column's title, and whether it starts its group. */
  record Column(String title, boolean first) {}

  /** How many columns a row has, its heading included. */
  int width() {
    return 1 + columns().size();
  }

  static String title(Mode mode) {
    return switch (mode) {
      case EMBEDDED -> "Embedded flow";
      case REMOTE -> "Remote flow";
    };
  }

  private static boolean isOpen(RunRecord run) {
    return Layout.of(run) == Layout.OPEN;
  }

  private static Map<String, String> statistics(RunRecord run) {
    return isOpen(run) ? OPEN : CLOSED;
  }

  private static String title(RunRecord run, LoadModel setting) {
    return switch (setting) {
      case LoadModel.Closed(int threads, int circles, double _) ->
          String.format(Locale.ROOT, "%d threads × %,d circles", threads, circles);
      case LoadModel.Open _, LoadModel.Workflows _ ->
          run.experiments().stream()
              .filter(e -> e.loadModel().equals(setting))
              .map(e -> e.id() + ": " + setting.text())
              .findFirst()
              .orElseThrow();
    };
  }

  private static List<Cell> cells(
      RunRecord run, LoadModel setting, Mode mode, String operation, String unit) {
    List<String> statistics = List.copyOf(statistics(run).keySet());
    return statistics.stream()
        .map(statistic ->
            run.experiments().stream()
                .filter(e -> e.mode() == mode && e.loadModel().equals(setting))
                .flatMap(e -> e.figures().stream())
                .filter(
                    f -> f.operation().equals(operation) && (isOpen(run) || f.unit().equals(unit)))
                .filter(f -> f.statistic().equals(statistic))
                .findFirst())
        .map((Optional<FigureRecord> figure) ->
            figure
                .map(f ->
                    cell(
                        f,
                        f.statistic().equals(statistics.getFirst()),
                        f.statistic().equals(statistics.getLast())))
                .orElse(NONE))
        .toList();
  }

  private static final Cell NONE = new Cell("", "", "", "", "", false, false);

  private static Cell cell(FigureRecord figure, boolean first, boolean last) {
    Double measured = figure.measured();
    Double ratio = figure.ratio();
    String why = figure.why();
    boolean plain = measured != null && !figure.verdict().equals("Invalid");
    return new Cell(
        Digits.exact(figure.published()),
        measured == null ? "" : Digits.of(measured),
        ratio == null ? "" : Digits.times(ratio),
        plain ? "" : figure.verdict(),
        why == null ? "" : why,
        first,
        last);
  }
}
