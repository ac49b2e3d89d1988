package org.reprise.load.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.FigureKind;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.TableView.Cell;
import org.reprise.load.report.TableView.Column;
import org.reprise.load.report.TableView.Group;
import org.reprise.load.report.TableView.Row;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;

/** What a run measured beside the report's tables; a table without rows is not shown. */
final class MeasuredTables {
  private static final String DASH = "–";

  private MeasuredTables() {}

  static List<TableView> of(RunRecord run) {
    return Stream.of(
            statements(run), steps(run), benches(run), operations(run), ProcessorsView.usages(run))
        .filter(it -> !it.isEmpty())
        .toList();
  }

  /** The figures outside the report's tables. */
  static TableView statements(RunRecord run) {
    return new TableView(
        "figures",
        "Figures beside the tables",
        "What the report asked for, concluded and derived. Derived figures are computed anew from"
            + " what was measured here. "
            + knee(run),
        "Figure",
        Column.of("Report", "Here", "Ratio", "Remark"),
        List.of(new Group("", run.statements().stream().map(MeasuredTables::row).toList())));
  }

  private static Row row(StatementRecord it) {
    boolean input = it.kind() == FigureKind.REQUIREMENT;
    Double spread = it.spread();
    Double ratio = it.ratio();
    return new Row(
        it.unit().isEmpty() ? it.title() : it.title() + ", " + it.unit(),
        List.of(
            Cell.text(Digits.exact(it.published())),
            Cell.text(
                input
                    ? ""
                    : number(it.measured())
                        + (spread == null || spread == 0 ? "" : " ± " + Digits.of(spread))),
            Cell.text(input || ratio == null ? "" : Digits.times(ratio)),
            Cell.words(Objects.requireNonNullElse(it.why(), ""))));
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
    return new TableView(
        "steps",
        "Every step, ms",
        "A flow belongs to the step in which it was sent; one that nobody answered is an error and"
            + " counts until it was given up. In time is within the report's limit. The delay is"
            + " the generator's own (99th percentile). "
            + latency(run)
            + " "
            + sharing(run),
        "Offered /s",
        Column.of(
            "Sent",
            "Done /s",
            "In time /s",
            "Errors",
            "Mean",
            "p90",
            "p99",
            "Max",
            "Delay",
            "CPU each"),
        run.openLoads().stream()
            .map(load ->
                new Group(title(load), load.steps().stream().map(MeasuredTables::row).toList()))
            .toList());
  }

  private static Row row(OpenLoad.Step it) {
    return Row.of(
        Digits.of(it.perSecond()),
        Digits.exact((double) it.sent()),
        Digits.of(it.answeredPerSecond()),
        number(it.goodput()),
        Digits.exact((double) it.errors()),
        Digits.of(it.meanMs()),
        Digits.of(it.p90Ms()),
        Digits.of(it.p99Ms()),
        Digits.of(it.maxMs()),
        Digits.of(it.delayP99Ms()),
        number(it.cpuMs()));
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

  static String sharing(RunRecord run) {
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
    return new TableView(
        "capacity",
        "Capacity and floor",
        "Not in the report: connections that ask again as soon as they are answered, sent by a lean"
            + " generator. A floor is the same work measured in this run without the system. "
            + sharing(run),
        "Bench",
        Column.of(
            "Connections", "Flows /s", "Errors", "p50 ms", "p99 ms", "CPU ms", "Floor", "To floor"),
        List.of(new Group("", run.benches().stream().map(it -> row(run, it)).toList())));
  }

  private static Row row(RunRecord run, Bench it) {
    Optional<Floor> floor =
        run.floors().stream().filter(f -> f.id().equals(it.floor())).findFirst();
    return Row.of(
        it.id(),
        String.valueOf(it.connections()),
        Digits.of(it.perSecond()),
        Digits.exact((double) it.errors()),
        Digits.of(it.p50Ms()),
        Digits.of(it.p99Ms()),
        number(it.cpuMs()),
        floor.map(f -> Digits.of(f.value())).orElse(""),
        floor
            .filter(f -> f.value() > 0)
            .map(f -> Digits.times(it.perSecond() / f.value()))
            .orElse(""));
  }

  /** Every operation: after warm-up where there was one, else as the report did. */
  private static TableView operations(RunRecord run) {
    return new TableView(
        "operations",
        "Every operation, ms",
        "After warm-up where the run had one, which claims and floors use; else as the report did.",
        "Operation",
        Column.of("Calls", "Errors", "Min", "Mean", "p50", "p95", "p99", "Max"),
        run.experiments().stream()
            .map(it -> group(run, it))
            .filter(it -> !it.rows().isEmpty())
            .toList());
  }

  private static Group group(RunRecord run, ExperimentRecord it) {
    boolean steady = it.operations().stream().anyMatch(o -> o.variant().equals(Variant.STEADY));
    String variant = steady ? Variant.STEADY : Variant.REPORT_EXACT;
    boolean repeated = it.operations().stream().anyMatch(o -> o.repetition() > 1);
    List<String> loads =
        it.runs().stream()
            .filter(r -> r.variant().equals(variant))
            .map(MeasuredTables::load)
            .toList();
    return new Group(
        it.id() + ": " + String.join("; ", loads),
        it.operations().stream()
            .filter(o -> o.variant().equals(variant))
            .map(o -> row(run, o, repeated))
            .toList());
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

  private static Row row(RunRecord run, OperationSummary it, boolean repeated) {
    String title = run.report().operations().getOrDefault(it.operation(), it.operation());
    return Row.of(
        repeated ? "%s (%d)".formatted(title, it.repetition()) : title,
        Digits.exact((double) it.count()),
        Digits.exact((double) it.errors()),
        Digits.of(it.minMs()),
        Digits.of(it.meanMs()),
        Digits.of(it.p50Ms()),
        Digits.of(it.p95Ms()),
        Digits.of(it.p99Ms()),
        Digits.of(it.maxMs()));
  }

  static String number(@Nullable Double value) {
    return value == null ? DASH : Digits.of(value);
  }
}
