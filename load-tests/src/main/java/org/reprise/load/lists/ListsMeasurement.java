package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;
import org.reprise.localstack.StandbyState;

/**
 * The FOLIO report: fills the inventory, and then cell after cell, each from the same state and
 * each followed by its checks.
 */
final class ListsMeasurement extends Measurement {
  /** The code of the service point of all desks. */
  static final String SERVICE_POINT = "cd1";

  /** Of the profile's think time. */
  private static final double WARM_UP_THINK = 0.3;

  private static final Duration CATCH_UP = Duration.ofSeconds(60);

  private final Profile profile;
  private final MarcFile marc;
  private final Path file;
  private @Nullable String servicePoint;

  /**
   * Prepares a run.
   *
   * @param folder of the run, for the file that is imported
   */
  ListsMeasurement(Plan plan, Deployment deployment, Path folder, RunListener listener) {
    super(plan, deployment, listener);
    this.profile = plan.profile();
    this.marc = new MarcFile(profile.count("records"), plan.seed());
    this.file = folder.resolve("records.mrc");
  }

  Deployment deployment() {
    return deployment;
  }

  MarcFile marc() {
    return marc;
  }

  @Override
  protected boolean readsHeaps() {
    return profile.judged();
  }

  /** The processes with the lists are watched cell by cell. */
  @Override
  protected List<WatchedProcess> roles() {
    return deployment.roles().stream()
        .filter(it -> !it.name().equals(role(true)) && !it.name().equals(role(false)))
        .toList();
  }

  /** Returns the process with the lists that a cell uses, and the other one, which idles. */
  List<WatchedProcess> listsRoles(boolean split) {
    return Stream.of(
            deployment.role(role(split), ListsService.LISTS),
            deployment.role(role(!split), "lists (idle)"))
        .flatMap(Optional::stream)
        .toList();
  }

  private static String role(boolean split) {
    return split ? ListsService.LISTS : ListsService.UNSPLIT;
  }

  ListsApi api(Cell cell) {
    return api(deployment.origin(role(cell.split())));
  }

  private ListsApi api(URI service) {
    return new ListsApi(service, deployment.credentials(), ListsService.TENANT);
  }

