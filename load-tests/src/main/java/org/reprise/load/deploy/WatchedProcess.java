package org.reprise.load.deploy;

import java.net.URI;
import java.util.Optional;
import org.reprise.localstack.postgres.Database;

/**
 * A process that is watched with all below it, by what it is in the report's environment.
 *
 * @param name as CPU and memory are reported, for example {@code primary}
 * @param service empty if it is none of ours that tells its heap
 * @param database whose size is read; empty for none
 */
public record WatchedProcess(
    String name, ProcessHandle process, Optional<Service> service, Optional<Database> database) {
  /** A service by its origin, and whether its JVM takes commands of this user. */
  public record Service(URI origin, Credentials credentials, boolean collectable) {}

  public WatchedProcess(String name, ProcessHandle process, Service service) {
    this(name, process, Optional.of(service), Optional.empty());
  }
}
