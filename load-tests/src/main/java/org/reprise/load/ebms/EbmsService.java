package org.reprise.load.ebms;

import static java.util.Map.entry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.localstack.postgres.Database;

public final class EbmsService {
  public static final String MODULE = "ebms-adapter";
  public static final List<String> JVM_FLAGS = ServiceProcess.jvmFlags("512m");
  static final String HANDLER = "/ebms";
  static final String PERSIST = "REPRISE_EBMS_PING_PERSIST";

  /** The connections to its database: the report's, unless its user sets others. */
  private static final String POOL = "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE";

  private static final String CONNECTIONS = "50";
  private static final String IDLE = "SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE";

  /** How long a measured one waits for the answer to a Pong: as long as by itself. */
  static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  static final Duration BREAKER_OPEN = Duration.ofSeconds(5);

  /** How long after a Pong a measured one sends it again at the latest. */
  static final Duration SENT_AGAIN_AFTER = RESPONSE_TIMEOUT.plus(BREAKER_OPEN);

  private static final Target.Address ADDRESS =
      new Target.Address("EBMS_PORT", 8884, HANDLER, false);

  static final ServiceRole SERVICE =
      new ServiceRole(
              MODULE,
              ADDRESS,
              Set.of(),
              site ->
                  service(
                      site.database("ebms"),
                      site.credentials(),
                      // Idle ones would leave too few to the other services.
                      Map.ofEntries(
                          entry(POOL, site.environment().getOrDefault(POOL, CONNECTIONS)),
                          entry(IDLE, site.environment().getOrDefault(IDLE, "10")))))
          .remarking(environment ->
              Boolean.parseBoolean(environment.get(PERSIST))
                  ? List.of("Pings are stored before they are accepted (" + PERSIST + ")")
                  : List.of(
                      "Pings are not stored: a kill or a crash loses the Pongs of the last accepted"
                          + " ones.",
                      PERSIST + "=true ./reprise up ebms stores each before it is accepted."));

  static final Topology TOPOLOGY =
      new Topology(
          List.of(
              ServiceRole.of(
                  MODULE,
                  MODULE,
                  ADDRESS,
                  site -> service(site.database("ebms"), site.credentials(), measured(false)))),
          "ebms",
          handler -> handler.resolve(EbmsPing.AGREEMENTS));

  private EbmsService() {}

  public static ServiceProcess.Service service(
      Database database, Credentials credentials, Map<String, String> more) {
    return new ServiceProcess.Service(MODULE, JVM_FLAGS, database, credentials, more);
  }

  /** Returns the settings with which it is measured; a persistent one stores each Ping first. */
  static Map<String, String> measured(boolean persistent) {
    return Map.ofEntries(
        entry(PERSIST, Boolean.toString(persistent)),
        entry(POOL, CONNECTIONS),
        // What the check of every Ping and its Pong relies on.
        entry("REPRISE_EBMS_SEND_RESPONSETIMEOUT", RESPONSE_TIMEOUT.toMillis() + "ms"),
        entry("REPRISE_EBMS_SEND_BREAKEROPEN", BREAKER_OPEN.toMillis() + "ms"));
  }
}
