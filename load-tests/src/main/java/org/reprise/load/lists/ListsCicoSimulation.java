package org.reprise.load.lists;

import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Origin;
import org.reprise.load.generator.GatlingFlow;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;

/**
 * The report's three workflows with closed models: users that refresh lists, desks, and an import,
 * those of them that the load names. All begin at once.
 *
 * <p>By hand desks alone are sent: {@code -Dbase} (http://127.0.0.1:8885), {@code -Dtenant} (diku),
 * {@code -Ddesks} (20), {@code -Dthink} (factor of 1 to 7 s, 1), {@code -Dduration} in seconds
 * (60), {@code -Ditems} of the inventory that was filled (300000), {@code -DservicePoint} its id,
 * {@code -Dseed} (1), and credentials in the environment.
 */
public final class ListsCicoSimulation extends RepriseSimulation {
  static final Duration GRACE = Duration.ofMinutes(10);

  private static final double CHECK_IN_SHARE = 0.43;

  public ListsCicoSimulation() {
    super(() -> byHand(Properties.ofProcess()));
    inject(new Flows(load().settings(FlowLoad.class), Properties.ofProcess().credentials()));
  }

  static LoadSpec byHand(Properties properties) {
    var seconds = properties.number("duration", 60);
    var base = Origin.base(properties.text("base", "http://127.0.0.1:8885"));
    Origin.requireOwned(base, properties.flag("iownthis"));
    var load =
        new FlowLoad(
            properties.text("tenant", ListsService.TENANT),
            null,
            new FlowLoad.Desks(
                base.toString(),
                properties.count("desks", 20),
                CHECK_IN_SHARE,
                properties.number("think", 1) * 1000,
                properties.number("think", 1) * 7000,
                (long) (seconds * 1000),
                properties.count("items", 300_000),
                properties.required("servicePoint"),
                properties.count("seed", 1)),
            null);
    var length = Duration.ofMillis((long) (seconds * 1000));
    return LoadSpec.of(
        "desks",
        List.of(Phase.warmUp("desks", new Shape.Mixed(load.users(), length))),
        load,
        GRACE);
  }

  private record Flows(FlowLoad load, Course course, Credentials credentials)
      implements GatlingFlow {
    Flows(FlowLoad load, Credentials credentials) {
      this(load, new Course(load), credentials);
    }

    @Override
    public HttpProtocolBuilder protocol() {
      return http.header("Authorization", credentials.basicHeader())
          .header("X-Okapi-Tenant", load.tenant())
          .acceptHeader("application/json")
          .disableFollowRedirect()
          .disableCaching();
    }

    @Override
    public ChainBuilder workflow(String workflow, Recorder recorder) {
      return switch (workflow) {
        case FlowLoad.LISTS ->
            new ListAppChain(Objects.requireNonNull(load.lists()), course, recorder).chain();
        case FlowLoad.CIRCULATION ->
            new DeskChain(Objects.requireNonNull(load.desks()), course, recorder).chain();
        case FlowLoad.IMPORT ->
            new ImportChain(Objects.requireNonNull(load.imports()), course, recorder).chain();
        default -> throw new IllegalArgumentException("there is no workflow " + workflow);
      };
    }
  }
}
