package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.lists.ListsLoad.Imports;
import org.reprise.load.measure.Check;
import org.reprise.localstack.postgres.StandbyState;

/** The FOLIO report: the inventory, then cell after cell from the same state, with its checks. */
final class ListsMeasurement extends Measurement {
  static final String SERVICE_POINT = "cd1";
  private static final int WARM_UP = 0; // in the place of a repetition

  /** Desks pause little then: code is compiled that would else be compiled in the first cells. */
  private static final double WARM_UP_THINK = 0.3;

  private static final Duration CATCH_UP = Duration.ofMinutes(10);

  private final Profile profile;
  private final MarcFile marc;
  private final Path file;
  private final ListsSuite suite;
  private @Nullable String servicePoint;

  ListsMeasurement(
      Plan plan, ListsSuite suite, Deployment deployment, Path folder, RunListener listener) {
    super(plan, deployment, listener);
    this.suite = suite;
    this.profile = plan.profile();
    this.marc = new MarcFile(profile.count("records"), plan.seed());
    this.file = folder.resolve("records.mrc");
  }

  /** The processes with the lists are watched cell by cell. */
  @Override
  protected List<WatchedProcess> roles() {
    return deployment.roles().stream()
        .filter(it -> !it.name().equals(role(true)) && !it.name().equals(role(false)))
        .toList();
  }

  private static String role(boolean split) {
    return split ? ListsService.LISTS : ListsService.UNSPLIT;
  }

  private boolean isFilledHere() {
    return deployment.database().isPresent();
  }

  private String tenant() {
    return isFilledHere() ? ListsService.TENANT : suite.tenant;
  }

  private ListsApi api(String role) {
    return new ListsApi(
        deployment.origin(role), deployment.credentials(), tenant(), suite.pageSize);
  }

  @Override
  protected void prepare(LoadLauncher loads, Outcome outcome)
      throws IOException, SQLException, InterruptedException {
    var cells = ListsSuite.order(plan, 1);
    outcome.quantity("scale.records", marc.records());
    outcome.quantity("scale.thinkFactor", profile.number("thinkFactor"));
    outcome.quantity("scale.importPollSeconds", profile.number("importPollSeconds"));
    outcome.quantity("scale.getPauseMs", profile.seconds("listPoll").toMillis());
    outcome.quantity("scale.deskSeconds", profile.number("deskSeconds"));
    outcome.quantity("scale.lists", cells.stream().mapToInt(Workload::listCount).max().orElse(0));
    outcome.quantity("scale.desks", cells.stream().mapToInt(Workload::deskCount).max().orElse(0));
    marc.write(file);
    try (var api = api(ListsService.CIRCULATION)) {
      servicePoint = api.servicePoint(suite.servicePoint);
    }
    if (!isFilledHere()) {
      return;
    }
    listener.step("filling the inventory");
    var inventory = new Inventory(profile.count("items"));
    var refresh = ListsService.CompatRefresh.of(plan);
    outcome.quantity("scale.items", inventory.items());
    outcome.quantity("scale.rows", inventory.out());
    outcome.quantity("scale.compatPollSeconds", refresh.poll().toMillis() / 1000.0);
    outcome.quantity("scale.compatPage", refresh.page());
    try (var primary = deployment.superuser().connect()) {
      inventory.fill(primary, tenant(), plan.seed());
    }
  }

  /** Each process with lists has one, or which of them began cold would be a difference. */
  @Override
  protected List<Execution> warmUps() {
    return isFilledHere() && profile.seconds("warmUp").isPositive()
        ? Stream.of("parallel-off", "parallel-on")
            .map(plan.baseline()::require)
            .map(it -> Workload.of(it, profile.count("lists")))
            .<Execution>map(cell -> new CellExecution(cell, WARM_UP))
            .toList()
        : List.of();
  }

  private void awaitCaughtUp() {
    StandbyState.awaitReplay(
        deployment.superuser(), deployment.replica(ListsService.DATABASE), CATCH_UP);
  }

  @Override
  protected List<Execution> executions(int repetition) {
    return ListsSuite.order(plan, repetition).stream()
        .<Execution>map(cell -> new CellExecution(cell, repetition))
        .toList();
  }

  private ListsLoad.Lists lists(Workload cell, List<String> ids, boolean repeated) {
    return new ListsLoad.Lists(
        base(role(cell.split())), ids, cell.mode(), profile.seconds("listPoll"), repeated);
  }

  private ListsLoad.Desks desks(Workload cell, double thinkFactor, int repetition) {
    return new ListsLoad.Desks(
        base(ListsService.CIRCULATION),
        cell.deskCount(),
        cell.checkInShare(),
        cell.think(thinkFactor),
        isFilledHere() ? profile.count("items") : 0,
        Objects.requireNonNull(servicePoint),
        plan.seed() + repetition);
  }

