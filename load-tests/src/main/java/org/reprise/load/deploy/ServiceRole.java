package org.reprise.load.deploy;

import java.util.Optional;
import java.util.function.Function;

/**
 * A process of a system: how it is started for a run, and where compose publishes it.
 *
 * @param name as its CPU is reported; of its log
 * @param module that holds it
 * @param share the role with whose processes it shares processors; its own name mostly
 * @param address where compose publishes it; empty for a role of local runs only
 * @param service how it is started
 */
public record ServiceRole(
    String name,
    String module,
    String share,
    Optional<Target.Address> address,
    Function<Site, ServiceProcess.Service> service) {

  /** A role that only local runs have. */
  public static ServiceRole local(
      String name, String module, Function<Site, ServiceProcess.Service> service) {
    return new ServiceRole(name, module, name, Optional.empty(), service);
  }

  /** A role that compose has, too. */
  public static ServiceRole of(
      String name,
      String module,
      Target.Address address,
      Function<Site, ServiceProcess.Service> service) {
    return new ServiceRole(name, module, name, Optional.of(address), service);
  }

  /** The same role, sharing the processors of another one. */
  public ServiceRole sharing(String other) {
    return new ServiceRole(name, module, other, address, service);
  }
}
