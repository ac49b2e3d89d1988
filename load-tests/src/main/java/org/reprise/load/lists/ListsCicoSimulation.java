package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressPrinter;

/**
 * The report's three workflows with closed models: users that refresh lists, desks, and an import,
 * those of them that the load names. All begin at once. Settings: {@link FlowSettings}.
 *
 * <p>Gatling's own statistics are whole milliseconds of single requests; the flows therefore time
 * their transactions themselves.
 */
public final class ListsCicoSimulation extends Simulation {
  private static final Duration LIMIT = Duration.ofHours(2);

  private final FlowSettings settings = FlowSettings.fromProcess();
  private final FlowLoad load = settings.load();
  private final Course course = new Course(load);
  private final FlowRecorder recorder = new FlowRecorder(load, course);
  private @Nullable ProgressPrinter progress;

  /** Injects the users. */
  public ListsCicoSimulation() {
    setUp(populations()).protocols(protocol()).maxDuration(LIMIT);
  }

  @Override
  public void before() {
    if (settings.samples().isPresent()) {
      progress = new ProgressPrinter(List.of(recorder), System.out);
    }
  }

  @Override
  public void after() {
    if (progress != null) {
      progress.close();
    }
    settings
        .samples()
        .ifPresent(file -> {
          try {
            recorder.sample().write(file);
          } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
          }
        });
  }

  private HttpProtocolBuilder protocol() {
    return http.header("Authorization", settings.credentials().basicHeader())
        .header("X-Okapi-Tenant", load.tenant())
        .acceptHeader("application/json")
        .disableFollowRedirect()
        .disableCaching();
  }

  private List<PopulationBuilder> populations() {
    var populations = new ArrayList<PopulationBuilder>();
    var lists = load.lists();
    var desks = load.desks();
    var imports = load.imports();
    if (lists != null) {
      populations.add(
          scenario("ListApp")
              .exec(new ListAppChain(lists, course, recorder).chain())
              .injectOpen(atOnceUsers(lists.ids().size())));
    }
    if (desks != null) {
      populations.add(
          scenario("CICO")
              .exec(new DeskChain(desks, course, recorder).chain())
              .injectOpen(atOnceUsers(desks.count())));
    }
    if (imports != null) {
      populations.add(
          scenario("DI")
              .exec(new ImportChain(imports, course, recorder).chain())
              .injectOpen(atOnceUsers(1)));
    }
    return populations;
  }
}