  private String base(String role) {
    return deployment.origin(role).toString();
  }

  /** One cell of the report's table: reset, lists, load, rest, checks. */
  private final class CellExecution extends Repeated {
    private final Workload cell;
    private List<String> lists = List.of();

    private CellExecution(Workload cell, int repetition) {
      super((repetition == WARM_UP ? Phase.WARM_UP + "-" : "") + cell.experiment(), repetition);
      this.cell = cell;
    }

    @Override
    public void reset() throws SQLException {
      if (isFilledHere()) {
        try (var primary = deployment.superuser().connect()) {
          Inventory.reset(primary);
        }
        awaitCaughtUp();
      }
    }

    /** The process with the lists that the cell uses, and the other one, which idles. */
    @Override
    public List<WatchedProcess> roles() {
      return Stream.of(
              deployment.role(role(cell.split()), ListsService.LISTS),
              deployment.role(role(!cell.split()), "lists (idle)"))
          .flatMap(Optional::stream)
          .toList();
    }

    /** In the report the import outlasted the refreshes beside it, and desks worked to its end. */
    @Override
    public Load arrange() throws IOException, SQLException, InterruptedException {
      if (cell.hasLists()) {
        try (var api = api(role(cell.split()))) {
          lists = api.createLists(cell.experiment(), cell.listCount(), cell.query());
        }
      }
      var warmsUp = repetition == WARM_UP;
      var think = profile.number("thinkFactor") * (warmsUp ? WARM_UP_THINK : 1);
      var least = profile.seconds(warmsUp ? "warmUp" : "desk");
      var flows =
          new ListsLoad(
              tenant(),
              suite.pageSize,
              cell.hasDesks() ? least : Duration.ZERO,
              cell.hasLists() ? lists(cell, lists, warmsUp || cell.repeated()) : null,
              cell.hasDesks() ? desks(cell, think, repetition) : null,
              cell.hasImports()
                  ? new Imports(base(ListsService.IMPORT), "" + file, profile.seconds("importPoll"))
                  : null);
      var shape = new Shape.Mixed(flows.users(), profile.seconds("cell"));
      var phases = List.of(Phase.of(name(), shape));
      return load(ListsSimulation.class, phases, flows, ListsSimulation.GRACE);
    }

    @Override
    public void rest(List<Sample> samples) {
      if (isFilledHere()) {
        awaitCaughtUp();
      }
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome)
        throws IOException, SQLException, InterruptedException {
      var sample = samples.getFirst();
      try (var api = api(role(cell.split()))) {
        if (cell.hasLists()) {
          outcome.add(CellChecks.refreshed(id(), sample, lists.size()));
        }
        if (isFilledHere()) {
          checkDatabase(api, sample).forEach(outcome::add);
        }
        var faults = new ArrayList<String>();
        // The database tells of all lists; one of them is read as clients do.
        for (var list : isFilledHere() && !lists.isEmpty() ? lists.subList(0, 1) : lists) {
          var ids = api.contents(list);
          var count = api.value("lists/" + list, "/successRefresh/recordsCount");
          if (!count.equals("" + Set.copyOf(ids).size()) || !count.equals("" + ids.size())) {
            faults.add("list %s has %d records, not %s".formatted(list, ids.size(), count));
          }
          api.deleteList(list);
        }
        for (var loan :
            isFilledHere() ? List.<String>of() : sample.acknowledged(ListsLoad.RETURNED)) {
          var status = api.value("circulation/loans/" + loan, "/status/name");
          if (!status.equals("Closed")) {
            faults.add("loan %s was returned and is '%s'".formatted(loan, status));
          }
        }
        check(outcome, "as-answered", faults.isEmpty(), String.join("; ", faults));
      }
    }

    private List<Check> checkDatabase(ListsApi api, Sample sample)
        throws IOException, SQLException, InterruptedException {
      try (var primary = deployment.superuser().connect()) {
        var checks = new CellChecks(primary, id(), new ArrayList<>());
        if (cell.hasLists()) {
          var condition = Workload.Condition.of(cell.query());
          checks.reads(cell.split(), profile.judged());
          // What desks touched meanwhile may be in a list or not.
          checks.lists("lists-equal", lists, condition, !cell.hasDesks());
          if (cell.hasDesks()) {
            api.refresh(lists);
            checks.lists("lists-equal-at-rest", lists, condition, true);
          }
        }
        if (cell.hasDesks()) {
          checks.circulation(sample);
        }
        if (cell.hasImports()) {
          checks.imports(sample, marc);
        }
        checks.events();
        return checks.all();
      }
    }
  }
}
