package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  public static final Containers NONE = new Containers(Map.of(), Map.of());

  /** A container that somebody else started, and the cores that it may use; empty for all. */
  public record Container(ProcessHandle process, OptionalDouble cores) {
    Optional<Cgroup> group() {
      try {
        return Optional.of(Cgroup.of(Path.of("/"), Long.toString(process.pid())));
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }

  /** Finds them by the ports of this machine that they are published at. */
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
    var id =
        answer(docker, "ps", "--no-trunc", "--format", "{{.ID}} {{.Ports}}")
            .lines()
            .filter(line -> line.contains(":" + port + "->"))
            .map(line -> line.substring(0, line.indexOf(' ')))
            .findFirst()
            .orElseThrow(() -> new IOException("no container is published at port " + port));
    var limits =
        "{{.State.Pid}} {{.HostConfig.NanoCpus}} {{.HostConfig.CpuQuota}}"
            + " {{.HostConfig.CpuPeriod}}";
    var fields = answer(docker, "inspect", "--format", limits, id).split(" ", -1);
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
}
