package org.reprise.load.ldx;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;

/** The services of the report's environment: the applications, and the index of their links. */
final class LdxServices {
  /** The module that plays the applications. */
  static final String FEED = "trs-feed";

  /** The module of the index. */
  static final String INDEX = "ldx-indexer";

  /** Where the applications are found, all in one process. */
  static final Target.Address FEED_ADDRESS =
      new Target.Address("TRS_PORT", 8886, "/ccm/rootservices", true);

  /** Where the index is found. */
  static final Target.Address INDEX_ADDRESS =
      new Target.Address("LDX_PORT", 8887, "/ldx/web/admin/data-sources", true);

  /** The application with work items (RTC in the report). */
  static final String CCM = "ccm";

  /** The application with test cases (RQM). */
  static final String QM = "qm";

  /** The application with requirements (DNG). */
  static final String RM = "rm";

  /**
   * All of them, as roles, path segments and databases are called: each after those that its
   * artifacts link to.
   */
  static final List<String> APPLICATIONS = List.of(RM, QM, CCM);

  /** Those whose feeds the report's index reads: that of requirements is none of them. */
  static final List<String> SOURCES = List.of(CCM, QM);

  /** The index, as its role and its database are called. */
  static final String LDX = "ldx";

  /** The database of the applications that run in one process. */
  static final String FEED_DATABASE = "trs";

  /** The broker's variable of both services. */
  static final String KAFKA = "SPRING_KAFKA_BOOTSTRAP_SERVERS";

  /** A project area more than the report's would have no artifacts. */
  static final int PROJECTS = 131;

  private static final String FEED_HEAP = "-Xmx384m";

  /** The heap that the index is to do with, whatever it holds. */
  private static final String INDEX_HEAP = "-Xmx512m";

  private LdxServices() {}

  /**
   * A process that plays applications.
   *
   * @param applications those that it plays
   * @param others the origins of applications that run elsewhere, by their names
   * @param more further variables
   */
  static ServiceProcess.Service feed(
      Database database,
      Credentials credentials,
      List<String> applications,
      Map<String, URI> others,
      Map<String, String> more) {
    var environment = new HashMap<>(more);
    environment.put("REPRISE_TRS_APPLICATIONS", String.join(",", applications));
    others.forEach((name, origin) ->
        environment.put(
            "REPRISE_TRS_BASEURIS_" + name.toUpperCase(Locale.ROOT), origin.toString()));
    return new ServiceProcess.Service(FEED, flags(FEED_HEAP), database, credentials, environment);
  }

  /**
   * The index.
   *
   * @param feeds the origins of the applications that it reads, by their names
   * @param poll between two polls of a data source
   * @param more further variables
   */
  static ServiceProcess.Service index(
      Database database,
      Credentials credentials,
      Map<String, URI> feeds,
      Duration poll,
      Map<String, String> more) {
    var environment = new HashMap<>(more);
    environment.put("REPRISE_LDX_POLL", poll.toSeconds() + "s");
    var origins = new ArrayList<URI>();
    var source = 0;
    for (var feed : feeds.entrySet()) {
      var name = "REPRISE_LDX_DATASOURCES_%d_".formatted(source++);
      environment.put(name + "NAME", feed.getKey());
      environment.put(
          name + "TRS", feed.getValue().resolve("/" + feed.getKey() + "/trs").toString());
      if (!origins.contains(feed.getValue())) {
        var login = "REPRISE_LDX_FETCH_CREDENTIALS_%d_".formatted(origins.size());
        environment.put(login + "ORIGIN", feed.getValue().toString());
        environment.put(login + "USERNAME", credentials.username());
        environment.put(login + "PASSWORD", credentials.password());
        origins.add(feed.getValue());
      }
    }
    return new ServiceProcess.Service(INDEX, flags(INDEX_HEAP), database, credentials, environment);
  }

  private static List<String> flags(String heap) {
    return List.of(
        heap,
        ServiceProcess.EXIT_ON_OUT_OF_MEMORY,
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED");
  }
}
