package org.reprise.load.process;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The containers that a run measures, by role, as far as their engine tells of them.
 *
 * @param found those that it tells of
 * @param cores that these may use; empty for all
 * @param unknown why nothing is known of the others
 * @param engine that answers; empty where none does
 */
public record Containers(
    Map<String, Container> found,
    Map<String, OptionalDouble> cores,
    Map<String, String> unknown,
    Optional<ContainerEngine> engine)
    implements AutoCloseable {
  /** As the way to a limit is called in results. */
  static final String WAY = "compose";

  /** Copies the maps. */
  public Containers {
    found = Collections.unmodifiableMap(new LinkedHashMap<>(found));
    cores = Collections.unmodifiableMap(new LinkedHashMap<>(cores));
    unknown = Collections.unmodifiableMap(new LinkedHashMap<>(unknown));
  }

  /**
   * Looks for them.
   *
   * @param ports of this machine that they are published at, by role
   * @param environment which may name another engine
   */
  public static Containers find(Map<String, Integer> ports, Map<String, String> environment) {
    var containers = new LinkedHashMap<String, Container>();
    var cores = new LinkedHashMap<String, OptionalDouble>();
    var unknown = new LinkedHashMap<String, String>();
    Optional<ContainerEngine> engine = Optional.empty();
    try {
      engine = Optional.of(ContainerEngine.of(environment));
      for (var port : ports.entrySet()) {
        var container = engine.get().publishing(port.getValue());
        if (container.isEmpty()) {
          unknown.put(
              port.getKey(), unreadable("no container is published at port " + port.getValue()));
          continue;
        }
        // What the engine does not tell now it will not tell later.
        var unused = container.get().counters();
        cores.put(port.getKey(), container.get().cores());
        containers.put(port.getKey(), container.get());
      }
    } catch (IOException e) {
      for (var role : ports.keySet()) {
        if (!containers.containsKey(role)) {
          unknown.putIfAbsent(
              role,
              unreadable(
                  e.getMessage()
                      + "; docker ps must work for this user, DOCKER_HOST may name another"
                      + " engine"));
        }
      }
    }
    return new Containers(containers, cores, unknown, engine);
  }

  /** That of a role; empty where nothing is known of it. */
  public Optional<Container> find(String role) {
    return Optional.ofNullable(found.get(role));
  }

  /** What is not known of roles, a line each. */
  public List<String> remarks() {
    return unknown.entrySet().stream().map(role -> role.getKey() + ": " + role.getValue()).toList();
  }

  private static String unreadable(String why) {
    return "what it may use and its CPU cannot be read: " + why;
  }

  @Override
  public void close() {
    engine.ifPresent(ContainerEngine::close);
  }
}
