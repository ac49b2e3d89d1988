package org.reprise.load.system;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;

/** A service of a measured system, in a module of its own: how it is started and found. */
public interface ReferenceService {
  /** The module that holds it. */
  String module();

  /** Where it is found when {@code up} or compose started it. */
  Target.Address address();

  /** What it needs beside the database. */
  default Set<LocalServers.Role> servers() {
    return Set.of();
  }

  /**
   * The service for {@code up}.
   *
   * @param servers the database and what {@link #servers()} names run
   * @param credentials the same for all services of its system
   * @param environment the user's, which the process inherits: a setting that is there is the
   *     user's to decide. The {@linkplain Target.Address#variable() variable} of each service that
   *     runs or is being started holds its port
   */
  ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment);

  /**
   * What the user of the service that {@code up} starts should know of its settings, a line each.
   *
   * @param environment the user's
   */
  default List<String> remarks(Map<String, String> environment) {
    return List.of();
  }
}
