package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The containers that a run measures, by role: {@code docker inspect} tells the process that each
 * has begun with, and that one is then watched as any other. {@code DOCKER_HOST} names another
 * engine, as for Docker's own command.
 *
 * @param found containers whose process is one of this machine
 * @param unknown why nothing is known of the others
 */
public record Containers(Map<String, Container> found, Map<String, String> unknown) {
  /** As the way to a limit is called in results. */
  static final String WAY = "compose";

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Nothing runs in a container. */
  public static final Containers NONE = new Containers(Map.of(), Map.of());

  public Containers {
    found = Collections.unmodifiableMap(new LinkedHashMap<>(found));
    unknown = Collections.unmodifiableMap(new LinkedHashMap<>(unknown));
  }

  /**
   * A container that somebody else started.
   *
   * @param process the one that it began with
   * @param cores that it may use; empty for all
   */
  public record Container(ProcessHandle process, OptionalDouble cores) {
    /** The group that counts how it was held back; empty if this process cannot see it. */
    Optional<Cgroup> group() {
      var pid = Long.toString(process.pid());
      for (int version = 2; version > 0; version--) {
        try {
          var group = Cgroup.of(Path.of("/"), pid, version);
          if (group.isPresent()) {
            var unused = group.get().throttling();
            return group;
          }
        } catch (IOException e) {
          continue; // it counts nothing, or the process has ended
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Finds them.
   *
   * @param ports of this machine that they are published at, by role
   */
  public static Containers find(Map<String, Integer> ports) throws InterruptedException {
    return find(ports, "docker", Path.of("/"));
  }

  static Containers find(Map<String, Integer> ports, String docker, Path root)
      throws InterruptedException {
    var found = new LinkedHashMap<String, Container>();
    var unknown = new LinkedHashMap<String, String>();
    for (var port : ports.entrySet()) {
      try {
        found.put(port.getKey(), publishing(port.getValue(), docker, root));
      } catch (IOException e) {
        unknown.put(
            port.getKey(),
            "what it may use and its CPU cannot be read: %s; docker ps must work for this user, DOCKER_HOST may name another engine"
                .formatted(e.getMessage()));
      }
    }
    return new Containers(found, unknown);
  }

  private static Container publishing(int port, String docker, Path root)
      throws IOException, InterruptedException {
    // Not by the filter "publish", which compares the container's own port.
    var published =
        answer(docker, "ps", "--no-trunc", "--format", "{{.ID}} {{.Ports}}")
            .lines()
            .filter(line -> line.contains(":" + port + "->"))
            .findFirst()
            .orElseThrow(() -> new IOException("no container is published at port " + port));
    var id = published.substring(0, published.indexOf(' '));
    var limits =
        "{{.State.Pid}} {{.HostConfig.NanoCpus}} {{.HostConfig.CpuQuota}}"
            + " {{.HostConfig.CpuPeriod}}";
    var fields = answer(docker, "inspect", "--format", limits, id).split(" ", -1);
    if (fields.length != 4) {
      throw new IOException("docker inspect answered " + String.join(" ", fields));
    }
    // Another machine's number may be that of a process here.
    var group = root.resolve("proc/" + fields[0] + "/cgroup");
    var process = ProcessHandle.of(Long.parseLong(fields[0]));
    if (process.isEmpty() || !Files.isReadable(group) || !Files.readString(group).contains(id)) {
      throw new IOException("its process %s is not one of this machine".formatted(fields[0]));
    }
    return new Container(
        process.get(),
        cores(
            Double.parseDouble(fields[1]),
            Double.parseDouble(fields[2]),
            Double.parseDouble(fields[3])));
  }

  /** Reads a limit, which compose gives as {@code cpus}, others as quota and period. */
  static OptionalDouble cores(double nanos, double quota, double period) {
    if (nanos > 0) {
      return OptionalDouble.of(nanos / 1e9);
    }
    return quota > 0 && period > 0 ? OptionalDouble.of(quota / period) : OptionalDouble.empty();
  }

  private static String answer(String... command) throws IOException, InterruptedException {
    return ShortCommand.output(Path.of("."), TIMEOUT, List.of(command));
  }

  /** Returns that of a role; empty if nothing is known of it. */
  public Optional<Container> find(String role) {
    return Optional.ofNullable(found.get(role));
  }

  /** What is not known of roles, a line each. */
  public List<String> remarks() {
    return unknown.entrySet().stream().map(role -> role.getKey() + ": " + role.getValue()).toList();
  }
}
