package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.child.RunListener;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Suite;
import org.reprise.load.measure.Usage;
import org.reprise.load.sampling.HeapGauge;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.ServiceProcess;

/**
 * Runs the FOLIO report: fills the inventory, and then cell after cell, each from the same state
 * and each followed by its checks.
 */
public final class ListsSuite implements Suite {
  private static final String SERVICE_POINT = "cd1";

  private final ListsPlan plan;
  private final ListsTarget target;
  private final Home home;
  private final Path folder;
  private final RunListener listener;
  private final ResourceSampler sampler;
  private final ListsOutcome outcome;
  private final List<AutoCloseable> gauges = new ArrayList<>();

  /**
   * Prepares a run.
   *
   * @param target that serves already
   * @param folder of the run, for logs and samples
   */
  public ListsSuite(
      ListsPlan plan, ListsTarget target, Home home, Path folder, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.home = home;
    this.folder = folder;
    this.listener = listener;
    this.sampler = new ResourceSampler(listener::notice);
    this.outcome = new ListsOutcome(plan);
    watchServers();
  }

  private void watchServers() {
    watch(Usage.CIRCULATION, target.circulation());
    watch(Usage.IMPORT, target.imports());
    watch(Usage.PRIMARY, target.primary().pid());
    watch(Usage.STANDBY, target.standby().pid());
    watch(Usage.KAFKA, target.kafka().pid());
  }

  private void watch(String name, ServiceProcess service) {
    sampler.watch(name, service.handle());
    var heap = new HeapGauge(service.metrics(), target.credentials());
    gauges.add(heap);
    sampler.watch(name, ResourceSeries.HEAP, heap);
  }

  private void watch(String name, long pid) {
    ProcessHandle.of(pid).ifPresent(process -> sampler.watch(name, process));
  }

  /**
   * Runs the plan to its end.
   *
   * @throws InterruptedException where the thread was interrupted; {@link #measured} has what was
   *     measured until then
   */
  @Override
  public void run() throws IOException, InterruptedException {
    try {
      var cells = prepare();
      for (int repetition = 1; repetition <= plan.repeat(); repetition++) {
        for (var cell : plan.order(repetition)) {
          run(cells, cell, repetition);
        }
      }
    } catch (SQLException e) {
      throw new IOException("the database: " + e.getMessage(), e);
    }
  }

  /** The inventory, the file, and services that have done everything once. */
  CellRun prepare() throws IOException, SQLException, InterruptedException {
    Files.createDirectories(folder);
    listener.step("filling the inventory");
    try (var primary = target.database().connect()) {
      Inventory.fill(primary, ListsService.TENANT, plan.profile().inventory(), plan.seed());
    }
    var file = folder.resolve("records.mrc");
    var marc = new MarcFile(plan.profile().records(), plan.seed());
    marc.write(file);
    var loads = new ListsLoads(plan, target, file, servicePoint());
    var run = new CellRun(plan, target, loads, marc, home, folder, sampler, listener);
    if (plan.profile().warmUp().isPositive()) {
      warmUp(run, loads);
    }
    return run;
  }

  private String servicePoint() throws IOException, InterruptedException {
    try (var api = target.api(target.circulation())) {
      return api.servicePoint(SERVICE_POINT);
    }
  }

  // Each process with lists does it once: which of them began cold would else be a difference.
  private void warmUp(CellRun run, ListsLoads loads) throws IOException, InterruptedException {
    for (var id : List.of("parallel-off", "parallel-on")) {
      listener.step("warming up for " + id);
      var cell = Cell.of(ListsPlan.baseline().experiment(id).orElseThrow());
      try (var api = target.api(target.listsProcess(cell.split()))) {
        var list = List.of(api.createList("warm-up", cell.query()));
        run.child(loads.warmUp(cell, list), "warm-up-" + id, plan.profile().warmUp());
      }
    }
  }

  private void run(CellRun cells, Cell cell, int repetition)
      throws IOException, SQLException, InterruptedException {
    listener.step(
        cell.experiment()
            + (plan.repeat() > 1 ? " (%d of %d)".formatted(repetition, plan.repeat()) : ""));
    var result = cells.run(cell, repetition);
    outcome.add(result.load(), result.sample(), result.usages(), result.fault());
    outcome.add(result.load(), result.sources());
    outcome.add(result.checks());
    if (result.fault() != null) {
      outcome.invalid(cell.experiment() + ": " + result.fault());
    }
    result.checks().stream()
        .filter(check -> !check.passed())
        .forEach(check -> listener.notice(check.id() + ": " + check.detail()));
  }

  /** Everything measured so far, for the judge. */
  @Override
  public Measured measured() {
    return outcome.measured(sampler, plan.notRun());
  }

  /** Notes why the run as a whole says nothing. */
  @Override
  public void invalid(String reason) {
    outcome.invalid(reason);
  }

  /** Stops watching. */
  @Override
  public void close() {
    sampler.close();
    gauges.forEach(ListsSuite::closeQuietly);
  }

  private static void closeQuietly(AutoCloseable gauge) {
    try {
      gauge.close();
    } catch (Exception e) {
      // A connection to a server that is going down: nothing is lost with it.
      return;
    }
  }
}
