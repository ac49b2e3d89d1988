package org.reprise.load.lists;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;

/**
 * Which cells are run, in which order, and how much of each.
 *
 * @param profile amounts
 * @param experiment the only cell that is run; null for all
 * @param repeat how often everything is run, each time in the order that {@link #order} says
 * @param pollPause between two looks at a list that is being refreshed; none as in the report
 * @param seed of inventory, records and desks
 */
public record ListsPlan(
    ListsProfile profile, @Nullable String experiment, int repeat, Duration pollPause, long seed) {
  /** The baseline. */
  public static final String REPORT = "folio-lists-poppy";

  /** What a refresh took for each 1,000 records of one list, ten at once on two cores, seconds. */
  private static final double COMPAT_SECONDS = 0.045;

  private static final double FAST_SECONDS = 0.002;
  private static final double RECORDS_PER_SECOND = 1000;

  /** Refuses an experiment that the report does not have. */
  public ListsPlan {
    if (experiment != null && baseline().experiment(experiment).isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no experiment '%s', but %s"
              .formatted(
                  REPORT,
                  experiment,
                  String.join(
                      ", ", baseline().experiments().stream().map(Experiment::id).toList())));
    }
    if (repeat < 1) {
      throw new IllegalArgumentException("--repeat: 1 or more, not " + repeat);
    }
  }

  /**
   * A plan.
   *
   * @param times on top of the profile's own repeats
   */
  public static ListsPlan of(
      ListsProfile profile, @Nullable String experiment, int times, Duration pollPause, long seed) {
    return new ListsPlan(profile, experiment, profile.repeats() * times, pollPause, seed);
  }

  /** The same with another pause between two looks. */
  ListsPlan looking(Duration pause) {
    return new ListsPlan(profile, experiment, repeat, pause, seed);
  }

  /** The report. */
  public static Baseline baseline() {
    return Baselines.load(REPORT);
  }

  /**
   * The cells of one repetition. Cells that are compared with each other follow each other, and
   * every second repetition goes backwards: what a machine slowly changes then falls on both.
   */
  List<Cell> order(int repetition) {
    var cells = new ArrayList<Cell>();
    for (var id : ORDER) {
      if (experiment == null ? profile.allCells() || CLAIMED.contains(id) : experiment.equals(id)) {
        cells.add(Cell.of(baseline().experiment(id).orElseThrow()));
      }
    }
    return repetition % 2 == 1 ? List.copyOf(cells) : cells.reversed();
  }

  /** What claims speak of. */
  private static final Set<String> CLAIMED =
      baseline().claims().stream()
          .flatMap(claim -> claim.check().experiments().stream())
          .collect(Collectors.toUnmodifiableSet());

  private static final List<String> ORDER =
      List.of(
          "lists-separate-off",
          "lists-separate-on",
          "lists-separate-on-fast",
          "cico-di-off",
          "cico-di-on",
          "parallel-off",
          "parallel-on",
          "parallel-on-fast",
          "lists-separate-off-checked-out");

  /** Why each experiment that is left out is left out. */
  public Map<String, String> notRun() {
    var notRun = new LinkedHashMap<String, String>();
    var run = Set.copyOf(order(1).stream().map(Cell::experiment).toList());
    baseline().experiments().stream()
        .map(Experiment::id)
        .filter(id -> !run.contains(id))
        .forEach(id ->
            notRun.put(
                id,
                experiment == null
                    ? "left out of the profile %s: no claim needs it".formatted(profile.name())
                    : "only " + experiment + " was asked for"));
    return notRun;
  }

  /** How many cells are run. */
  public int cells() {
    return order(1).size() * repeat;
  }

  /** How long a cell's load takes, from what its parts took on two cores. */
  Duration length(Cell cell) {
    double lists = cell.hasLists() ? listSeconds(cell) : 0;
    double imports = cell.imports() ? profile.records() / RECORDS_PER_SECOND : 0;
    double desks = cell.hasDesks() ? profile.deskTime().toSeconds() : 0;
    var longest = Math.max(lists, Math.max(imports, desks));
    return Duration.ofMillis((long) (1000 * (cell.parallel() ? longest * 1.5 : longest)));
  }

  private double listSeconds(Cell cell) {
    var thousands = profile.inventory().out() / 1000.0 * cell.listCount();
    return cell.mode().equals("fast")
        ? thousands * FAST_SECONDS + 1
        : thousands * COMPAT_SECONDS + profile.compatPoll().toSeconds() + 1;
  }

  /** All loads, one after another. */
  public Duration length() {
    return order(1).stream()
        .map(this::length)
        .reduce(Duration.ZERO, Duration::plus)
        .multipliedBy(repeat);
  }

  /** What will be done, line by line. */
  public List<String> text() {
    var lines = new ArrayList<String>();
    lines.add(
        "inventory: %,d items, %,d of them out, %,d patrons; imports of %,d records"
            .formatted(
                profile.inventory().items(),
                profile.inventory().out(),
                profile.inventory().patrons(),
                profile.records()));
    lines.add(
        "think time × %s; compatible refresh looks every %d ms (original 10 s), the import every %d ms (report 5 s)"
            .formatted(
                profile.thinkFactor(),
                profile.compatPoll().toMillis(),
                profile.importPoll().toMillis()));
    for (var cell : order(1)) {
      lines.add(
          "%-30s %d × about %d s: %s"
              .formatted(
                  cell.experiment(), repeat, length(cell).toSeconds(), cell.workflows().text()));
    }
    return lines;
  }

  /** The same for a cell's name in logs. */
  static String name(Cell cell, int repetition) {
    return repetition == 1 ? cell.experiment() : cell.experiment() + "-" + repetition;
  }
}
