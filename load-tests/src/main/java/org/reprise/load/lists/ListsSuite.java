package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Origin;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.UsageException;
import org.reprise.load.generator.RunListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists beside circulation and data import, measured by the FOLIO report. */
public final class ListsSuite extends MeasuredSystem {
  @Option(names = "--tenant", paramLabel = "NAME", description = "With a URL: the tenant.")
  String tenant = ListsService.TENANT;

  @Option(names = "--service-point", paramLabel = "CODE", description = "With a URL: of desks.")
  String servicePoint = ListsMeasurement.SERVICE_POINT;

  @Option(names = "--page-size", paramLabel = "N", description = "With a URL: of its answers.")
  int pageSize = ListsApi.PAGE;

  @Option(
      names = "--split-at",
      defaultValue = Option.NULL_VALUE,
      paramLabel = "URL",
      description = "With a URL: the same system with lists that read from a standby.")
  private @Nullable String splitAt;

  public ListsSuite() {
    super(
        "lists",
        "lists of FOLIO, with circulation and data import beside them",
        "folio-lists-poppy",
        ListsService.SERVICE);
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new Marc());
  }

  @Override
  public void check(Target target) {
    super.check(target);
    var unused = ListsApi.page(pageSize);
  }

  @Override
  protected Map<String, URI> elsewhere() {
    return splitAt == null ? Map.of() : Map.of(ListsService.LISTS, Origin.base(splitAt));
  }

  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    if (!(target instanceof Target.Remote)) {
      return Optional.empty();
    }
    var cell = Workload.of(experiment, 1);
    if (cell.split() && splitAt == null) {
      return Optional.of("its lists read from a standby: --split-at URL names a system that does");
    }
    return cell.hasLists() && !cell.mode().equals("compat")
        ? Optional.of("the fast refresh is list-refresh's own: --target local or compose")
        : Optional.empty();
  }

  /**
   * The cells of one repetition: in the first of the profile's repetitions all, in its others those
   * that claims speak of. Every second repetition goes backwards: what a machine slowly changes
   * then falls on both of two cells that are compared.
   */
  static List<Workload> order(Plan plan, int repetition) {
    var withAll = (repetition - 1) % plan.profile().repeats() == 0;
    var claimed =
        plan.baseline().claims().stream().flatMap(claim -> claim.experiments().stream()).toList();
    var cells =
        plan.experiments().stream()
            .filter(it -> withAll || claimed.contains(it.id()))
            .map(it -> Workload.of(it, plan.profile().count("lists")))
            .toList();
    return repetition % 2 == 1 ? cells : cells.reversed();
  }

  @Override
  public List<String> describe(Plan plan) {
    var lines = new ArrayList<String>();
    order(plan, 1)
        .forEach(cell -> lines.add(plan.line(cell.experiment(), cell.workflows().text())));
    var profile = plan.profile();
    lines.add(
        "think time × %s; the import is looked at every %d ms (report 5 s), a list with a pause of %d ms (report none)"
            .formatted(
                profile.number("thinkFactor"),
                profile.seconds("importPoll").toMillis(),
                profile.seconds("listPoll").toMillis()));
    if (plan.target() instanceof Target.Remote) {
      lines.add(
          "tenant %s, desks at %s, pages of %d; lists are made and removed, loans and %,d imported records stay"
              .formatted(tenant, servicePoint, pageSize, profile.count("records")));
      return lines;
    }
    var inventory = new Inventory(profile.count("items"));
    lines.add(
        "inventory: %,d items, %,d of them out, %,d patrons; imports of %,d records"
            .formatted(
                inventory.items(), inventory.out(), inventory.patrons(), profile.count("records")));
    var refresh = ListsService.CompatRefresh.of(profile);
    lines.add(
        "compatible refresh: a look every %,d ms, pages of %,d records; original: 10 s, 1,000"
            .formatted(refresh.poll().toMillis(), refresh.page()));
    return lines;
  }

  @Override
  public Topology topology(Plan plan) {
    return ListsService.topology(plan.profile());
  }

  /** Of compose, what a run fills the database with is removed when it is closed. */
  @Override
  public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    var deployment = super.open(plan, home, logs, progress);
    if (plan.target() instanceof Target.Compose) {
      try {
        deployment.add(BorrowedDatabase.of(deployment.superuser()));
      } catch (SQLException | RuntimeException e) {
        try (deployment) {
          throw e instanceof EnvironmentException refused
              ? refused
              : new EnvironmentException(deployment.superuser() + ": " + e.getMessage(), e);
        }
      }
    }
    return deployment;
  }

  @Override
  public AcknowledgedWrites writes(Map<String, String> environment, Credentials credentials) {
    var base = service().address().here(environment);
    return new ListWrites(new ListsApi(base, credentials, ListsService.TENANT, ListsApi.PAGE));
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new ListsMeasurement(plan, this, open, folder, listener);
  }

  @Command(
      name = "marc",
      description = "Writes binary MARC 21 records, the same for the same seed, to be imported.",
      sortOptions = false)
  @SuppressWarnings("NullAway.Init")
  static final class Marc implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--records",
        defaultValue = "25000",
        paramLabel = "N",
        description = "How many.")
    private int records;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "Of their data.")
    private long seed;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Is replaced.")
    private Path file;

    @Override
    public Integer call() throws IOException {
      UsageException.typed(() -> new MarcFile(records, seed)).write(file);
      var out = spec.commandLine().getOut();
      out.printf("%,d records, %,d bytes: %s%n", records, Files.size(file), file);
      out.flush();
      return 0;
    }
  }
}
