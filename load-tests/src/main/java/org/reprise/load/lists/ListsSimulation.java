package org.reprise.load.lists;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;

/**
 * The report's workflows as closed models that begin at once: users that refresh lists, desks, and
 * an import. By hand this one sends all three, and each of its subclasses one; lists are refreshed,
 * and the file imported, again for as long as {@code -Dduration} says (docs/simulations.md).
 */
public class ListsSimulation extends RepriseSimulation {
  static final Duration GRACE = Duration.ofMinutes(10);

  private final ListsLoad lists = load().settings(ListsLoad.class);
  private final Course course = new Course(lists);
  private final Credentials credentials = Properties.ofProcess().credentials();

  public ListsSimulation() {
    this(List.of(ListsLoad.LIST_APP, ListsLoad.CIRCULATION, ListsLoad.DATA_IMPORT), 60);
  }

  ListsSimulation(List<String> workflows, int seconds) {
    super(() -> byHand(workflows, seconds, Properties.ofProcess()));
    inject();
  }

  static LoadSpec byHand(List<String> workflows, int seconds, Properties properties) {
    var base = properties.base("base", "http://127.0.0.1:8885");
    var tenant = properties.text("tenant", ListsService.TENANT);
    var page = properties.count("pageSize", ListsApi.PAGE);
    var length = properties.seconds("duration", seconds);
    return ask(
        base,
        new ListsApi(base, properties.credentials(), tenant, page),
        api -> {
          var cell =
              Workload.of(
                  new ListsSuite().baseline().require("parallel-on"),
                  properties.count("lists", Integer.MAX_VALUE));
          var to = base.toString();
          var repeated = length.isPositive() && workflows.size() == 1;
          // Lists come last: where something else is missing, none are left in the service.
          var desks =
              workflows.contains(ListsLoad.CIRCULATION) ? desks(to, cell, api, properties) : null;
          var imports = workflows.contains(ListsLoad.DATA_IMPORT) ? imports(to, properties) : null;
          var lists =
              workflows.contains(ListsLoad.LIST_APP)
                  ? lists(to, cell, repeated, api, properties)
                  : null;
          var load = new ListsLoad(tenant, page, length, lists, desks, imports);
          var shape = new Shape.Mixed(load.users(), length.plusMinutes(1));
          return LoadSpec.of("FOLIO lists", List.of(Phase.warmUp("workflows", shape)), load, GRACE);
        });
  }

  private ListsApi api(String base) {
    return new ListsApi(URI.create(base), credentials, lists.tenant(), lists.page());
  }

  private static ListsLoad.Lists lists(
      String base, Workload cell, boolean repeated, ListsApi api, Properties properties)
      throws IOException, InterruptedException {
    var query = properties.text("query", cell.query());
    var lists = api.createLists("load", cell.listCount(), query);
    return new ListsLoad.Lists(
        base,
        lists,
        properties.text("mode", cell.mode()),
        properties.seconds("listPoll", 0),
        repeated);
  }

  private static ListsLoad.Desks desks(
      String base, Workload cell, ListsApi api, Properties properties)
      throws IOException, InterruptedException {
    return new ListsLoad.Desks(
        base,
        properties.count("desks", cell.deskCount()),
        cell.checkInShare(),
        cell.think(properties.number("think", 1)),
        0,
        api.servicePoint(properties.text("servicePoint", ListsMeasurement.SERVICE_POINT)),
        properties.count("seed", 1));
  }

  private static ListsLoad.Imports imports(String base, Properties properties) throws IOException {
    var file = properties.text("file", "");
    if (file.isEmpty()) {
      var made = Files.createTempFile("records", ".mrc");
      made.toFile().deleteOnExit();
      new MarcFile(properties.count("records", 1000), properties.count("seed", 1)).write(made);
      file = made.toString();
    }
    return new ListsLoad.Imports(base, file, properties.seconds("importPoll", 5));
  }

  private Desk.Stock stock(ListsLoad.Desks desks) {
    if (desks.items() > 0) {
      return Desk.Stock.of(new Inventory(desks.items()), desks.seed());
    }
    return ask(URI.create(desks.base()), api(desks.base()), Desk.Stock::of);
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    var all = byUser().header("X-Okapi-Tenant", lists.tenant()).acceptHeader("application/json");
    return credentials.isToken() ? all.header(ListsApi.TOKEN, credentials.password()) : all;
  }

  @Override
  protected ChainBuilder flow(String workflow, Recorder recorder) {
    return switch (workflow) {
      case ListsLoad.LIST_APP ->
          new RefreshFlow(Objects.requireNonNull(lists.lists()), course, recorder).chain();
      case ListsLoad.CIRCULATION -> {
        var desks = Objects.requireNonNull(lists.desks());
        var requests = new Requests(desks.base());
        yield new DeskFlow(desks, course, recorder, stock(desks), requests).chain();
      }
      case ListsLoad.DATA_IMPORT ->
          new ImportFlow(Objects.requireNonNull(lists.imports()), course, recorder).chain();
      default -> throw new IllegalArgumentException("there is no workflow " + workflow);
    };
  }

  @Override
  protected void afterByHand() throws IOException, InterruptedException {
    var refreshed = lists.lists();
    if (refreshed != null) {
      try (var api = api(refreshed.base())) {
        for (var list : refreshed.ids()) {
          api.deleteList(list);
        }
      }
    }
  }
}
