package org.reprise.load.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that a run measured, handed to the judge. Nothing in here is compared with anything
 * yet.
 *
 * @param experiments each execution of an experiment
 * @param operations each operation of each execution
 * @param floors measured in the same run
 * @param checks of what the system holds after the run
 * @param resources of the processes, on the run's clock
 * @param phases of the run, on the same clock
 * @param openLoads the course of each experiment with an open model
 * @param benches of the system's capacity, beside their floors
 * @param usages what each process used in each execution, where that was counted
 * @param roles what processors each role had; empty where nobody knows
 * @param throttled how much of each phase the limited ones were held back
 * @param summary the few numbers that other programs read, for CPS {@code embeddedToFloor} and
 *     {@code remoteFlowsPerSecond}
 * @param quantities what an explanation's experiment measured beside operations, by the names that
 *     the baseline gives it (for CPS {@code bcryptMs}, the milliseconds of one hash measured alone,
 *     and {@code hashingCores}, how many of them the machine bears at once), and what stands beside
 *     the report's statements, by their ids; one named {@code <id>IsLowerBound} above 0 says that
 *     the quantity is no more than that
 * @param notRun why an experiment or an explanation was not run, by its id; an experiment that is
 *     neither here nor among the executions is said to be not run
 * @param invalidReasons why the run as a whole says nothing; empty for a valid run
 */
public record Measured(
    List<ExperimentRun> experiments,
    List<OperationSummary> operations,
    List<Floor> floors,
    List<Check> checks,
    List<ResourceSeries> resources,
    List<Phase> phases,
    List<OpenLoad> openLoads,
    List<Bench> benches,
    List<Usage> usages,
    List<RoleProcessors> roles,
    List<Throttled> throttled,
    Map<String, Double> summary,
    Map<String, Double> quantities,
    Map<String, String> notRun,
    List<String> invalidReasons) {
  public Measured {
    experiments = List.copyOf(experiments);
    operations = List.copyOf(operations);
    floors = List.copyOf(floors);
    checks = List.copyOf(checks);
    resources = List.copyOf(resources);
    phases = List.copyOf(phases);
    openLoads = List.copyOf(openLoads);
    benches = List.copyOf(benches);
    usages = List.copyOf(usages);
    roles = List.copyOf(roles);
    throttled = List.copyOf(throttled);
    summary = ordered(summary);
    quantities = ordered(quantities);
    notRun = ordered(notRun);
    invalidReasons = List.copyOf(invalidReasons);
  }

  /** Where nothing is said of processors yet. */
  public Measured(
      List<ExperimentRun> experiments,
      List<OperationSummary> operations,
      List<Floor> floors,
      List<Check> checks,
      List<ResourceSeries> resources,
      List<Phase> phases,
      List<OpenLoad> openLoads,
      List<Bench> benches,
      List<Usage> usages,
      Map<String, Double> summary,
      Map<String, Double> quantities,
      Map<String, String> notRun,
      List<String> invalidReasons) {
    this(
        experiments,
        operations,
        floors,
        checks,
        resources,
        phases,
        openLoads,
        benches,
        usages,
        List.of(),
        List.of(),
        summary,
        quantities,
        notRun,
        invalidReasons);
  }

  /** The same with what is known of the processors. */
  public Measured with(List<RoleProcessors> had, List<Throttled> held) {
    return new Measured(
        experiments,
        operations,
        floors,
        checks,
        resources,
        phases,
        openLoads,
        benches,
        usages,
        had,
        held,
        summary,
        quantities,
        notRun,
        invalidReasons);
  }

  /** Where the use of each process was not counted. */
  public Measured(
      List<ExperimentRun> experiments,
      List<OperationSummary> operations,
      List<Floor> floors,
      List<Check> checks,
      List<ResourceSeries> resources,
      List<Phase> phases,
      List<OpenLoad> openLoads,
      List<Bench> benches,
      Map<String, Double> summary,
      Map<String, Double> quantities,
      Map<String, String> notRun,
      List<String> invalidReasons) {
    this(
        experiments,
        operations,
        floors,
        checks,
        resources,
        phases,
        openLoads,
        benches,
        List.of(),
        summary,
        quantities,
        notRun,
        invalidReasons);
  }

  /** What a run of closed models measured. */
  public Measured(
      List<ExperimentRun> experiments,
      List<OperationSummary> operations,
      List<Floor> floors,
      List<Check> checks,
      List<ResourceSeries> resources,
      List<Phase> phases,
      Map<String, Double> summary,
      Map<String, Double> quantities,
      Map<String, String> notRun,
      List<String> invalidReasons) {
    this(
        experiments,
        operations,
        floors,
        checks,
        resources,
        phases,
        List.of(),
        List.of(),
        summary,
        quantities,
        notRun,
        invalidReasons);
  }

  /** A run that came to nothing. */
  public static Measured nothing(Map<String, String> notRun, String why) {
    return new Measured(
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        notRun,
        List.of(why));
  }

  /**
   * Figures that somebody measured by hand, of which nothing is known but the calls: each execution
   * counts as report-exact and, since there is nothing else to judge by, as steady too.
   */
  public static Measured byHand(
      List<ExperimentRun> experiments, List<OperationSummary> operations) {
    List<ExperimentRun> bothRuns = new ArrayList<>();
    for (ExperimentRun run : experiments) {
      bothRuns.add(as(run, Variant.REPORT_EXACT));
      bothRuns.add(as(run, Variant.STEADY));
    }
    List<OperationSummary> bothOperations = new ArrayList<>();
    for (OperationSummary operation : operations) {
      bothOperations.add(as(operation, Variant.REPORT_EXACT));
      bothOperations.add(as(operation, Variant.STEADY));
    }
    return new Measured(
        bothRuns,
        bothOperations,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of());
  }

  private static ExperimentRun as(ExperimentRun run, String variant) {
    return new ExperimentRun(
        run.experiment(),
        variant,
        run.repetition(),
        run.loadModel(),
        run.threads(),
        run.circles(),
        run.seconds(),
        run.flowsPerSecond(),
        run.errors(),
        run.invalidReason());
  }

  private static OperationSummary as(OperationSummary it, String variant) {
    return new OperationSummary(
        it.experiment(),
        variant,
        it.repetition(),
        it.operation(),
        it.count(),
        it.errors(),
        it.minMs(),
        it.maxMs(),
        it.meanMs(),
        it.stdDevMs(),
        it.p50Ms(),
        it.p95Ms(),
        it.p99Ms(),
        it.p90Ms());
  }

  private static <V> Map<String, V> ordered(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
