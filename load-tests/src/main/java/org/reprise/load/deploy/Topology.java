package org.reprise.load.deploy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.reprise.load.deploy.LocalServers.Kind;

/**
 * The processes that a system's runs measure. The first service is the one that a URL names.
 *
 * @param services all started at once, after the servers
 * @param servers in the order in which they are started, the primary first
 * @param probe leads from a service's base to something that only its users may read
 */
public record Topology(
    List<ServiceRole> services, String database, List<Server> servers, UnaryOperator<URI> probe) {

  /** The database server that the services of compose share. */
  public static final Server POSTGRESQL =
      new Server(Kind.DATABASE, "postgresql", Target.Address.of("POSTGRES_PORT", 15432), Map.of());

  public Topology(List<ServiceRole> services, String database, UnaryOperator<URI> probe) {
    this(services, database, List.of(POSTGRESQL), probe);
  }

  public Topology with(List<String> jvmFlags) {
    var more = services.stream().map(it -> it.with(jvmFlags)).toList();
    return new Topology(more, database, servers, probe);
  }

  /** A server that services need; its role is the name that its CPU is reported by. */
  public record Server(
      Kind kind, String role, Target.Address address, Map<String, String> settings) {}
}
