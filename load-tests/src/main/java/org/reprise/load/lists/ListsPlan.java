package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Program;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.engine.Stage;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.Target;

/** What a run of the FOLIO report will do, with what its parts took on two cores. */
public final class ListsPlan extends Plan<ListsProfile> {
  /** The baseline. */
  public static final String REPORT = "folio-lists-poppy";

  /** Cells that are compared with each other follow each other. */
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

  // What a compatible refresh of one list takes of a processor of the primary, in seconds: for each
  // record that it writes, for each page, and for each record that paging by OFFSET passes over.
  // The first two are fitted to lists of 2,000 and 4,000 records of 200 pages, the last one to what
  // 200,000 took.
  private static final double WRITE_SECONDS = 33.5e-6;
  private static final double PAGE_SECONDS = 0.36e-3;
  private static final double PASS_SECONDS = 0.6e-6;

  /** How many processors work for ten refreshes at once where two are shared by all. */
  private static final double PARALLEL = 1.6;

  /** Beside desks and imports, by whether the primary has a share of a core or what it takes. */
  private static final double BESIDE_OTHERS = 1.5;

  private static final double BESIDE_OTHERS_ON_A_SHARE = 2.1;

  private static final double FAST_SECONDS = 0.002;
  private static final double RECORDS_PER_SECOND = 1000;

  /** Reset, Gatling's own start, coming to rest, checks: of each cell. */
  private static final Duration AROUND_CELL = Duration.ofMillis(5_500);

  /** Of tables, indexes and WAL on both servers, for each item and each record imported. */
  private static final long BYTES_PER_RECORD = 12_000;

  private final Duration pollPause;

  /**
   * A plan.
   *
   * @param profile the request's, or the same for a benchmark
   * @param pollPause between two looks at a list that is being refreshed; none as in the report
   */
  ListsPlan(RunRequest request, ListsProfile profile, Duration pollPause) {
    super(report(), request, profile);
    this.pollPause = pollPause;
  }

  /** The report. */
  public static Baseline report() {
    return Baselines.load(REPORT);
  }

  /** Between two looks at a list that is being refreshed. */
  Duration pollPause() {
    return pollPause;
  }

  /**
   * The cells of one repetition: in the first of the profile's repetitions all, in its others those
   * that claims speak of. Every second repetition goes backwards: what a machine slowly changes
   * then falls on both of two cells that are compared.
   */
  List<Cell> order(int repetition) {
    var run = experiments();
    var withAll = (repetition - 1) % profile().repeats() == 0;
    var cells =
        ORDER.stream()
            .map(baseline()::require)
            .filter(run::contains)
            .filter(it -> withAll || ListsProfile.isClaimed(it))
            .map(Cell::of)
            .toList();
    return repetition % 2 == 1 ? cells : cells.reversed();
  }

  /** How long a cell's load takes. */
  Duration length(Cell cell) {
    double lists = cell.hasLists() ? listSeconds(cell) : 0;
    double imports = cell.imports() ? profile().records() / RECORDS_PER_SECOND : 0;
    double desks = cell.hasDesks() ? profile().deskTime().toSeconds() : 0;
    var longest = Math.max(lists, Math.max(imports, desks));
    return Duration.ofMillis(
        (long) (1000 * (cell.parallel() ? longest * besideOthers() : longest)));
  }

  private double besideOthers() {
    return primaryCores() < 1 ? BESIDE_OTHERS_ON_A_SHARE : BESIDE_OTHERS;
  }

  private double primaryCores() {
    return shares().limited().getOrDefault(ListsRoles.PRIMARY, Double.MAX_VALUE);
  }

  private double listSeconds(Cell cell) {
    var records = profile().inventory().out();
    if (cell.mode().equals("fast")) {
      return records / 1000.0 * cell.listCount() * FAST_SECONDS + 1;
    }
    var refresh = profile().compatRefresh();
    var pages = Math.ceilDiv(records, refresh.page());
    var writes = records * WRITE_SECONDS + pages * PAGE_SECONDS;
    var reads = 0.5 * records * pages * PASS_SECONDS;
    // With the split the standby reads what the primary writes.
    var longest = cell.split() ? Math.max(writes, reads) : writes + reads;
    return cell.listCount() * longest / Math.min(primaryCores(), PARALLEL)
        + refresh.poll().toSeconds()
        + 1;
  }

  /** Two databases and the broker; four services, of which three start at once. */
  @Override
  protected List<Program> programs() {
    return local()
        ? List.of(
            new Program(2 * 500, 15, 1_900),
            new Program(400, 8, 550),
            new Program(2 * 750 + 2 * 450, 35))
        : List.of();
  }

  @Override
  protected List<Stage> stages() {
    var items = profile().inventory().items();
    var stages = new ArrayList<Stage>();
    stages.add(Stage.of(Duration.ofMillis(items / 10)));
    if (profile().warmUp().isPositive()) {
      stages.add(Stage.of(profile().warmUp()));
      stages.add(Stage.of(profile().warmUp()));
    }
    for (var cell : order(1)) {
      var length = length(cell);
      stages.add(
          Stage.of(
              cell.experiment(),
              "about %d s: %s".formatted(length.toSeconds(), cell.workflows().text()),
              length,
              AROUND_CELL.plusMillis(items / 20),
              ListsProfile.isClaimed(baseline().require(cell.experiment()))
                  ? repeat()
                  : repeat() / profile().repeats()));
    }
    return stages;
  }

  @Override
  protected long dataBytes(Duration load) {
    return (profile().inventory().items() + 2L * profile().records()) * BYTES_PER_RECORD;
  }

  @Override
  protected List<String> remarks() {
    var inventory = profile().inventory();
    return List.of(
        "inventory: %,d items, %,d of them out, %,d patrons; imports of %,d records"
            .formatted(
                inventory.items(), inventory.out(), inventory.patrons(), profile().records()),
        "think time × %s; the import is looked at every %d ms (report 5 s)"
            .formatted(profile().thinkFactor(), profile().importPoll().toMillis()),
        "compatible refresh: %s; original: %s"
            .formatted(profile().compatRefresh().text(), CompatRefresh.ORIGINAL.text()),
        "a list is looked at "
            + (pollPause.isZero()
                ? "without a pause, as in the report"
                : "every " + pollPause.toMillis() + " ms"));
  }

  @Override
  public RunningTarget open(Home home, Path logs, Phases phases)
      throws IOException, InterruptedException {
    return target() instanceof Target.Compose compose
        ? ComposeLists.open(compose, profile().compatRefresh())
        : ListsTarget.open(profile(), shares(), home, logs, phases);
  }

  @Override
  public Measurement measurement(RunningTarget open, Home home, Path folder, RunListener listener) {
    return new ListsMeasurement(this, (ListsDeployment) open, folder, listener);
  }

  /** What a cell is called in logs. */
  static String name(Cell cell, int repetition) {
    return repetition == 1 ? cell.experiment() : cell.experiment() + "-" + repetition;
  }
}
