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
import org.reprise.load.generator.GatlingFlow;
import org.reprise.load.generator.Recorder;

/**
 * The users of one of the report's scenarios. A link is due when the user's think time is over, and
 * created with the answer to the last save.
 */
record LinkFlow(Load load, Credentials credentials) implements GatlingFlow {
  /** The whole of it, as the baseline calls it. */
  static final String LINK = "link";

  /**
   * What the users do.
   *
   * @param users who create links of the scenario that they are called as
   * @param from origin of the application with the artifact that holds the link
   * @param to origin of the other one
   * @param projects of each; a user works in one after another
   * @param arrival from the coming of a user to that of the next one
   */
  record Load(UserLoad.Group users, String from, String to, int projects, Duration arrival) {}

  @Override
  public HttpProtocolBuilder protocol() {
    return Users.protocol(credentials, "2.0");
  }

  @Override
  public ChainBuilder flow(Recorder recorder) {
    var scenario = Scenario.named(load.users().name());
    var users = new Users(recorder, List.of(load.users()), load.arrival());
    var calls =
        new LinkCalls(
            scenario,
            application -> application.equals(scenario.from()) ? load.from() : load.to(),
            session -> (Users.user(session) + Users.passes(session)) % load.projects() + 1,
            UnaryOperator.identity());
    return exec(users::pass).exec(calls.turn(users, LINK));
  }
}
