package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.Users;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.GatlingFlow;
import org.reprise.load.generator.Recorder;

/** The users of a load: each does what its group is called as. */
record GcFlow(GcLoad load, Credentials credentials) implements GatlingFlow {
  @Override
  public HttpProtocolBuilder protocol() {
    return Users.protocol(credentials, "3.0");
  }

  @Override
  public ChainBuilder flow(Recorder recorder) {
    var users = new Users(recorder, load.groups(), load.arrival());
    var requests = new GcRequests(load);
    var ui = new UiScripts(load, users, requests);
    var applications = new ApplicationScripts(load, users, requests);
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
}
