package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.exec;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.clm.Applications;
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
 * The users of one of the report's experiments on global configurations. By hand each subclass has
 * one of its own, and works with the configurations that the service has (docs/simulations.md).
 */
public class GcSimulation extends RepriseSimulation {
  static final Duration GRACE = Duration.ofMinutes(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Load gc = load().settings(Load.class);

  public GcSimulation() {
    this("ui-100");
  }

  GcSimulation(String experiment) {
    super(() -> byHand(experiment, Properties.ofProcess()));
    inject();
  }

  static LoadSpec byHand(String otherwise, Properties properties) {
    var experiment = Baselines.load("clm-60-gc").require(properties.text("experiment", otherwise));
    var service = properties.base("base", "http://127.0.0.1:8882");
    var applications = properties.base("applications", "http://127.0.0.1:8886");
    var users = UserLoad.of(experiment, properties.number("think", 1));
    var arrival = properties.seconds("arrival", 1);
    var coming = arrival.multipliedBy(users.users()).plus(GcLoads.SETTLING);
    var shape = new Shape.Window(users.users(), coming, properties.seconds("duration", 60));
    var origins = new HashMap<String, String>();
    Applications.ALL.forEach(it -> origins.put(it, applications.toString()));
    return LoadSpec.of(
        "global configurations " + experiment.id(),
        List.of(Phase.warmUp(experiment.id(), shape)),
        new Load(
            service.toString(),
            origins,
            users.groups(),
            arrival,
            ask(
                service,
                new ServiceCalls(properties.credentials(), TIMEOUT, service, applications),
                it -> Directory.read(it, service).places(applications.toString()))),
        GRACE.plus(users.think()));
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    return Users.protocol(byUser(), "3.0");
  }

  @Override
  protected Injection injection(Phase phase) {
    return new Injection(UserLoad.Group.users(gc.groups()), gc.arrival());
  }

  @Override
  protected ChainBuilder flow(String scenario, Recorder recorder) {
    var group = gc.groups().stream().filter(it -> it.name().equals(scenario)).findFirst();
    var users = new Users(recorder, group.orElseThrow());
    var ui = new UiScripts(gc, users);
    var applications = new ApplicationScripts(gc, users);
    return exec(users::pass)
        .exec(
            switch (scenario) {
              case UiScripts.READS -> ui.read();
              case UiScripts.WRITES -> ui.write();
              case Applications.QM, Applications.RM -> applications.stress(scenario);
              case ApplicationScripts.SELECT -> applications.select();
              default -> applications.link(Scenario.named(scenario));
            });
  }

  /** What users do, and with which configurations; service and applications are origins. */
  record Load(
      String gc,
      Map<String, String> applications,
      List<UserLoad.Group> groups,
      Duration arrival,
      List<Place> configurations) {
    record Titled(String uri, String title) {}

    /** A component, its stream and a baseline, and the project of each application in them. */
    record Place(Titled component, Titled stream, Titled baseline, int project) {}

    Place place(int number) {
      return configurations.get(Math.floorMod(number, configurations.size()));
    }
  }
}
