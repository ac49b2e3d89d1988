package org.reprise.load.report;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.FigureKind;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Statement;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.TableView.Cell;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.Digits;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/** What a run measured beside the report's tables; a table without rows is not shown. */
record MeasuredTables(RunRecord run, Baseline baseline, Measured measured) {
  static List<TableView> of(RunRecord run, Baseline baseline) {
    MeasuredTables it = new MeasuredTables(run, baseline, run.measured());
    return TableView.filled(it.statements(), it.steps(), it.operations(), it.usages());
  }

  /** The figures outside the report's tables. */
  private TableView statements() {
    Map<String, FigureRecord> figures =
        run.figures().stream().collect(toMap(FigureRecord::id, it -> it));
    Function<Statement, FigureRecord> figure =
        it -> Objects.requireNonNull(figures.get(it.id()), it.id());
    return new Columns<Statement>("Figure", it -> PublishedTables.with(it.title(), it.unit()))
        .and("Report", it -> Digits.exact(it.value()))
        .and("Here", it -> isInput(it) ? "" : here(figure.apply(it)))
        .and("Ratio", it -> isInput(it) ? "" : times(figure.apply(it).ratio()))
        .words("Remark", it -> Objects.requireNonNullElse(figure.apply(it).why(), ""))
        .of(
            "figures",
            "Figures beside the tables",
            "What the report asked for, concluded and derived. Derived figures are computed anew"
                + " from what was measured here. "
                + knees(),
            baseline.statements().stream().filter(it -> figures.containsKey(it.id())).toList());
  }

  private static boolean isInput(Statement it) {
    return it.kind() == FigureKind.REQUIREMENT;
  }

  private static String here(FigureRecord it) {
    Double spread = it.spread();
    return TableView.text(it.measured())
        + (spread == null || spread == 0 ? "" : " ± " + Digits.of(spread));
  }

  private static String times(@Nullable Double ratio) {
    return ratio == null ? "" : Digits.times(ratio);
  }

  /** What the search for the highest rate of each ramp came to. */
  private String knees() {
    return baseline.experiments().stream()
        .filter(it -> it.loadModel() instanceof LoadModel.Ramp)
        .flatMap(it -> Knee.typical(loads(it), limitMs(it)).stream())
        .map(MeasuredTables::text)
        .collect(joining(" "));
  }

  private List<OpenLoad> loads(Experiment it) {
    return measured.openLoads().stream().filter(load -> load.experiment().equals(it.id())).toList();
  }

  private static double limitMs(Experiment it) {
    return ((LoadModel.Ramp) it.loadModel()).stopAboveMs();
  }

  private static String text(Knee knee) {
    String rate = Digits.of(knee.perSecond());
    if (knee.generatorLimited()) {
      return "No knee up to %s/s: beyond it the generator itself sent more than 10 ms late (99th percentile), so the generator was the limit and the knee lies at %s/s or higher."
          .formatted(rate, rate);
    }
    return knee.beyond().isPresent()
        ? "The knee is %s/s: the last step without an error and with the average under the limit."
            .formatted(rate)
        : "No knee up to %s/s, the last step that was sent: it lies there or higher."
            .formatted(rate);
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
        measured.openLoads().stream().map(it -> columns.group(title(it), it.steps())).toList());
  }

  static String title(OpenLoad load) {
    String what =
        switch (load.variant()) {
          case Variant.REPORT_EXACT -> load.experiment();
          case Variant.SEARCH -> load.experiment() + ", beyond the report's steps";
          case Variant.COLD -> load.experiment() + ", first rate at a cold start";
          default -> load.experiment() + ", " + load.variant();
        };
    return load.repetition() > 1 ? what + " (%d)".formatted(load.repetition()) : what;
  }

  private String sharing() {
    return run.target().equals("local")
        ? "All processes shared the %d cores of this machine.".formatted(run.environment().cores())
        : "The generator had the %d cores of this machine; what the target had is not known."
            .formatted(run.environment().cores());
  }

  /** Every operation: after warm-up where there was one, else as the report did. */
  private TableView operations() {
    var columns =
        new Columns<OperationSummary>("Operation", this::title)
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
        baseline.experiments().stream()
            .map(it -> group(columns, it.id()))
            .filter(it -> !it.rows().isEmpty())
            .toList());
  }

  private Group group(Columns<OperationSummary> columns, String experiment) {
    List<OperationSummary> all =
        measured.operations().stream().filter(it -> it.experiment().equals(experiment)).toList();
    boolean steady = all.stream().anyMatch(it -> it.variant().equals(Variant.STEADY));
    String variant = steady ? Variant.STEADY : Variant.REPORT_EXACT;
    String loads =
        measured.experiments().stream()
            .filter(it -> it.experiment().equals(experiment) && it.variant().equals(variant))
            .map(MeasuredTables::load)
            .collect(joining("; "));
    return columns.group(
        experiment + ": " + loads,
        all.stream().filter(it -> it.variant().equals(variant)).toList());
  }

  /** What was really sent: a steady window lasts for a time and not for the report's circles. */
  private static String load(ExperimentRun it) {
    Double others = it.othersPercent();
    return "%s s, %s flows/s%s"
        .formatted(
            Digits.of(it.seconds()),
            Digits.of(it.flowsPerSecond()),
            others == null
                ? ""
                : ", other programs used %s %% of a core".formatted(Digits.of(others)));
  }

  private String title(OperationSummary it) {
    String title = baseline.title(it.operation());
    return it.repetition() > 1 ? "%s (%d)".formatted(title, it.repetition()) : title;
  }

  /** What each process used in each experiment. */
  private TableView usages() {
    var columns = new Columns<UsedOf>("", UsedOf::title);
    measured.usages().stream()
        .map(Usage::process)
        .distinct()
        .forEach(process -> columns.and(process, it -> it.mean(process)));
    return columns.table(
        "uses",
        "CPU and memory of every process",
        "Means of the repetitions; the highest CPU is over five seconds, in percent of one core;"
            + " the heap is read after a collection. "
            + sharing(),
        baseline.experiments().stream()
            .map(it -> columns.group(it.id(), used(it.id())))
            .map(it ->
                new Group(it.title(), it.rows().stream().filter(MeasuredTables::has).toList()))
            .filter(it -> !it.rows().isEmpty())
            .toList());
  }

  private static boolean has(Row row) {
    return row.cells().stream().map(Cell::measured).anyMatch(it -> !it.isEmpty());
  }

  private List<UsedOf> used(String experiment) {
    List<Usage> used =
        measured.usages().stream().filter(it -> it.experiment().equals(experiment)).toList();
    return List.of(
        new UsedOf("CPU, s", used, Usage::cpuSeconds),
        new UsedOf("highest CPU, %", used, Usage::peakPercent),
        new UsedOf("heap before, MiB", used, Usage::heapBeforeMiB),
        new UsedOf("heap after, MiB", used, Usage::heapAfterMiB),
        new UsedOf("resident, MiB", used, Usage::rssAfterMiB),
        new UsedOf("log written, MiB", used, Usage::walMiB));
  }

  /** One resource in one experiment. */
  private record UsedOf(String title, List<Usage> used, Function<Usage, @Nullable Double> value) {
    Object mean(String process) {
      var mean =
          used.stream()
              .filter(it -> it.process().equals(process) && value.apply(it) != null)
              .mapToDouble(it -> Objects.requireNonNull(value.apply(it)))
              .average();
      return mean.isPresent() ? (Object) mean.getAsDouble() : "";
    }
  }
}
