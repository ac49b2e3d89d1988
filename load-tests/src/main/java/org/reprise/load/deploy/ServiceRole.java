package org.reprise.load.deploy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.reprise.localstack.postgres.Database;

/**
 * A process of a system, as a run, {@code up} and compose start it. Two of them are equal only
 * where they are one.
 *
 * @param name as its CPU is reported; of its log
 * @param share the role with whose processes it shares processors; its own name mostly
 * @param servers what it needs beside the database
 * @param service how it is started. A setting that the site's environment has is the user's to
 *     decide; the {@linkplain Target.Address#variable() variable} of each service that runs or is
 *     being started holds its port
 * @param remarks what its user should know of its settings, by the user's environment
 */
public record ServiceRole(
    String name,
    String module,
    String share,
    Target.Address address,
    Set<LocalServers.Kind> servers,
    Function<Site, ServiceProcess.Service> service,
    Function<Map<String, String>, List<String>> remarks) {

  /** A service that is one process, called as its module is. */
  public ServiceRole(
      String module,
      Target.Address address,
      Set<LocalServers.Kind> servers,
      Function<Site, ServiceProcess.Service> service) {
    this(module, module, module, address, servers, service, _ -> List.of());
  }

  public static ServiceRole of(
      String name,
      String module,
      Target.Address address,
      Function<Site, ServiceProcess.Service> service) {
    return new ServiceRole(name, module, name, address, Set.of(), service, _ -> List.of());
  }

  public ServiceRole remarking(Function<Map<String, String>, List<String>> about) {
    return new ServiceRole(name, module, share, address, servers, service, about);
  }

  ServiceRole with(List<String> flags) {
    Function<Site, ServiceProcess.Service> more = site -> service.apply(site).with(flags);
    return new ServiceRole(name, module, share, address, servers, more, remarks);
  }

  /** The servers, callers and neighbours of a service, which its settings name. */
  public interface Site {
    Credentials credentials();

    /** Returns a database with the credentials of its owner; it is made when first asked for. */
    Database database(String name);

    Database replica(String name);

    String brokers();

    /** Returns the variables by which a user says how services are started. */
    default Map<String, String> environment() {
      return Map.of();
    }

    /** Returns the folder of that name in which a service stores files. */
    default Path files(String name) {
      return Home.current().ownState(name);
    }

    /** Returns the address of a service, which may not run yet, without a slash at its end. */
    URI origin(String role);
  }
}
