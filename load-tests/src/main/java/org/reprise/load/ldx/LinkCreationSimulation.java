package org.reprise.load.ldx;

import static io.gatling.javaapi.core.CoreDsl.exec;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.reprise.load.clm.LinkCalls;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.UserLoad;
import org.reprise.load.clm.Users;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RepriseSimulation;
import org.reprise.load.generator.Shape;

/**
 * Users who create links between artifacts of two applications.
 *
 * <p>By hand: {@code -Dscenario} (ccm-rm, ccm-qm or qm-rm), {@code -Dbase} of the process with the
 * applications (http://127.0.0.1:8886), {@code -Dusers} (30), of whom one comes every {@code
 * -Darrival} seconds (1), {@code -Dthink} in seconds (30), {@code -Dduration} in seconds (60) once
 * all of them are there, {@code -Dprojects} (1), and credentials in the environment.
 */
public final class LinkCreationSimulation extends RepriseSimulation {
  static final String LINK = "link";

  /** Users of the scenario that they are called as; the applications are origins. */
  record Load(UserLoad.Group users, String from, String to, int projects, Duration arrival) {}

  private final Load links = load().settings(Load.class);
  private final Credentials credentials = Properties.ofProcess().credentials();

  public LinkCreationSimulation() {
    super(() -> byHand(Properties.ofProcess()));
    inject();
  }

  static LoadSpec byHand(Properties properties) {
    var scenario = Scenario.named(properties.text("scenario", Scenario.CCM_RM.id())).id();
    var base = properties.base("base", "http://127.0.0.1:8886");
    var think = properties.seconds("think", 30);
    var users = new UserLoad.Group(scenario, properties.count("users", 30), think);
    var arrival = properties.seconds("arrival", 1);
    var coming = arrival.multipliedBy(users.users()).plus(think);
    var shape = new Shape.Window(users.users(), coming, properties.seconds("duration", 60));
    var projects = properties.count("projects", 1);
    return LoadSpec.of(
        "links " + scenario,
        List.of(Phase.warmUp(scenario + "-" + users.users(), shape)),
        new Load(users, base.toString(), base.toString(), projects, arrival),
        think.plusMinutes(1));
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    return Users.protocol(credentials, "2.0");
  }

  @Override
  protected ChainBuilder flow(Recorder recorder) {
    var scenario = Scenario.named(links.users().name());
    var users = new Users(recorder, List.of(links.users()), links.arrival());
    var calls =
        new LinkCalls(
            scenario,
            application -> application.equals(scenario.from()) ? links.from() : links.to(),
            session -> (Users.user(session) + Users.passes(session)) % links.projects() + 1,
            UnaryOperator.identity());
    return exec(users::pass).exec(calls.turn(users, LINK));
  }
}
