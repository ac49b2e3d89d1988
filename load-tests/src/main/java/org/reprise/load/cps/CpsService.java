package org.reprise.load.cps;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.ServiceTarget;
import org.reprise.localstack.Database;

/** cps-core as a process of its own. */
public final class CpsService {
  /** The module that holds it. */
  public static final String MODULE = "cps-core";

  /** As a run serves it. */
  public static final ServiceTarget.Kind KIND =
      new ServiceTarget.Kind(
          MODULE,
          "/cps/api",
          base -> URI.create(base + "/v2/admin/dataspaces"),
          "cps",
          "cps",
          CpsService::of);

  /** The flags of its JVM. */
  private static final List<String> JVM_FLAGS =
      List.of(
          "-Xmx512m", ServiceProcess.EXIT_ON_OUT_OF_MEMORY, "--enable-native-access=ALL-UNNAMED");

  private CpsService() {}

  /** With the settings that it has by itself. */
  static ServiceProcess.Service of(Database database, Credentials credentials) {
    return new ServiceProcess.Service(MODULE, JVM_FLAGS, database, credentials, Map.of());
  }

  /**
   * The same, with the password told as a hash and verified anew for every request.
   *
   * @param bcryptHash of the password in the credentials
   */
  static ServiceProcess.Service hashingEachRequest(
      Database database, Credentials credentials, String bcryptHash) {
    return new ServiceProcess.Service(
        MODULE,
        JVM_FLAGS,
        database,
        credentials,
        Map.of(
            "REPRISE_SECURITY_PASSWORD",
            "{bcrypt}" + bcryptHash,
            "REPRISE_SECURITY_VERIFICATION_CACHE_TTL",
            "0s"));
  }
}
