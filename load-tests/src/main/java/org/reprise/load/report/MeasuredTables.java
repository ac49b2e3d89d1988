package org.reprise.load.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.FigureKind;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.TableView.Cell;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;

/** What a run measured beside the report's tables; a table without rows is not shown. */
final class MeasuredTables {
  private MeasuredTables() {}

  static List<TableView> of(RunRecord run) {
    return TableView.filled(
        statements(run), steps(run), benches(run), operations(run), usages(run));
  }

  /** The figures outside the report's tables. */
  private static TableView statements(RunRecord run) {
    return new Columns<StatementRecord>(
            "Figure", it -> it.unit().isEmpty() ? it.title() : it.title() + ", " + it.unit())
        .and("Report", it -> Digits.exact(it.published()))
        .and("Here", it -> isInput(it) ? "" : TableView.text(it.measured()) + spread(it))
        .and("Ratio", it -> isInput(it) ? "" : times(it.ratio()))
        .words("Remark", it -> Objects.requireNonNullElse(it.why(), ""))
        .of(
            "figures",
            "Figures beside the tables",
            "What the report asked for, concluded and derived. Derived figures are computed anew"
                + " from what was measured here. "
                + knee(run),
            run.statements());
  }

  private static boolean isInput(StatementRecord it) {
    return it.kind() == FigureKind.REQUIREMENT;
  }

  private static String spread(StatementRecord it) {
    Double spread = it.spread();
    return spread == null || spread == 0 ? "" : " ± " + Digits.of(spread);
  }

  private static String times(@Nullable Double ratio) {
    return ratio == null ? "" : Digits.times(ratio);
  }

  /** What the search for the highest rate came to. */
  private static String knee(RunRecord run) {
    Double knee = run.summary().get("knee");
    if (knee == null) {
      return "";
    }
    String rate = Digits.of(knee);
    if (run.summary().getOrDefault("generatorLimited", 0.0) > 0) {
      return "No knee up to %s/s: beyond it the generator itself sent more than 10 ms late (99th percentile), so the generator was the limit and the knee lies at %s/s or higher."
          .formatted(rate, rate);
    }
    return run.summary().getOrDefault("kneeFound", 0.0) > 0
        ? "The knee is %s/s: the last step without an error and with the average under the limit."
            .formatted(rate)
        : "No knee up to %s/s, the last step that was sent: it lies there or higher."
            .formatted(rate);
  }

  private static TableView steps(RunRecord run) {
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
            + latency(run)
            + " "
            + sharing(run),
        run.openLoads().stream().map(it -> columns.group(title(it), it.steps())).toList());
  }

  /** A load of an open model in words. */
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

  private static String sharing(RunRecord run) {
    return run.target().equals("local")
        ? "All processes shared the %d cores of this machine.".formatted(run.environment().cores())
        : "The generator had the %d cores of this machine; what the target had is not known."
            .formatted(run.environment().cores());
  }

  /** The report's times hold its network's latency, which a loopback address has not. */
  private static String latency(RunRecord run) {
    String there = run.report().environment().get("Network");
    if (there == null) {
      return "";
    }
    double added = run.quantities().getOrDefault("networkLatencyMs", 0.0);
    return added == 0
        ? "Network latency in the report: %s; none was added here.".formatted(there)
        : "Network latency in the report: %s; here every flow waited %s ms in its place."
            .formatted(there, Digits.exact(added));
  }

  private static TableView benches(RunRecord run) {
    return new Columns<Bench>("Bench", Bench::id)
        .and("Connections", Bench::connections)
        .and("Flows /s", Bench::perSecond)
        .and("Errors", Bench::errors)
        .and("p50 ms", Bench::p50Ms)
        .and("p99 ms", Bench::p99Ms)
        .and("CPU ms", Bench::cpuMs)
        .and("Floor", it -> floor(run, it).map(Digits::of).orElse(""))
        .and(
            "To floor",
            it ->
                floor(run, it)
                    .filter(floor -> floor > 0)
                    .map(floor -> Digits.times(it.perSecond() / floor))
                    .orElse(""))
        .of(
            "capacity",
            "Capacity and floor",
            "Not in the report: connections that ask again as soon as they are answered, sent by a"
                + " lean generator. A floor is the same work measured in this run without the"
                + " system. "
                + sharing(run),
            run.benches());
  }

  private static Optional<Double> floor(RunRecord run, Bench bench) {
    return run.floors().stream()
        .filter(it -> it.id().equals(bench.floor()))
        .map(Floor::value)
        .findFirst();
  }

  /** Every operation: after warm-up where there was one, else as the report did. */
  private static TableView operations(RunRecord run) {
    var columns =
        new Columns<OperationSummary>("Operation", it -> title(run, it))
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
        run.experiments().stream()
            .map(it -> group(columns, it))
            .filter(it -> !it.rows().isEmpty())
            .toList());
  }

  private static Group group(Columns<OperationSummary> columns, ExperimentRecord it) {
    boolean steady = it.operations().stream().anyMatch(o -> o.variant().equals(Variant.STEADY));
    String variant = steady ? Variant.STEADY : Variant.REPORT_EXACT;
    List<String> loads =
        it.runs().stream()
            .filter(r -> r.variant().equals(variant))
            .map(MeasuredTables::load)
            .toList();
    return columns.group(
        it.id() + ": " + String.join("; ", loads),
        it.operations().stream().filter(o -> o.variant().equals(variant)).toList());
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

  private static String title(RunRecord run, OperationSummary it) {
    String title = run.report().operations().getOrDefault(it.operation(), it.operation());
    return it.repetition() > 1 ? "%s (%d)".formatted(title, it.repetition()) : title;
  }

  /** What each process used in each experiment. */
  private static TableView usages(RunRecord run) {
    var columns = new Columns<UsedOf>("", UsedOf::title);
    run.usages().stream()
        .map(Usage::process)
        .distinct()
        .forEach(process -> columns.and(process, it -> it.mean(process)));
    return columns.table(
        "uses",
        "CPU and memory of every process",
        "Means of the repetitions; the highest CPU is over five seconds, in percent of one core;"
            + " the heap is read after a collection. "
            + sharing(run),
        run.experiments().stream()
            .map(it -> columns.group(it.id(), used(run, it.id())))
            .map(it ->
                new Group(it.title(), it.rows().stream().filter(MeasuredTables::has).toList()))
            .filter(it -> !it.rows().isEmpty())
            .toList());
  }

  private static boolean has(Row row) {
    return row.cells().stream().map(Cell::measured).anyMatch(it -> !it.isEmpty());
  }

  private static List<UsedOf> used(RunRecord run, String experiment) {
    List<Usage> used =
        run.usages().stream().filter(it -> it.experiment().equals(experiment)).toList();
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
