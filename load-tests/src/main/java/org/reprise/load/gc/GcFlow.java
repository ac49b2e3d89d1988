package org.reprise.load.gc;

import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.util.Set;
import org.reprise.load.clm.Applications;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.generator.GatlingFlow;
import org.reprise.load.generator.Recorder;

/** The users of a load, by what they do. */
record GcFlow(GcLoad load, Credentials credentials) implements GatlingFlow {
  private static final String TURTLE = "text/turtle";
  private static final Set<String> UI = Set.of(UiScripts.READS, UiScripts.WRITES);

  @Override
  public HttpProtocolBuilder protocol() {
    return http.header("Authorization", credentials.basicHeader())
        .header("OSLC-Core-Version", "3.0")
        .contentTypeHeader(TURTLE)
        .acceptHeader(TURTLE)
        .disableFollowRedirect()
        .disableCaching()
        .shareConnections();
  }

  @Override
  public ChainBuilder flow(Recorder recorder) {
    var turns = new Turns(load, recorder);
    return exec(turns::pass)
        .exec(
            switch (load.workload()) {
              case UI -> new UiScripts(load, turns, recorder).all();
              case STRESS -> new StressScripts(load, turns).all();
              case WARM_UP ->
                  doIfOrElse((Session session) ->
                          Applications.ALL.contains(turns.group(session).name()))
                      .then(new StressScripts(load, turns).all())
                      .orElse(
                          doIfOrElse((Session session) -> UI.contains(turns.group(session).name()))
                              .then(new UiScripts(load, turns, recorder).all())
                              .orElse(new IntegrationScripts(load, turns, recorder).all()));
              case INTEGRATION -> new IntegrationScripts(load, turns, recorder).all();
            });
  }
}
