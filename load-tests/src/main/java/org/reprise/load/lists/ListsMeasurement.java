package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.RunListener;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.DeployedMeasurement;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;

/**
 * The FOLIO report: fills the inventory, and then cell after cell, each from the same state and
 * each followed by its checks.
 */
public final class ListsMeasurement extends DeployedMeasurement {
  private static final String SERVICE_POINT = "cd1";

  /** Of the profile's think time. */
  private static final double WARM_UP_THINK = 0.3;

  private final ListsAmounts amounts;
  private final ListsDeployment target;
  private final MarcFile marc;
  private final Path file;
  private @Nullable String servicePoint;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   * @param folder of the run, for the file that is imported
   */
  public ListsMeasurement(Plan plan, ListsDeployment target, Path folder, RunListener listener) {
    super(plan, target.deployment(), listener);
    this.amounts = new ListsAmounts(plan.profile());
    this.target = target;
    this.marc = new MarcFile(amounts.records(), plan.seed());
    this.file = folder.resolve("records.mrc");
  }

  @Override
  public boolean readsHeaps() {
    return plan.profile().judged();
  }

  @Override
  public List<WatchedProcess> roles() {
    return target.roles();
  }

  /** The inventory, the file, and services that have done everything once. */
  @Override
  public void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    scale(outcome);
    listener.step("filling the inventory");
    try (var primary = target.deployment().superuser().connect()) {
      Inventory.fill(primary, ListsService.TENANT, amounts.inventory(), plan.seed());
    }
    marc.write(file);
    try (var api = target.api(target.circulation())) {
      servicePoint = api.servicePoint(SERVICE_POINT);
    }
    if (amounts.warmUp().isPositive()) {
      warmUp(loads);
    }
  }

  private void scale(Outcome outcome) {
    outcome.quantity("scale.items", amounts.inventory().items());
    outcome.quantity("scale.rows", amounts.inventory().out());
    outcome.quantity("scale.records", amounts.records());
    outcome.quantity("scale.thinkFactor", amounts.thinkFactor());
    outcome.quantity("scale.compatPollSeconds", seconds(target.compatRefresh().poll()));
    outcome.quantity("scale.compatPage", target.compatRefresh().page());
    outcome.quantity("scale.importPollSeconds", seconds(amounts.importPoll()));
    outcome.quantity("scale.getPauseMs", amounts.listPoll().toMillis());
    outcome.quantity("scale.deskSeconds", seconds(amounts.deskTime()));
    outcome.quantity("scale.lists", most(Cell::listCount));
    outcome.quantity("scale.desks", most(Cell::deskCount));
  }

  private static double seconds(Duration length) {
    return length.toMillis() / 1000.0;
  }

  private int most(java.util.function.ToIntFunction<Cell> count) {
    return ListsSuite.order(plan, 1).stream().mapToInt(count).max().orElse(0);
  }

  // Each process with lists does it once, or which of them began cold would be a difference. Desks
  // pause little, so that code is compiled that would else be compiled in the first cells.
  private void warmUp(LoadLauncher loads) throws IOException, SQLException, InterruptedException {
    for (var id : List.of("parallel-off", "parallel-on")) {
      listener.step("warming up for " + id);
      var cell = Cell.of(plan.baseline().require(id));
      try (var api = target.api(target.lists(cell.split()));
          var primary = target.deployment().superuser().connect()) {
        Reset.run(primary);
        target.deployment().awaitCaughtUp();
        var lists = new ArrayList<String>();
        for (int number = 1; number <= cell.listCount(); number++) {
          lists.add(api.createList("warm-up %02d".formatted(number), cell.query()));
        }
        var flows =
            new FlowLoad(
                ListsService.TENANT,
                new FlowLoad.Lists(
                    base(target.lists(cell.split())),
                    lists,
                    cell.mode(),
                    amounts.listPoll().toMillis(),
                    true),
                desks(cell, amounts.thinkFactor() * WARM_UP_THINK, amounts.warmUp(), plan.seed()),
                imports(false));
        var name = "warm-up-" + id;
        var shape = new Shape.Mixed(flows.users(), amounts.warmUp());
        loads
            .send(load(name, Phase.warmUp(name, shape), flows))
            .forEach(sample -> sample.faults().forEach(listener::notice));
      }
    }
  }

  @Override
  public List<Execution> executions(int repetition) {
    return ListsSuite.order(plan, repetition).stream()
        .<Execution>map(cell -> new CellExecution(this, plan, target, marc, cell, repetition))
        .toList();
  }

  Load load(Cell cell, int repetition, List<String> lists) {
    var flows =
        new FlowLoad(
            ListsService.TENANT,
            cell.hasLists() ? lists(cell, lists) : null,
            cell.hasDesks()
                ? desks(cell, amounts.thinkFactor(), amounts.deskTime(), plan.seed() + repetition)
                : null,
            // In the report the import outlasted the compatible refreshes beside it, and desks
            // worked beside it to its end.
            cell.imports() ? imports(!cell.hasLists() || !cell.repeated()) : null);
    var id = cell.experiment();
    var shape = new Shape.Mixed(flows.users(), plan.profile().seconds("cell"));
    return load(Plan.name(id, repetition), new Phase(id, id, Variant.REPORT_EXACT, shape), flows);
  }

  private Load load(String name, Phase phase, FlowLoad flows) {
    return new Load(
        name,
        ListsCicoSimulation.class,
        LoadSpec.of("FOLIO lists " + name, List.of(phase), flows, ListsCicoSimulation.GRACE),
        target.deployment().credentials().variables(),
        // A page of Gatling's own for each of many short cells would take longer than the cells.
        false,
        amounts.jvmFlags());
  }

  private FlowLoad.Lists lists(Cell cell, List<String> ids) {
    return new FlowLoad.Lists(
        base(target.lists(cell.split())),
        ids,
        cell.mode(),
        amounts.listPoll().toMillis(),
        cell.repeated());
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
        amounts.inventory().items(),
        Objects.requireNonNull(servicePoint),
        seed);
  }

  private FlowLoad.Imports imports(boolean repeated) {
    return new FlowLoad.Imports(
        base(target.imports()),
        file.toString(),
        amounts.records(),
        1,
        amounts.importPoll().toMillis(),
        repeated);
  }

  private static String base(URI service) {
    return service.toString().replaceAll("/+$", "");
  }
}
