package org.reprise.load.ldx;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.clm.Applications;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;

/** The index of links in the report's environment, beside the {@link Applications}. */
final class LdxServices {
  /** The module of the index. */
  static final String INDEX = "ldx-indexer";

  /** Where the index is found. */
  static final Target.Address INDEX_ADDRESS =
      new Target.Address("LDX_PORT", 8887, "/ldx/web/admin/data-sources", true);

  /** Those whose feeds the report's index reads: that of requirements is none of them. */
  static final List<String> SOURCES = List.of(Applications.CCM, Applications.QM);

  /** The index, as its role and its database are called. */
  static final String LDX = "ldx";

  /** The heap that the index is to do with, whatever it holds. */
  private static final String INDEX_HEAP = "-Xmx512m";

  private LdxServices() {}

  /**
   * The index.
   *
   * @param feeds the origins of those that it reads, by their names
   * @param others further origins at which it may log in: contexts are resolved there, and somebody
   *     may add a feed of theirs
   * @param poll between two polls of a data source
   * @param more further variables
   */
  static ServiceProcess.Service index(
      Database database,
      Credentials credentials,
      Map<String, URI> feeds,
      Set<URI> others,
      Duration poll,
      Map<String, String> more) {
    var environment = new HashMap<>(more);
    environment.put("REPRISE_LDX_POLL", poll.toSeconds() + "s");
    var source = 0;
    for (var feed : feeds.entrySet()) {
      var name = "REPRISE_LDX_DATASOURCES_%d_".formatted(source++);
      environment.put(name + "NAME", feed.getKey());
      environment.put(
          name + "TRS", feed.getValue().resolve("/" + feed.getKey() + "/trs").toString());
    }
    var origins = new LinkedHashSet<>(feeds.values());
    origins.addAll(others);
    var known = 0;
    for (var origin : origins) {
      var login = "REPRISE_LDX_FETCH_CREDENTIALS_%d_".formatted(known++);
      environment.put(login + "ORIGIN", origin.toString());
      environment.put(login + "USERNAME", credentials.username());
      environment.put(login + "PASSWORD", credentials.password());
    }
    return new ServiceProcess.Service(
        INDEX, Applications.flags(INDEX_HEAP), database, credentials, environment);
  }
}
