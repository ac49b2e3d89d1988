package org.reprise.load.cps;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.localstack.Database;

/** cps-core as a process of its own. */
public final class CpsService {
  public static final String MODULE = "cps-core";

  static final Target.Address ADDRESS = new Target.Address("CPS_PORT", 8883, "/cps/api", true);

  private static final List<String> JVM_FLAGS =
      List.of(
          "-Xmx512m", ServiceProcess.EXIT_ON_OUT_OF_MEMORY, "--enable-native-access=ALL-UNNAMED");

  public static final ServiceRole SERVICE =
      new ServiceRole(
          MODULE,
          ADDRESS,
          Set.of(),
          site -> of(site.database("cps"), site.credentials(), Map.of()));

  public static final Topology TOPOLOGY =
      new Topology(List.of(SERVICE), "cps", base -> URI.create(base + "/v2/admin/dataspaces"));

  private CpsService() {}

  /**
   * How it is started.
   *
   * @param more environment beside what every service has
   */
  static ServiceProcess.Service of(
      Database database, Credentials credentials, Map<String, String> more) {
    return new ServiceProcess.Service(MODULE, JVM_FLAGS, database, credentials, more);
  }
}
