package org.reprise.load.deploy;

import java.net.URI;
import java.util.Optional;
import org.reprise.localstack.Database;

/**
 * A process that is watched with all below it, by what it is in the report's environment.
 *
 * @param name as CPU and memory are reported, for example {@code primary}
 * @param metrics where its heap is read; empty if it is no service
 * @param sized the database whose size is read; empty for none
 */
public record WatchedProcess(
    String name, ProcessHandle process, Optional<Metrics> metrics, Optional<Database> sized) {
  /**
   * Where a service tells its metrics, and whether its JVM takes commands of this user: not within
   * a container.
   */
  public record Metrics(URI address, Credentials credentials, boolean collectable) {}

  public static WatchedProcess of(String name, ProcessHandle process) {
    return new WatchedProcess(name, process, Optional.empty(), Optional.empty());
  }

  public static WatchedProcess service(
      String name, ServiceProcess process, Credentials credentials) {
    return service(name, process.handle(), process.origin(), credentials, true);
  }

  static WatchedProcess service(
      String name, ProcessHandle process, URI origin, Credentials credentials, boolean ours) {
    var metrics = new Metrics(origin.resolve("/actuator/prometheus"), credentials, ours);
    return new WatchedProcess(name, process, Optional.of(metrics), Optional.empty());
  }

  static WatchedProcess postgres(String name, ProcessHandle process, Optional<Database> sized) {
    return new WatchedProcess(name, process, Optional.empty(), sized);
  }
}
