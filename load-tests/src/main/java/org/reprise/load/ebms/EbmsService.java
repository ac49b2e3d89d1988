package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.Database;

/** ebms-adapter, as a process and by its management API. */
public final class EbmsService {
  /** The module that holds it. */
  public static final String MODULE = "ebms-adapter";

  /**
   * The flags of its JVM. With a heap this small and few cores the serial collector costs a third
   * less CPU for one Ping than the one that the JVM takes by itself.
   */
  public static final List<String> JVM_FLAGS =
      List.of(
          "-Xmx256m",
          ServiceProcess.EXIT_ON_OUT_OF_MEMORY,
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED");

  /** Path of the message handler. */
  public static final String HANDLER = "/ebms";

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

  /** How it is started, with the settings that it has by itself. */
  public static ServiceProcess.Service service(Database database, Credentials credentials) {
    return new ServiceProcess.Service(MODULE, JVM_FLAGS, database, credentials, Map.of());
  }

  /**
   * How it is started to be measured.
   *
   * @param persistent whether it stores each Ping before it accepts it
   */
  public static ServiceProcess.Service service(
      Database database, Credentials credentials, boolean persistent) {
    return new ServiceProcess.Service(
        MODULE,
        JVM_FLAGS,
        database,
        credentials,
        Map.of(
            PERSIST,
            Boolean.toString(persistent),
            // What the check of every Ping and its Pong relies on.
            "REPRISE_EBMS_SEND_RESPONSETIMEOUT",
            RESPONSE_TIMEOUT.toMillis() + "ms",
            "REPRISE_EBMS_SEND_BREAKEROPEN",
            BREAKER_OPEN.toMillis() + "ms"));
  }

  /**
   * Gives it an agreement, in place of one with the same CPAId.
   *
   * @param service any address of it
   * @throws IOException where it refuses
   */
  static void agree(URI service, Credentials credentials, Agreement agreement)
      throws IOException, InterruptedException {
    var uri = service.resolve("/api/v1/agreements/" + agreement.flow().cpaId());
    try (var http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(uri)
                  .timeout(LIMIT)
                  .header("Authorization", credentials.basicHeader())
                  .header("Content-Type", "application/xml")
                  .PUT(BodyPublishers.ofString(agreement.xml()))
                  .build(),
              BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new IOException(
            "%s answered %d to the agreement: %s"
                .formatted(uri, answer.statusCode(), answer.body()));
      }
    }
  }
}
