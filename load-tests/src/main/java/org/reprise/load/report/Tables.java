package org.reprise.load.report;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Role;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Table;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Throttled;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.TableView.CellView;
import org.reprise.load.report.TableView.Column;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.RowView;
import org.reprise.load.run.Digits;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/**
 * The report's tables, each cell with what was published, measured, and their ratio, and what a run
 * measured beside them; a table without rows is not shown.
 */
record Tables(
    RunRecord run, Baseline baseline, Comparison comparison, @Nullable Comparison original) {
  List<TableView> published() {
    return baseline.tables().stream().map(this::view).toList();
  }

  /** A cell's value, what stands in brackets behind it, the original's; null where empty. */
  private record Value(
      @Nullable FigureRecord figure,
      @Nullable FigureRecord delta,
      @Nullable FigureRecord original) {}

  private Value value(Table.Cell cell, @Nullable String unit) {
    var value = cell.value();
    return new Value(
        value == null ? null : comparison.cell(value, unit),
        cell.delta() == null ? null : comparison.cell(cell.delta(), null),
        value == null || original == null ? null : original.cell(value, unit));
  }

  private TableView view(Table table) {
    List<Table.Row> rows = table.rows();
    List<List<Value>> values =
        rows.stream()
            .map(row -> row.cells().stream().map(it -> value(it, row.unit())).toList())
            .toList();
    String unit = only(values.stream().flatMap(List::stream));
    List<String> units =
        IntStream.range(0, table.columns().size())
            .mapToObj(i -> only(values.stream().map(it -> it.get(i))))
            .toList();
    boolean ofColumns = unit.isEmpty() && !units.contains("");
    Map<String, List<RowView>> groups = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      Table.Row row = rows.get(i);
      boolean said = !unit.isEmpty() || ofColumns;
      String ofRow = said ? "" : only(values.get(i).stream());
      boolean ofCells = !said && ofRow.isEmpty();
      var cells = values.get(i).stream().map(it -> cell(it, ofCells)).toList();
      groups
          .computeIfAbsent(requireNonNullElse(row.group(), ""), _ -> new ArrayList<>())
          .add(new RowView(with(row.title(), ofRow), cells));
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      Table.Column it = table.columns().get(i);
      String title = with(it.title(), ofColumns ? units.get(i) : "");
      columns.add(new Column(title, requireNonNullElse(it.group(), "")));
    }
    return new TableView(
        "table-" + table.id(),
        with(table.title(), unit),
        requireNonNullElse(table.note(), ""),
        "",
        columns,
        groups.entrySet().stream().map(it -> new Group(it.getKey(), it.getValue())).toList());
  }

  private static String with(String title, String unit) {
    return unit.isEmpty() || title.endsWith(unit) ? title : title + ", " + unit;
  }

  private static String only(Stream<Value> values) {
    List<String> units =
        values
            .flatMap(it -> Stream.ofNullable(it.figure()))
            .map(FigureRecord::unit)
            .filter(it -> !isRatio(it))
            .distinct()
            .toList();
    return units.size() == 1 ? units.getFirst() : "";
  }

  private static boolean isRatio(String unit) {
    return unit.equals("×") || unit.equals("+%");
  }

  private static CellView cell(Value value, boolean withUnit) {
    FigureRecord it = value.figure();
    if (it == null) {
      return new CellView("", "", "", "", "", "", false);
    }
    String today = value.original() == null ? null : measured(value.original());
    Double there = value.delta() == null ? null : value.delta().published();
    Double here = value.delta() == null ? null : value.delta().measured();
    String thereToo = there == null ? "" : " (%s)".formatted(Digits.exact(there));
    String hereToo = here == null ? "" : " (%s%s)".formatted(here > 0 ? "+" : "", Digits.of(here));
    Double published = it.published();
    String measured = measured(it);
    String unit = withUnit && !isRatio(it.unit()) && !it.unit().isEmpty() ? " " + it.unit() : "";
    boolean hasWord = measured == null ? published != null : it.verdict() == Verdict.INVALID;
    return new CellView(
        published == null ? "" : published(published, it) + thereToo + unit,
        today == null ? "" : today + unit,
        measured == null ? "" : measured + hereToo + unit,
        it.ratio() == null || isRatio(it.unit()) ? "" : Digits.times(it.ratio()),
        hasWord ? it.verdict().toString() : "",
        requireNonNullElse(it.why(), ""),
        false);
  }

  private static String published(double value, FigureRecord cell) {
    boolean computed = cell.id().contains("(") || isRatio(cell.unit());
    return computed ? text(value, cell.unit()) : Digits.exact(value);
  }

  private static @Nullable String measured(FigureRecord cell) {
    Double value = cell.measured();
    Double spread = cell.spread();
    if (value == null) {
      return null;
    }
    if (spread == null || spread < 1e-9 * Math.abs(value)) {
      return text(value, cell.unit());
    }
    return cell.unit().equals("+%")
        ? Digits.more(value, spread)
        : text(value, cell.unit()) + " ± " + Digits.of(spread);
  }

  private static String text(double value, String unit) {
    return switch (unit) {
      case "×" -> Digits.times(value);
      case "+%" -> Digits.more(value);
      default -> Digits.of(value);
    };
  }

  List<TableView> all() {
    return TableView.filled(statements(), steps(), operations(), usages());
  }

  private TableView statements() {
    var columns =
        new Columns<FigureRecord>("Figure", it -> with(baseline.title(it.id()), it.unit()))
            .and("Report", it -> Digits.exact(Objects.requireNonNull(it.published())));
    if (original != null) {
      columns.and("Original today", it -> measured(original.cell(new Name(it.id()), null)));
    }
    return columns
        .and("Here", Tables::measured)
        .and("Ratio", it -> it.ratio() == null ? "" : Digits.times(it.ratio()))
        .words("Remark", it -> it.why() == null ? "" : it.why())
        .table(
            "figures",
            "Figures beside the tables",
            "What the report asked for, concluded and derived. Derived figures are computed anew"
                + " from what was measured here.",
            comparison.statements());
  }

  private TableView steps() {
    var columns =
        new Columns<OpenLoad.Step>("Offered /s", OpenLoad.Step::perSecond)
            .and("Sent", OpenLoad.Step::sent)
            .and("Done /s", OpenLoad.Step::answeredPerSecond)
            .and("In time /s", OpenLoad.Step::goodput)
            .and("Errors", OpenLoad.Step::errors)
            .and("Mean", OpenLoad.Step::meanMs)
            .and("p90", OpenLoad.Step::p90Ms)
            .and("p99", OpenLoad.Step::p99Ms)
            .and("Max", OpenLoad.Step::maxMs)
            .and("Delay", OpenLoad.Step::delayP99Ms)
            .and("CPU each", OpenLoad.Step::cpuMs);
    return columns.table(
        "steps",
        "Every step, ms",
        "A flow belongs to the step in which it was sent; one that nobody answered is an error and"
            + " counts until it was given up. In time is within the report's limit. The delay is"
            + " the generator's own (99th percentile). "
            + sharing(),
        run.measured().openLoads().stream().map(it -> columns.group(title(it), it.steps())));
  }

  static String title(OpenLoad load) {
    String what =
        switch (load.variant()) {
          case Variant.REPORT_EXACT -> load.experiment();
          case Variant.SEARCH -> load.experiment() + ", beyond the report's steps";
          default -> load.experiment() + ", " + load.variant();
        };
    return numbered(what, load.repetition());
  }

  private static String numbered(String what, int repetition) {
    return repetition > 1 ? what + " (%d)".formatted(repetition) : what;
  }

  private String sharing() {
    return run.target().equals("local")
        ? "All processes shared the %d cores of this machine.".formatted(run.environment().cores())
        : "The generator had the %d cores of this machine; what the target had is not known."
            .formatted(run.environment().cores());
  }

  private TableView operations() {
    var columns =
        new Columns<OperationSummary>(
                "Operation", it -> numbered(baseline.title(it.operation()), it.repetition()))
            .and("Calls", OperationSummary::count)
            .and("Errors", OperationSummary::errors)
            .and("Min", OperationSummary::minMs)
            .and("Mean", OperationSummary::meanMs)
            .and("p50", OperationSummary::p50Ms)
            .and("p95", OperationSummary::p95Ms)
            .and("p99", OperationSummary::p99Ms)
            .and("Max", OperationSummary::maxMs);
    return columns.table(
        "operations",
        "Every operation, ms",
        "After warm-up where the run had one, which claims and floors use; else as the report did.",
        baseline.experiments().stream().map(it -> group(columns, it.id())));
  }

  private Group group(Columns<OperationSummary> columns, String experiment) {
    Map<String, List<OperationSummary>> all =
        run.measured().operations().stream()
            .filter(it -> it.experiment().equals(experiment))
            .collect(groupingBy(OperationSummary::variant));
    String variant = all.containsKey(Variant.STEADY) ? Variant.STEADY : Variant.REPORT_EXACT;
    String loads =
        run.measured().experiments().stream()
            .filter(it -> it.experiment().equals(experiment) && it.variant().equals(variant))
            .map(Tables::load)
            .collect(joining("; "));
    return columns.group(experiment + ": " + loads, all.getOrDefault(variant, List.of()));
  }

  /** What was really sent: a steady window lasts for a time and not for the report's circles. */
  private static String load(ExperimentRun it) {
    Double others = it.othersPercent();
    return "%s s, %s flows/s".formatted(Digits.of(it.seconds()), Digits.of(it.flowsPerSecond()))
        + (others == null ? "" : ", other programs used " + Digits.of(others) + " % of a core");
  }

  private TableView usages() {
    var columns =
        new Columns<List<Usage>>("Process", it -> it.getFirst().process())
            .and("CPU, s", it -> mean(it, Usage::cpuSeconds))
            .and("peak CPU, %", it -> mean(it, Usage::peakPercent))
            .and("heap before, MiB", it -> mean(it, Usage::heapBeforeMiB))
            .and("heap after, MiB", it -> mean(it, Usage::heapAfterMiB))
            .and("resident, MiB", it -> mean(it, Usage::rssAfterMiB));
    return columns.table(
        "uses",
        "CPU and memory of every process",
        "Means of the repetitions; the peak is over five seconds, in percent of one core;"
            + " the heap is read after a collection. "
            + sharing(),
        baseline.experiments().stream()
            .map(it ->
                columns.group(
                    it.id(),
                    List.copyOf(
                        run.measured().usages().stream()
                            .filter(usage -> usage.experiment().equals(it.id()))
                            .collect(groupingBy(Usage::process, LinkedHashMap::new, toList()))
                            .values()))));
  }

  private static @Nullable Double mean(
      List<Usage> usages, Function<Usage, @Nullable Double> value) {
    var known = usages.stream().flatMap(it -> Stream.ofNullable(value.apply(it))).toList();
    return known.isEmpty() ? null : known.stream().mapToDouble(it -> it).average().orElseThrow();
  }

  List<TableView> processors() {
    return TableView.filled(
        new Columns<Role>("Role", Role::id)
            .words("In the report", Role::title)
            .and("Cores there", Role::processors)
            .words("Here", this::here)
            .words("Source", Role::cell)
            .table(
                "processors",
                "Processors of each role",
                "A limited role is held to its share while load is sent. Throttled is the share of"
                    + " its tenths of a second in which the share was used up; waited is what its"
                    + " processes waited for together.",
                baseline.roles().stream().filter(Role::limitable).toList()),
        new Columns<Throttled>("Phase", Throttled::phase)
            .and("Role", Throttled::role)
            .and("Cores", it -> Digits.exact(it.cores()))
            .and("CPU s", Throttled::cpuSeconds)
            .and("Throttled", it -> Digits.percent(it.periodShare()))
            .and("Waited s", Throttled::throttledSeconds)
            .table("throttling", "Throttling by phase", "", run.measured().throttled()));
  }

  private String here(Role role) {
    return run.measured().roles().stream()
        .filter(it -> it.role().equals(role.id()))
        .findFirst()
        .map(Tables::text)
        .orElse("not limited");
  }

  static String text(RoleProcessors role) {
    Double cores = role.cores();
    if (cores != null) {
      return "%s of a core (%s)".formatted(Digits.exact(cores), role.way());
    }
    return role.why() == null ? "not limited" : "not limited: " + role.why();
  }
}
