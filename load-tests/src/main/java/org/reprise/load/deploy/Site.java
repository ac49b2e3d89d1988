package org.reprise.load.deploy;

import java.net.URI;
import java.util.Map;
import org.reprise.localstack.Database;

/** The servers, callers and neighbours that a service is told of when it is started. */
public interface Site {
  /** Returns what the callers of all services send. */
  Credentials credentials();

  /** Returns a database with the credentials of its owner; it is made when first asked for. */
  Database database(String name);

  /** Returns the same database on the standby. */
  Database replica(String name);

  /** Returns the bootstrap servers of the broker. */
  String brokers();

  /** Returns the variables by which a user says how services are started. */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** Returns the address of a service, which may not run yet, without a slash at its end. */
  URI origin(String role);
}
