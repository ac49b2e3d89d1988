package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.UserLoad;
import org.reprise.load.clm.Users;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RepriseSimulation;

/**
 * Users of global configurations. It is started by {@code reprise run gc}, which fills the service
 * and its applications and says what there is: there is no load by hand.
 */
public final class GcSimulation extends RepriseSimulation {
  private final Load gc = load().settings(Load.class);
  private final Credentials credentials = Properties.ofProcess().credentials();

  public GcSimulation() {
    super(() -> {
      throw new IllegalArgumentException(
          "users need to know what there is: use reprise run gc --experiment ID");
    });
    inject();
  }

  @Override
  protected HttpProtocolBuilder protocol() {
    return Users.protocol(credentials, "3.0");
  }

  @Override
  protected ChainBuilder flow(Recorder recorder) {
    var users = new Users(recorder, gc.groups(), gc.arrival());
    var requests = new GcRequests(gc);
    var ui = new UiScripts(gc, users, requests);
    var applications = new ApplicationScripts(gc, users, requests);
    var scripts = new ArrayList<Choice.WithKey>();
    scripts.add(onCase(UiScripts.READS).then(ui.read()));
    scripts.add(onCase(UiScripts.WRITES).then(ui.write()));
    for (var proxy : List.of(Applications.QM, Applications.RM)) {
      scripts.add(onCase(proxy).then(applications.stress()));
    }
    Scenario.ALL.forEach(it -> scripts.add(onCase(it.id()).then(applications.link(it))));
    scripts.add(onCase(ApplicationScripts.SELECT).then(applications.select()));
    return exec(users::pass)
        .exec(doSwitch((Session session) -> users.group(session).name()).on(scripts));
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
