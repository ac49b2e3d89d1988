package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.localstack.Database;

/** ebms-adapter, as a process and by its management API. */
public final class EbmsService {
  public static final String MODULE = "ebms-adapter";

  /** The flags of its JVM: the report's heap. */
  public static final List<String> JVM_FLAGS = ServiceProcess.jvmFlags("512m");

  /** Path of the message handler. */
  public static final String HANDLER = "/ebms";

  static final Target.Address ADDRESS = new Target.Address("EBMS_PORT", 8884, HANDLER, false);

  static final ServiceRole SERVICE =
      new ServiceRole(
              MODULE,
              ADDRESS,
              Set.of(),
              site -> service(site.database("ebms"), site.credentials(), Map.of()))
          .remarking(EbmsService::remarks);

  static final Topology TOPOLOGY =
      new Topology(
          List.of(
              ServiceRole.of(
                  MODULE,
                  MODULE,
                  ADDRESS,
                  site -> service(site.database("ebms"), site.credentials(), measured(false)))),
          "ebms",
          handler -> handler.resolve("/api/v1/agreements"));

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private EbmsService() {}

  /** The environment variable that makes it store each Ping before it acknowledges it. */
  public static final String PERSIST = "REPRISE_EBMS_PING_PERSIST";

  /**
   * How long a measured one waits for the partner's answer to a Pong, before it sends it again: as
   * long as the service does by itself.
   */
  static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  /** How long a measured one sends nothing to a partner that failed: as by itself. */
  static final Duration BREAKER_OPEN = Duration.ofSeconds(5);

  private static List<String> remarks(Map<String, String> environment) {
    return Boolean.parseBoolean(environment.get(PERSIST))
        ? List.of("Pings are stored before they are accepted (" + PERSIST + ")")
        : List.of(
            "Pings are not stored: a kill or a crash loses the Pongs of the last accepted ones.",
            PERSIST + "=true ./reprise up ebms stores each before it is accepted.");
  }

  /**
   * How it is started.
   *
   * @param more environment beside what every service has
   */
  public static ServiceProcess.Service service(
      Database database, Credentials credentials, Map<String, String> more) {
    return new ServiceProcess.Service(MODULE, JVM_FLAGS, database, credentials, more);
  }

  /**
   * The settings with which it is measured: the report's 50 connections of its database.
   *
   * @param persistent whether it stores each Ping before it accepts it
   */
  static Map<String, String> measured(boolean persistent) {
    return Map.of(
        PERSIST,
        Boolean.toString(persistent),
        "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE",
        "50",
        // What the check of every Ping and its Pong relies on.
        "REPRISE_EBMS_SEND_RESPONSETIMEOUT",
        RESPONSE_TIMEOUT.toMillis() + "ms",
        "REPRISE_EBMS_SEND_BREAKEROPEN",
        BREAKER_OPEN.toMillis() + "ms");
  }

  /**
   * Gives it an agreement, in place of one with the same CPAId.
   *
   * @throws IOException where it refuses
   */
  static void agree(Agreement agreement, Credentials credentials)
      throws IOException, InterruptedException {
    var handler = URI.create(agreement.theirs());
    var uri = handler.resolve("/api/v1/agreements/" + agreement.flow().cpaId());
    try (var calls = new HttpCalls(credentials, LIMIT, handler)) {
      calls.send(
          HttpRequest.newBuilder(uri)
              .header("Content-Type", "application/xml")
              .PUT(BodyPublishers.ofString(agreement.xml())),
          status -> status / 100 == 2);
    }
  }
}
