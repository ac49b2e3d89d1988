package org.reprise.load.ldx;

import java.time.Duration;
import java.util.List;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.UserLoad;
import org.reprise.load.deploy.Origin;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
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
public final class LinkSimulation extends RepriseSimulation {
  public LinkSimulation() {
    super(() -> byHand(Properties.ofProcess()));
    inject(
        new LinkFlow(load().settings(LinkFlow.Load.class), Properties.ofProcess().credentials()));
  }

  static LoadSpec byHand(Properties properties) {
    var scenario = Scenario.named(properties.text("scenario", Scenario.CCM_RM.id())).id();
    var base = Origin.base(properties.text("base", "http://127.0.0.1:8886"));
    Origin.requireOwned(base, properties.flag("iownthis"));
    var think = seconds(properties, "think", 30);
    var users = new UserLoad.Group(scenario, properties.count("users", 30), think);
    var arrival = seconds(properties, "arrival", 1);
    var coming = arrival.multipliedBy(users.users()).plus(think);
    var shape = new Shape.Window(users.users(), coming, seconds(properties, "duration", 60));
    var projects = properties.count("projects", 1);
    return LoadSpec.of(
        "links " + scenario,
        List.of(Phase.warmUp(scenario + "-" + users.users(), shape)),
        new LinkFlow.Load(users, base.toString(), base.toString(), projects, arrival),
        think.plusMinutes(1));
  }

  private static Duration seconds(Properties properties, String name, int otherwise) {
    return Duration.ofMillis((long) (properties.number(name, otherwise) * 1000));
  }
}
