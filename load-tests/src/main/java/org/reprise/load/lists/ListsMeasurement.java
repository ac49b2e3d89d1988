package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Role;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Shape;
import org.reprise.load.process.Processors;

/**
 * The FOLIO report: fills the inventory, and then cell after cell, each from the same state and
 * each followed by its checks.
 */
public final class ListsMeasurement implements Measurement {
  private static final String SERVICE_POINT = "cd1";

  /** Of the profile's think time. */
  private static final double WARM_UP_THINK = 0.3;

  private final ListsPlan plan;
  private final ListsDeployment target;
  private final RunListener listener;
  private final MarcFile marc;
  private final Path file;
  private @Nullable String servicePoint;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   * @param folder of the run, for the file that is imported
   */
  public ListsMeasurement(
      ListsPlan plan, ListsDeployment target, Path folder, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.listener = listener;
    this.marc = new MarcFile(plan.profile().records(), plan.seed());
    this.file = folder.resolve("records.mrc");
  }

  @Override
  public ListsPlan plan() {
    return plan;
  }

  @Override
  public boolean readsHeaps() {
    return plan.profile().judged();
  }

  @Override
  public Processors processors() {
    return target.processors();
  }

  @Override
  public List<Role> roles() {
    return target.roles();
  }

  /** The inventory, the file, and services that have done everything once. */
  @Override
  public void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    scale(outcome);
    listener.step("filling the inventory");
    try (var primary = target.database().connect()) {
      Inventory.fill(primary, ListsService.TENANT, plan.profile().inventory(), plan.seed());
    }
    marc.write(file);
    try (var api = target.api(target.circulation())) {
      servicePoint = api.servicePoint(SERVICE_POINT);
    }
    if (plan.profile().warmUp().isPositive()) {
      warmUp(loads);
    }
  }

  /** How much of the report is run. */
  private void scale(Outcome outcome) {
    var profile = plan.profile();
    outcome.quantity("scale.items", profile.inventory().items());
    outcome.quantity("scale.rows", profile.inventory().out());
    outcome.quantity("scale.records", profile.records());
    outcome.quantity("scale.thinkFactor", profile.thinkFactor());
    outcome.quantity("scale.compatPollSeconds", seconds(target.compatRefresh().poll()));
    outcome.quantity("scale.compatPage", target.compatRefresh().page());
    outcome.quantity("scale.importPollSeconds", seconds(profile.importPoll()));
    outcome.quantity("scale.getPauseMs", plan.pollPause().toMillis());
    outcome.quantity("scale.deskSeconds", seconds(profile.deskTime()));
    outcome.quantity("scale.lists", most(Cell::listCount));
    outcome.quantity("scale.desks", most(Cell::deskCount));
  }

  private static double seconds(Duration length) {
    return length.toMillis() / 1000.0;
  }

  private int most(java.util.function.ToIntFunction<Cell> count) {
    return plan.order(1).stream().mapToInt(count).max().orElse(0);
  }

  // Each process with lists does it once, or which of them began cold would be a difference. Desks
  // pause little, so that code is compiled that would else be compiled in the first cells.
  private void warmUp(LoadLauncher loads) throws IOException, SQLException, InterruptedException {
    for (var id : List.of("parallel-off", "parallel-on")) {
      listener.step("warming up for " + id);
      var cell = Cell.of(plan.baseline().require(id));
      try (var api = target.api(target.lists(cell.split()));
          var primary = target.database().connect()) {
        Reset.run(primary);
        target.awaitCaughtUp();
        var lists = new ArrayList<String>();
        for (int number = 1; number <= cell.listCount(); number++) {
          lists.add(api.createList("warm-up %02d".formatted(number), cell.query()));
        }
        var profile = plan.profile();
        var flows =
            new FlowLoad(
                ListsService.TENANT,
                new FlowLoad.Lists(
                    base(target.lists(cell.split())),
                    lists,
                    cell.mode(),
                    plan.pollPause().toMillis(),
                    true),
                desks(cell, profile.thinkFactor() * WARM_UP_THINK, profile.warmUp(), plan.seed()),
                imports(false));
        var name = "warm-up-" + id;
        var shape = new Shape.Mixed(flows.users(), profile.warmUp());
        loads
            .send(load(name, Phase.warmUp(name, shape), flows))
            .forEach(sample -> sample.faults().forEach(listener::notice));
      }
    }
  }

  @Override
  public List<Execution> executions(int repetition) {
    return plan.order(repetition).stream().map(cell -> execution(cell, repetition)).toList();
  }

  /** One cell, once. */
  Execution execution(Cell cell, int repetition) {
    return execution(cell, repetition, plan.pollPause());
  }

  /**
   * The same with another pause between two looks at a list.
   *
   * @param look that pause
   */
  Execution execution(Cell cell, int repetition, Duration look) {
    return new CellExecution(this, plan, target, marc, cell, repetition, look);
  }

  /** The load of one cell. */
  Load load(Cell cell, int repetition, List<String> lists, Duration look) {
    var flows =
        new FlowLoad(
            ListsService.TENANT,
            cell.hasLists() ? lists(cell, lists, look) : null,
            cell.hasDesks()
                ? desks(
                    cell,
                    plan.profile().thinkFactor(),
                    plan.profile().deskTime(),
                    plan.seed() + repetition)
                : null,
            // In the report the import outlasted the compatible refreshes beside it, and desks
            // worked
            // beside it to its end.
            cell.imports() ? imports(!cell.hasLists() || !cell.repeated()) : null);
    return load(
        ListsPlan.name(cell, repetition),
        ListsCicoSimulation.phase(cell.experiment(), flows, plan.length(cell)),
        flows);
  }

  private Load load(String name, Phase phase, FlowLoad flows) {
    return new Load(
        name,
        ListsCicoSimulation.class,
        LoadSpec.of("FOLIO lists " + name, List.of(phase), flows, ListsCicoSimulation.GRACE),
        Map.of(
            Properties.USERNAME, target.credentials().username(),
            Properties.PASSWORD, target.credentials().password()),
        // A page of Gatling's own for each of many short cells would take longer than the cells.
        false,
        plan.profile().jvmFlags());
  }

  private FlowLoad.Lists lists(Cell cell, List<String> ids, Duration look) {
    return new FlowLoad.Lists(
        base(target.lists(cell.split())), ids, cell.mode(), look.toMillis(), cell.repeated());
  }

  private FlowLoad.Desks desks(Cell cell, double thinkFactor, Duration least, long seed) {
    var think = thinkFactor * 1000;
    return new FlowLoad.Desks(
        base(target.circulation()),
        cell.deskCount(),
        cell.checkInShare(),
        cell.think().fromSeconds() * think,
        cell.think().toSeconds() * think,
        least.toMillis(),
        plan.profile().inventory().items(),
        Objects.requireNonNull(servicePoint),
        seed);
  }

  private FlowLoad.Imports imports(boolean repeated) {
    return new FlowLoad.Imports(
        base(target.imports()),
        file.toString(),
        plan.profile().records(),
        1,
        plan.profile().importPoll().toMillis(),
        repeated);
  }

  private static String base(URI service) {
    return service.toString().replaceAll("/+$", "");
  }
}
