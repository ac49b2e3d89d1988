package org.reprise.load.ldx;

import static io.gatling.javaapi.core.CoreDsl.exec;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reprise.load.clm.LinkCalls;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.clm.UserLoad;
import org.reprise.load.clm.Users;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;

/**
 * Users who create links between artifacts of two applications, by hand in as many projects as both
 * have (docs/simulations.md).
 */
public final class LinkCreationSimulation extends RepriseSimulation {
  static final String LINK = "link";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Users of the scenario that they are called as, and where applications create artifacts. */
  record Load(UserLoad.Group users, Map<String, List<String>> factories, Duration arrival) {
    static Load of(
        UserLoad.Group users, Duration arrival, ServiceCalls calls, Function<String, URI> origins)
        throws IOException, InterruptedException {
      var scenario = Scenario.named(users.name());
      var from = scenario.from();
      var to = scenario.to();
      var factories =
          Map.of(
              from, calls.factories(origins.apply(from), from, scenario.fromType()),
              to, calls.factories(origins.apply(to), to, scenario.toType()));
      return new Load(users, factories, arrival);
    }

    /** Each user goes from project to project, in as many as both applications have. */
    private String factory(String application, Session session) {
      var common = factories.values().stream().mapToInt(List::size).min().orElseThrow();
      return Objects.requireNonNull(factories.get(application))
          .get((Users.user(session) + Users.passes(session)) % common);
    }
  }

  private final Load links = load().settings(Load.class);

  public LinkCreationSimulation() {
    super(() -> byHand(Properties.ofProcess()));
    inject();
  }

  static LoadSpec byHand(Properties properties) {
    var scenario = Scenario.named(properties.text("scenario", Scenario.CCM_RM.id()));
    var base = properties.base("base", "http://127.0.0.1:8886");
    var think = properties.seconds("think", 30);
    var users = new UserLoad.Group(scenario.id(), properties.count("users", 30), think);
    var arrival = properties.seconds("arrival", 1);
    var coming = arrival.multipliedBy(users.users()).plus(think);
    var shape = new Shape.Window(users.users(), coming, properties.seconds("duration", 60));
    var load =
        ask(
            base,
            new ServiceCalls(properties.credentials(), TIMEOUT, base),
            it -> Load.of(users, arrival, it, _ -> base));
    return LoadSpec.of(
        "links " + scenario.id(),
        List.of(Phase.warmUp(scenario.id() + "-" + users.users(), shape)),
        load,
        think.plusMinutes(1));
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    return Users.protocol(byUser(), "2.0");
  }

  @Override
  protected Injection injection(Phase phase) {
    return new Injection(UserLoad.Group.users(List.of(links.users())), links.arrival());
  }

  @Override
  protected ChainBuilder flow(String name, Recorder recorder) {
    var scenario = Scenario.named(name);
    var users = new Users(recorder, links.users());
    var calls = new LinkCalls(scenario, links::factory, UnaryOperator.identity());
    return exec(users::pass).exec(calls.turn(users, LINK));
  }
}
