package org.reprise.load.measure;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that a run measured, handed to the judge. Nothing in here is compared with anything
 * yet. The lists of one that is being measured grow.
 *
 * @param quantities what was measured beside operations, by the baseline's name and repetition; a
 *     name that begins with {@code scale.} was set and not measured. Numbers above {@link #ROUNDS},
 *     also of experiments, are rounds of one execution
 * @param notRun why an experiment or an explanation was not run, by its id
 * @param violations every rule of validity that an execution broke; the fatal ones stand among the
 *     reasons of their execution, too
 */
public record Measured(
    List<ExperimentRun> experiments,
    List<OperationSummary> operations,
    List<Check> checks,
    List<ResourceSeries> resources,
    List<Stretch> phases,
    List<OpenLoad> openLoads,
    List<Usage> usages,
    List<RoleProcessors> roles,
    List<Throttled> throttled,
    Map<String, SortedMap<Integer, Double>> quantities,
    Map<String, String> notRun,
    List<String> invalidReasons,
    List<Violation> violations) {
  /** Rounds of a repetition are numbered from this many times its own number on. */
  public static final int ROUNDS = 1000;

  public static Measured empty() {
    return new Measured(
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  public static Measured nothing(Map<String, String> notRun, String why) {
    var nothing = empty();
    nothing.notRun.putAll(notRun);
    nothing.invalidReasons.add(why);
    return nothing;
  }

  /** Returns the repetition that a round is a part of, or the number of the repetition itself. */
  public static int repetition(int number) {
    return number > ROUNDS ? number / ROUNDS : number;
  }

  /** Returns values by repetition: the mean of its rounds, where it has any. */
  public static SortedMap<Integer, Double> repetitions(SortedMap<Integer, Double> numbered) {
    return numbered.entrySet().stream()
        .collect(
            groupingBy(
                it -> repetition(it.getKey()), TreeMap::new, averagingDouble(Map.Entry::getValue)));
  }

  /** Returns the mean of a quantity's repetitions; empty where it was not measured. */
  public OptionalDouble quantity(String name) {
    var values = repetitions(quantities.getOrDefault(name, new TreeMap<>())).values();
    return values.stream().mapToDouble(Double::doubleValue).average();
  }
}
