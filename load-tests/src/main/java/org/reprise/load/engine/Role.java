package org.reprise.load.engine;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reprise.load.process.Container;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.ServiceTarget;
import org.reprise.load.stack.ServicesTarget;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;

/** A process that is watched, by what it is in the report's environment. */
public sealed interface Role {
  /** As CPU and memory are reported, for example {@code primary}. */
  String name();

  /** Those of a service with its database, as far as they can be watched. */
  static List<Role> of(ServiceTarget target) {
    var roles = new ArrayList<Role>();
    target
        .service()
        .ifPresent(
            service -> roles.add(new Service(target.module(), service, target.credentials())));
    target
        .postgres()
        .ifPresent(postgres ->
            roles.add(new Postgres(ServiceTarget.DATABASE, postgres, true, target.database())));
    target
        .containers()
        .forEach((name, container) ->
            roles.add(
                name.equals(ServiceTarget.DATABASE)
                    ? new Contained(
                        name, container, Optional.empty(), target.database(), target.database())
                    : Contained.service(name, container, target.metrics(), target.credentials())));
    return roles;
  }

  /**
   * Those of several services with their database server.
   *
   * @param sized the database whose size is read
   */
  static List<Role> of(ServicesTarget target, Database sized) {
    var roles = new ArrayList<Role>();
    target
        .services()
        .forEach((role, process) -> roles.add(new Service(role, process, target.credentials())));
    target
        .postgres()
        .ifPresent(postgres ->
            roles.add(new Postgres(ServicesTarget.DATABASE, postgres, true, Optional.of(sized))));
    return roles;
  }

  /**
   * A service of ours: its heap is read, too.
   *
   * @param credentials which its metrics need
   */
  record Service(String name, ServiceProcess process, Credentials credentials) implements Role {}

  /**
   * A database server, all its processes together.
   *
   * @param writer whether it is written to: its write-ahead log is counted then
   * @param sized the database whose size is read; empty for none
   */
  record Postgres(String name, LocalPostgres server, boolean writer, Optional<Database> sized)
      implements Role {}

  /** Any other process. */
  record Other(String name, ProcessHandle process) implements Role {}

  /**
   * A container, of which its engine tells CPU and memory.
   *
   * @param service where its heap is read, where it is a service
   * @param sized the database whose size is read; empty for none
   * @param written the database whose write-ahead log is counted; empty for none
   */
  record Contained(
      String name,
      Container container,
      Optional<Metrics> service,
      Optional<Database> sized,
      Optional<Database> written)
      implements Role {
    /** A service. */
    public static Contained service(
        String name, Container container, URI metrics, Credentials credentials) {
      return new Contained(
          name,
          container,
          Optional.of(new Metrics(metrics, credentials)),
          Optional.empty(),
          Optional.empty());
    }

    /** Anything else. */
    public static Contained other(String name, Container container) {
      return new Contained(name, container, Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /**
   * Where a service tells its metrics.
   *
   * @param credentials which they need
   */
  record Metrics(URI address, Credentials credentials) {}
}
