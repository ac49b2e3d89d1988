package org.reprise.load.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.reprise.load.validity.Violation;

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
 *     the quantity is no more than that; what was measured in several rounds stands there once for
 *     each, see {@link #rounds}
 * @param notRun why an experiment or an explanation was not run, by its id; an experiment that is
 *     neither here nor among the executions is said to be not run
 * @param invalidReasons why the run as a whole says nothing; empty for a valid run
 * @param violations every rule of validity that an execution broke; the fatal ones stand among the
 *     reasons of their execution, too
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
    List<String> invalidReasons,
    List<Violation> violations) {
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
    violations = List.copyOf(violations);
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
        invalidReasons,
        violations);
  }

  /** What a quantity came to in each round, in their order; empty where it has no rounds. */
  public List<Double> rounds(String quantity) {
    return IntStream.iterate(1, i -> quantities.containsKey(round(quantity, i)), i -> i + 1)
        .mapToObj(i -> quantities.getOrDefault(round(quantity, i), 0.0))
        .toList();
  }

  /** The name of what a quantity came to in a round, from 1 on. */
  public static String round(String quantity, int round) {
    return quantity + "." + round;
  }

  /** A run that came to nothing. */
  public static Measured nothing(Map<String, String> notRun, String why) {
    return only(List.of(), List.of(), notRun, List.of(why));
  }

  /** Executions of which nothing is known but the calls. */
  public static Measured of(List<ExperimentRun> experiments, List<OperationSummary> operations) {
    return only(experiments, operations, Map.of(), List.of());
  }

  private static Measured only(
      List<ExperimentRun> experiments,
      List<OperationSummary> operations,
      Map<String, String> notRun,
      List<String> invalidReasons) {
    return new Measured(
        experiments,
        operations,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        notRun,
        invalidReasons,
        List.of());
  }

  private static <V> Map<String, V> ordered(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
