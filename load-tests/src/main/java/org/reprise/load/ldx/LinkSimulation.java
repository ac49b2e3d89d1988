package org.reprise.load.ldx;

import java.time.Duration;
import java.util.List;
import org.reprise.load.clm.Scenario;
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
    inject(new LinkFlow(load().settings(LinkLoad.class), Properties.ofProcess().credentials()));
  }

  static LoadSpec byHand(Properties properties) {
    var scenario = Scenario.named(properties.text("scenario", Scenario.CCM_RM.id()));
    var base = Origin.base(properties.text("base", "http://127.0.0.1:8886"));
    Origin.requireOwned(base, properties.flag("iownthis"));
    var origin = base.toString().replaceAll("/+$", "");
    var users = properties.count("users", 30);
    var arrival = properties.number("arrival", 1);
    var think = Duration.ofMillis((long) (properties.number("think", 30) * 1000));
    var length = Duration.ofMillis((long) (properties.number("duration", 60) * 1000));
    var coming = Duration.ofMillis(Math.round(users * arrival * 1000)).plus(think);
    return LoadSpec.of(
        "links " + scenario.id(),
        List.of(Phase.warmUp(scenario.id() + "-" + users, new Shape.Window(users, coming, length))),
        new LinkLoad(
            scenario.id(),
            origin,
            origin,
            properties.count("projects", 1),
            arrival * 1000,
            think.toMillis()),
        think.plusMinutes(1));
  }
}