  /** The inventory, the file, and services that have done everything once. */
  @Override
  protected void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var inventory = new Inventory(profile.count("items"));
    scale(inventory, outcome);
    listener.step("filling the inventory");
    try (var primary = deployment.superuser().connect()) {
      inventory.fill(primary, ListsService.TENANT, plan.seed());
    }
    marc.write(file);
    try (var api = api(deployment.origin(ListsService.CIRCULATION))) {
      servicePoint = api.servicePoint(SERVICE_POINT);
    }
    if (profile.seconds("warmUp").isPositive()) {
      warmUp(loads);
    }
  }

  private void scale(Inventory inventory, Outcome outcome) {
    var cells = ListsSuite.order(plan, 1);
    var refresh = CompatRefresh.of(plan);
    outcome.quantity("scale.items", inventory.items());
    outcome.quantity("scale.rows", inventory.out());
    outcome.quantity("scale.records", marc.records());
    outcome.quantity("scale.thinkFactor", profile.number("thinkFactor"));
    outcome.quantity("scale.compatPollSeconds", refresh.poll().toMillis() / 1000.0);
    outcome.quantity("scale.compatPage", refresh.page());
    outcome.quantity("scale.importPollSeconds", profile.number("importPollSeconds"));
    outcome.quantity("scale.getPauseMs", profile.seconds("listPoll").toMillis());
    outcome.quantity("scale.deskSeconds", profile.number("deskSeconds"));
    outcome.quantity("scale.lists", cells.stream().mapToInt(Cell::listCount).max().orElse(0));
    outcome.quantity("scale.desks", cells.stream().mapToInt(Cell::deskCount).max().orElse(0));
  }

  // Each process with lists does it once, or which of them began cold would be a difference. Desks
  // pause little, so that code is compiled that would else be compiled in the first cells.
  private void warmUp(LoadLauncher loads) throws IOException, SQLException, InterruptedException {
    for (var id : List.of("parallel-off", "parallel-on")) {
      listener.step("warming up for " + id);
      var cell = Cell.of(plan.baseline().require(id));
      try (var primary = deployment.superuser().connect()) {
        reset(primary);
      }
      var length = profile.seconds("warmUp");
      var flows =
          new ListsLoad(
              ListsService.TENANT,
              length,
              lists(cell, createLists(cell), true),
              desks(cell, profile.number("thinkFactor") * WARM_UP_THINK, 0),
              imports());
      var name = "warm-up-" + id;
      var phase = Phase.warmUp(name, new Shape.Mixed(flows.users(), length));
      warmUp(loads.send(load(name, phase, flows)));
    }
  }

  void reset(Connection primary) throws SQLException {
    Reset.run(primary);
    awaitCaughtUp();
  }

  /** Waits until the standby has replayed what the primary has written. */
  void awaitCaughtUp() {
    StandbyState.awaitReplay(
        deployment.superuser(), deployment.replica(ListsService.DATABASE), CATCH_UP);
  }

  List<String> createLists(Cell cell) throws IOException, InterruptedException {
    var lists = new ArrayList<String>();
    try (var api = api(cell)) {
      for (int number = 1; number <= cell.listCount(); number++) {
        lists.add(api.createList("%s %02d".formatted(cell.experiment(), number), cell.query()));
      }
    }
    return lists;
  }

  @Override
  protected List<Execution> executions(int repetition) {
    return ListsSuite.order(plan, repetition).stream()
        .<Execution>map(cell -> new CellExecution(this, cell, repetition))
        .toList();
  }

  /** In the report the import outlasted the refreshes beside it, and desks worked to its end. */
  Load load(Cell cell, int repetition, List<String> lists) {
    var flows =
        new ListsLoad(
            ListsService.TENANT,
            cell.hasDesks() ? profile.seconds("desk") : Duration.ZERO,
            cell.hasLists() ? lists(cell, lists, cell.repeated()) : null,
            cell.hasDesks() ? desks(cell, profile.number("thinkFactor"), repetition) : null,
            cell.hasImports() ? imports() : null);
    var id = cell.experiment();
    var shape = new Shape.Mixed(flows.users(), profile.seconds("cell"));
    return load(Plan.name(id, repetition), new Phase(id, id, Variant.REPORT_EXACT, shape), flows);
  }

  private Load load(String name, Phase phase, ListsLoad flows) {
    return new Load(
        name,
        ListsSimulation.class,
        LoadSpec.of("FOLIO lists " + name, List.of(phase), flows, ListsSimulation.GRACE),
        deployment.credentials().variables(),
        // A page of Gatling's own for each of many short cells would take longer than the cells.
        false,
        profile.flag("fullyCompiled") ? List.of() : List.of("-XX:TieredStopAtLevel=1"));
  }

  private ListsLoad.Lists lists(Cell cell, List<String> ids, boolean repeated) {
    return new ListsLoad.Lists(
        base(role(cell.split())), ids, cell.mode(), profile.seconds("listPoll"), repeated);
  }

  private ListsLoad.Desks desks(Cell cell, double thinkFactor, int repetition) {
    var think = cell.think();
    return new ListsLoad.Desks(
        base(ListsService.CIRCULATION),
        cell.deskCount(),
        cell.checkInShare(),
        new Think(think.fromSeconds() * thinkFactor, think.toSeconds() * thinkFactor),
        profile.count("items"),
        Objects.requireNonNull(servicePoint),
        plan.seed() + repetition);
  }

  private ListsLoad.Imports imports() {
    return new ListsLoad.Imports(
        base(ListsService.IMPORT), file.toString(), profile.seconds("importPoll"));
  }

  private String base(String role) {
    return deployment.origin(role).toString().replaceAll("/+$", "");
  }
}
