package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.LoadChild;
import org.reprise.load.child.RunListener;
import org.reprise.load.gatling.GatlingCommand;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Usage;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.OpenTarget;

/** Runs one cell: reset, lists, load, rest, checks. */
final class CellRun {
  private static final double MIB = 1024.0 * 1024;
  private static final Duration SETUP = Duration.ofSeconds(90);

  /** Flows that may fail before a cell says nothing. */
  private static final double TOLERATED_SHARE = 0.01;

  private final ListsPlan plan;
  private final ListsTarget target;
  private final ListsLoads loads;
  private final MarcFile marc;
  private final Home home;
  private final Path folder;
  private final ResourceSampler sampler;
  private final RunListener listener;

  CellRun(
      ListsPlan plan,
      ListsTarget target,
      ListsLoads loads,
      MarcFile marc,
      Home home,
      Path folder,
      ResourceSampler sampler,
      RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.loads = loads;
    this.marc = marc;
    this.home = home;
    this.folder = folder;
    this.sampler = sampler;
    this.listener = listener;
  }

  /** The same with another pause between two looks at a list. */
  CellRun looking(Duration pause) {
    var other = plan.looking(pause);
    return new CellRun(other, target, loads.with(other), marc, home, folder, sampler, listener);
  }

  /**
   * What a cell came to.
   *
   * @param sources where its refreshes were read from
   * @param fault why its figures say nothing; null where they do
   */
  record Result(
      FlowLoad load,
      FlowSample sample,
      List<Usage> usages,
      List<Check> checks,
      double walMiB,
      ReadSources sources,
      @Nullable String fault) {}

  /** Runs it from the reset to the last check. */
  Result run(Cell cell, int repetition) throws IOException, SQLException, InterruptedException {
    try (var primary = target.database().connect();
        var api = target.api(target.listsProcess(cell.split()));
        var events = new EventLog(target.kafka().bootstrapServers(), ListsService.TENANT)) {
      Reset.run(primary);
      target.standby().awaitCaughtUp();
      events.mark();
      watch(cell);
      var lists = lists(api, cell);
      var load = loads.of(cell, repetition, lists);
      var before = heaps(cell);
      var wal = wal(primary);
      var sample = child(load, ListsPlan.name(cell, repetition), plan.length(cell));
      var walMiB = (wal(primary) - wal) / MIB;
      var after = heaps(cell);
      // Before the checks, which refresh lists too.
      var sources = ReadSources.of(primary);
      sampler.mark(phase(cell, repetition), sample.start(), sample.length());
      target.standby().awaitCaughtUp();
      var usages =
          CellUsage.of(sampler, cell.experiment(), repetition, sample, before, after, walMiB);
      return new Result(
          load,
          sample,
          usages,
          checks(cell, repetition, primary, api, events, lists, sample),
          walMiB,
          sources,
          fault(cell, load, sample, sources));
    }
  }

  private void watch(Cell cell) {
    sampler.watch(Usage.LISTS, target.listsProcess(cell.split()).handle());
    sampler.watch("lists (idle)", target.listsProcess(!cell.split()).handle());
  }

  private static String phase(Cell cell, int repetition) {
    return repetition == 1 ? cell.experiment() : cell.experiment() + " (" + repetition + ")";
  }

  private static List<String> lists(ListsApi api, Cell cell)
      throws IOException, InterruptedException {
    var lists = new ArrayList<String>();
    for (int number = 1; number <= cell.listCount(); number++) {
      lists.add(api.createList("%s %02d".formatted(cell.experiment(), number), cell.query()));
    }
    return lists;
  }

  private Map<String, Double> heaps(Cell cell) throws IOException, InterruptedException {
    if (!plan.profile().heaps()) {
      return Map.of();
    }
    var services = new LinkedHashMap<String, org.reprise.load.stack.ServiceProcess>();
    services.put(Usage.LISTS, target.listsProcess(cell.split()));
    services.put(Usage.CIRCULATION, target.circulation());
    services.put(Usage.IMPORT, target.imports());
    return JvmHeaps.read(services, target.credentials());
  }

  private static long wal(Connection primary) throws SQLException {
    return Sql.numbers(primary, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')").getFirst();
  }

  /** Sends a load by a process of its own. */
  FlowSample child(FlowLoad load, String name, Duration length)
      throws IOException, InterruptedException {
    var samples = folder.resolve("samples").resolve(name + ".json");
    var loadFile = folder.resolve("samples").resolve(name + ".load.json");
    var results = folder.resolve("gatling").resolve(name);
    Files.createDirectories(samples.getParent());
    load.write(loadFile);
    var command = new ArrayList<>(GatlingCommand.jvm());
    command.add("-Diownthis=true");
    command.add("-D" + FlowSettings.LOAD + "=" + loadFile);
    command.add("-D" + FlowSettings.SAMPLES + "=" + samples);
    command.addAll(
        GatlingCommand.simulation(ListsCicoSimulation.class, results, "FOLIO lists " + name));
    // A page of Gatling's own for each of many short cells would take longer than the cells.
    command.add("-nr");
    new LoadChild(
            name,
            command,
            Map.of(
                "CLASSPATH",
                System.getProperty("java.class.path"),
                FlowSettings.USERNAME,
                target.credentials().username(),
                FlowSettings.PASSWORD,
                target.credentials().password()),
            folder.resolve("logs").resolve(name + ".log"),
            OpenTarget.pidFile(home, name),
            samples)
        .run(length.multipliedBy(10).plus(SETUP), sampler, listener);
    GatlingCommand.flatten(results);
    return FlowSample.read(samples);
  }

  private List<Check> checks(
      Cell cell,
      int repetition,
      Connection primary,
      ListsApi api,
      EventLog events,
      List<String> lists,
      FlowSample sample)
      throws SQLException, IOException, InterruptedException {
    var checks = new CellChecks(primary, ListsPlan.name(cell, repetition));
    if (cell.hasLists()) {
      var condition = ListCondition.of(cell.query());
      checks.listsAsRefreshed(lists, condition, cell.hasDesks());
      if (cell.hasDesks()) {
        checks.listsAtRest(api, lists, condition);
      }
      checks.listThroughApi(
          api, lists.get(repetition % lists.size()), ListsService.TENANT, condition);
    }
    if (cell.hasDesks()) {
      checks.circulation(sample);
    }
    if (cell.imports()) {
      checks.imports(marc, sample.jobs());
    }
    checks.events(sample, events, plan.profile().records());
    return checks.all();
  }

  /** Why the figures of a cell say nothing; null where they do. */
  static @Nullable String fault(Cell cell, FlowLoad load, FlowSample sample, ReadSources sources) {
    if (sample.finished() == 0) {
      return "nothing was done: " + String.join("; ", sample.firstErrors());
    }
    if (sample.errors() > TOLERATED_SHARE * sample.finished()) {
      return "%d of %d flows failed: %s"
          .formatted(
              sample.errors(),
              sample.errors() + sample.finished(),
              String.join("; ", sample.firstErrors()));
    }
    var lists = load.lists();
    if (lists == null) {
      return null;
    }
    return sample.refreshes().size() < lists.ids().size()
        ? "%d of %d lists were refreshed".formatted(sample.refreshes().size(), lists.ids().size())
        : sources.fault(cell.split()).orElse(null);
  }
}
