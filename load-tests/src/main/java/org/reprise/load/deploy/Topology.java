package org.reprise.load.deploy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The processes that a system's runs measure. The first service is the one that a URL names.
 *
 * @param services in the order in which they are started; neighbours of one module start at once
 * @param database the first service's own
 * @param server the database server
 * @param replication the standby and broker; empty for none
 * @param probe leads from a service's base to something that only its users may read
 */
public record Topology(
    List<ServiceRole> services,
    String database,
    Server server,
    Optional<Replication> replication,
    UnaryOperator<URI> probe) {

  public Topology {
    services = List.copyOf(services);
  }

  /** A topology with a database server alone. */
  public Topology(List<ServiceRole> services, String database, UnaryOperator<URI> probe) {
    this(services, database, Server.SHARED, Optional.empty(), probe);
  }

  /**
   * A database server.
   *
   * @param role as its CPU is reported
   * @param address where compose publishes it
   * @param settings of PostgreSQL beside the usual ones
   */
  public record Server(String role, Target.Address address, Map<String, String> settings) {
    /** The server that the services of compose share. */
    public static final Server SHARED =
        new Server("postgresql", Target.Address.of("POSTGRES_PORT", 15432), Map.of());
  }

  /** A streaming standby and a broker, by their roles and where compose publishes them. */
  public record Replication(
      String standby, Target.Address standbyAddress, String broker, Target.Address brokerAddress) {}
}
