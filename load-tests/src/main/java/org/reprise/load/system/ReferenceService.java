package org.reprise.load.system;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.Site;
import org.reprise.load.deploy.Target;

/**
 * A service of a measured system as {@code up} and compose start it: one process, with data that
 * stays. Two of them are equal only where they are one.
 *
 * @param module that holds it
 * @param address where it is found
 * @param servers what it needs beside the database
 * @param service how {@code up} starts it. A setting that the site's environment has is the user's
 *     to decide; the {@linkplain Target.Address#variable() variable} of each service that runs or
 *     is being started holds its port
 * @param remarks what its user should know of its settings, by the user's environment
 */
public record ReferenceService(
    String module,
    Target.Address address,
    Set<LocalServers.Role> servers,
    Function<Site, ServiceProcess.Service> service,
    Function<Map<String, String>, List<String>> remarks) {

  /** A service of which nothing is to be said. */
  public ReferenceService(
      String module,
      Target.Address address,
      Set<LocalServers.Role> servers,
      Function<Site, ServiceProcess.Service> service) {
    this(module, address, servers, service, _ -> List.of());
  }
}
