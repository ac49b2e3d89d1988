package org.reprise.load.lists;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.engine.Profile;

/**
 * How much of the report is run.
 *
 * @param inventory 300,000 items as for the report's 200,000 records
 * @param records of one import; 25,000 in the report
 * @param repeats of all cells
 * @param thinkFactor of the desks' 1 to 7 seconds
 * @param compatRefresh how the original's refresh is scaled
 * @param listPoll pause between two looks at a list that is being refreshed: none in the report,
 *     where each look took its way through a network and a gateway
 * @param importPoll how often the job is looked at; 5 s in the report
 * @param deskTime desks work at least this long in a cell
 * @param warmUp desks work this long, and lists and records go through, before the first cell
 * @param judged whether figures are judged; heaps are then collected and read around each cell
 * @param allCells whether cells are run that no claim needs: the fast refresh, the other query;
 *     once, not in each repetition
 * @param autovacuum whether the database vacuums while a cell is measured. It looks once a minute:
 *     in a short cell it would vacuum what an earlier one left, and in a long one a page of results
 *     costs four times less from then on, wherever in the cell that is
 * @param fullyCompiled whether the services and Gatling have the JVM's second compiler: where a
 *     cell lasts seconds it takes more than it gives, and in the first cells most
 * @param processors cores by role, for the roles that are limited while they are measured
 */
public record ListsProfile(
    String name,
    InventorySize inventory,
    int records,
    int repeats,
    double thinkFactor,
    CompatRefresh compatRefresh,
    Duration listPoll,
    Duration importPoll,
    Duration deskTime,
    Duration warmUp,
    boolean judged,
    boolean allCells,
    boolean autovacuum,
    boolean fullyCompiled,
    Map<String, Double> processors)
    implements Profile {
  /**
   * Of a run whose desks nearly always work. Both alike: the report names the class of the writer
   * only, and a reader of Amazon's service is by default of its writer's class. The share is what
   * makes a database and not the machine the bottleneck of a parallel run, as the report's writer
   * at 96 % was.
   */
  private static final Map<String, Double> EACH_DATABASE =
      Map.of(ListsRoles.PRIMARY, 0.4, ListsRoles.STANDBY, 0.4);

  /** Of a run whose desks think as long as the report's and leave the processors to databases. */
  private static final Map<String, Double> EACH_DATABASE_OF_FULL =
      Map.of(ListsRoles.PRIMARY, 0.8, ListsRoles.STANDBY, 0.8);

  private static final Duration LOOK = Duration.ofMillis(100);

  /** What claims speak of. */
  private static final Set<String> CLAIMED =
      ListsPlan.report().claims().stream()
          .flatMap(claim -> claim.experiments().stream())
          .collect(Collectors.toUnmodifiableSet());

  private static final double BUSY_THINK = 0.2;
  private static final Duration BUSY_TIME = Duration.ofSeconds(40);

  /** Some seconds, for continuous integration: proves that everything works, claims nothing. */
  public static final ListsProfile SMOKE =
      new ListsProfile(
          "smoke",
          new InventorySize(3_000),
          500,
          1,
          0.02,
          new CompatRefresh(Duration.ofMillis(200), 50),
          Duration.ZERO,
          Duration.ofMillis(100),
          Duration.ofSeconds(2),
          Duration.ZERO,
          false,
          true,
          true,
          false,
          Map.of());

  /** Lists of 3,000 in as many pages as the report's of 200,000, and a fiftieth of its records. */
  public static final ListsProfile QUICK =
      new ListsProfile(
          "quick",
          new InventorySize(4_500),
          500,
          3,
          0.1,
          new CompatRefresh(Duration.ofMillis(250), 15),
          LOOK,
          Duration.ofMillis(200),
          Duration.ofSeconds(8),
          Duration.ofSeconds(2),
          true,
          false,
          false,
          false,
          EACH_DATABASE);

  /** The report's amounts, three times. */
  public static final ListsProfile FULL =
      new ListsProfile(
          "full",
          new InventorySize(300_000),
          25_000,
          3,
          1,
          CompatRefresh.ORIGINAL,
          LOOK,
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          true,
          true,
          false,
          true,
          EACH_DATABASE_OF_FULL);

  /** All of them. */
  static final List<ListsProfile> ALL = List.of(SMOKE, QUICK, FULL);

  @Override
  public Optional<String> leavesOut(Experiment experiment) {
    return allCells || isClaimed(experiment)
        ? Optional.empty()
        : Optional.of("left out of the profile %s: no claim needs it".formatted(name));
  }

  /** Whether a claim speaks of it: such a cell is run in each repetition. */
  static boolean isClaimed(Experiment experiment) {
    return CLAIMED.contains(experiment.id());
  }

  /** Of the services' and of Gatling's JVMs, beside what they always have. */
  List<String> jvmFlags() {
    return fullyCompiled ? List.of() : List.of("-XX:TieredStopAtLevel=1");
  }

  /** An inventory whose list is as long as the original allows, 1,250,000 in the whole. */
  InventorySize largest() {
    return new InventorySize(inventory.items() / 4 * 25);
  }

  /**
   * The same amounts for benchmarks: desks that think less, so that their requests are many enough
   * for a percentile.
   */
  public ListsProfile busy() {
    return new ListsProfile(
        name,
        inventory,
        records,
        1,
        Math.min(thinkFactor, BUSY_THINK),
        compatRefresh,
        listPoll,
        importPoll,
        deskTime.compareTo(BUSY_TIME) < 0 ? deskTime : BUSY_TIME,
        warmUp,
        false,
        true,
        true,
        fullyCompiled,
        Map.of());
  }
}
