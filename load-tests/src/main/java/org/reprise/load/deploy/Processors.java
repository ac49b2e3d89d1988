package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Throttled;

/**
 * What each role of a run may use of the machine's processors. A role's processes are started with
 * {@link #prefix}; the limits hold between {@link #limit} and {@link #lift}, so that starting and
 * filling are not slowed down.
 */
public final class Processors implements AutoCloseable {
  private static final Duration TRIAL_TIMEOUT = Duration.ofSeconds(30);
  private static final Path ROOT = Path.of("/");

  private final List<RoleProcessors> roles;
  private final Map<String, Limited> limited;
  private final boolean ours;
  private Map<String, Cgroup.Throttling> atLimit = Map.of();
  private Map<String, Cgroup.Throttling> atLift = Map.of();
  private Instant limitedAt = Instant.EPOCH;
  private Instant liftedAt = Instant.EPOCH;

  private record Limited(Cgroup group, double cores) {}

  private Processors(List<RoleProcessors> roles, Map<String, Limited> limited, boolean ours) {
    this.roles = List.copyOf(roles);
    this.limited = limited;
    this.ours = ours;
  }

  static Processors open(Shares shares) {
    var limited = new LinkedHashMap<String, Limited>();
    String way = null;
    String why = null;
    try {
      if (!shares.limited().isEmpty()) {
        var parent = usable();
        way = way(parent);
        for (var share : shares.limited().entrySet()) {
          limited.put(share.getKey(), new Limited(parent.create(share.getKey()), share.getValue()));
        }
      }
    } catch (IOException e) {
      limited.values().forEach(it -> it.group().remove());
      limited.clear();
      why =
          "this machine cannot limit what a process uses of it (%s)"
              .formatted(e instanceof FileSystemException ? e.toString() : e.getMessage());
    }
    var roles = new ArrayList<RoleProcessors>();
    for (var share : shares.cores().entrySet()) {
      var role = share.getKey();
      var group = limited.get(role);
      roles.add(
          group == null
              ? new RoleProcessors(role, null, null, share.getValue().isPresent() ? why : null)
              : new RoleProcessors(role, group.cores(), way, null));
    }
    return new Processors(roles, limited, true);
  }

  /** Shows what the compose file gives each container, by role; changes nothing. */
  static Processors of(Map<String, Container> containers) {
    var limited = new LinkedHashMap<String, Limited>();
    var roles = new ArrayList<RoleProcessors>();
    containers.forEach((role, it) -> {
      var cores = it.cores();
      var way = cores == null ? null : "compose";
      roles.add(new RoleProcessors(role, cores, way, it.unknown()));
      var process = it.process();
      if (process != null && cores != null) {
        try {
          var group = Cgroup.of(ROOT, Long.toString(process.pid()));
          limited.put(role, new Limited(group, cores));
        } catch (IOException e) {
          return; // how it is held back cannot be seen from here
        }
      }
    });
    return new Processors(roles, limited, false);
  }

  /** Returns how this machine limits processors; if it cannot, the exception says why. */
  public static String look() throws IOException {
    return way(usable());
  }

  private static String way(Cgroup parent) {
    return "cgroup-v" + parent.version();
  }

  /** The group to make groups in, tried with a process that does nothing. */
  private static Cgroup usable() throws IOException {
    var parent = Cgroup.parent(ROOT);
    parent.removeAbandoned();
    var group = parent.create("trial");
    try {
      group.limit(0.5);
      var command = Stream.concat(group.prefix().stream(), Stream.of("true")).toList();
      var _ = Commands.output(ROOT, TRIAL_TIMEOUT, command);
      // A limit that the kernel does not count is none: the group may lack the controller.
      var _ = group.throttling();
      return parent;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      group.remove();
    }
  }

  /** Returns what a command of the role must begin with; nothing where it is not limited. */
  List<String> prefix(String role) {
    var group = limited.get(role);
    return group == null ? List.of() : group.group().prefix();
  }

  public void limit() throws IOException {
    atLift = Map.of();
    atLimit = counts();
    limitedAt = Instant.now();
    set(true);
  }

  public void lift() throws IOException {
    liftedAt = Instant.now();
    atLift = counts();
    set(false);
  }

  private void set(boolean limits) throws IOException {
    if (ours) {
      for (var it : limited.values()) {
        it.group().limit(limits ? Double.valueOf(it.cores()) : null);
      }
    }
  }

  private Map<String, Cgroup.Throttling> counts() {
    var counts = new LinkedHashMap<String, Cgroup.Throttling>();
    limited.forEach((role, it) -> {
      try {
        counts.put(role, it.group().throttling());
      } catch (IOException e) {
        return; // a container has ended
      }
    });
    return counts;
  }

  public List<RoleProcessors> roles() {
    return roles;
  }

  /** Returns why roles are not limited though they should be, or not known to be. */
  public List<String> refusals() {
    return roles.stream().map(RoleProcessors::why).filter(Objects::nonNull).distinct().toList();
  }

  public interface Usage {
    double cpuSeconds(String role, Instant from, Duration length);
  }

  /** Returns how much the limited roles were held back while the last load was sent. */
  public List<Throttled> throttled(String phase, Usage usage) {
    var all = new ArrayList<Throttled>();
    var length = Duration.between(limitedAt, liftedAt);
    var seconds = length.toNanos() / 1e9;
    limited.forEach((role, it) -> {
      var before = atLimit.get(role);
      var after = atLift.get(role);
      if (before != null && after != null) {
        var used = usage.cpuSeconds(role, limitedAt, length);
        var share = after.shareSince(before);
        var waited = after.seconds() - before.seconds();
        all.add(new Throttled(phase, role, it.cores(), seconds, used, share, waited));
      }
    });
    return all;
  }

  @Override
  public void close() {
    if (ours) {
      limited.values().forEach(it -> it.group().remove());
    }
  }

  /**
   * A container that somebody else started, with the process that {@code docker inspect} names.
   * {@code DOCKER_HOST} names another engine, as for Docker's own command.
   *
   * @param process null where it is none of this machine
   * @param jvmFlags those with {@code -X}, since others may hold passwords; null without any
   * @param unknown why there is no process; null where there is one
   */
  record Container(
      @Nullable ProcessHandle process,
      @Nullable Double cores,
      @Nullable String jvmFlags,
      @Nullable String unknown) {
    private static final Pattern JVM_FLAGS = Pattern.compile("(?m)^JAVA_TOOL_OPTIONS=(.*)$");
    private static final Pattern PUBLISHED = Pattern.compile(":(\\d+)(?:-(\\d+))?->");
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** Finds the one that is published at a port of this machine. */
    static Container at(int port, String docker, Path root) throws InterruptedException {
      try {
        // Not by the filter "publish", which compares the container's own port.
        var id =
            output(docker, "ps", "--no-trunc", "--format", "{{.ID}} {{.Ports}}")
                .lines()
                .filter(line -> publishes(line, port))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst()
                .orElseThrow(() -> new IOException("no container is published at port " + port));
        var format =
            "{{.State.Pid}} {{.HostConfig.NanoCpus}}{{range .Config.Env}}{{println}}{{.}}{{end}}";
        var inspected = output(docker, "inspect", "--format", format, id);
        var fields = inspected.split("\\s", 3);
        // Another machine's number may be that of a process here.
        var group = root.resolve("proc/" + fields[0] + "/cgroup");
        var process = ProcessHandle.of(Long.parseLong(fields[0]));
        if (process.isEmpty()
            || !Files.isReadable(group)
            || !Files.readString(group).contains(id)) {
          throw new IOException("its process %s is not one of this machine".formatted(fields[0]));
        }
        var cores = Double.parseDouble(fields[1]) / 1e9;
        var flags = JVM_FLAGS.matcher(inspected);
        var shown = flags.find() ? flags.group(1).replaceAll("(?<!\\S)(?!-X)\\S+\\s*", "") : null;
        return new Container(process.get(), cores > 0 ? cores : null, shown, null);
      } catch (IOException e) {
        var why =
            "what it may use and its CPU cannot be read: %s; docker ps must work for this user, DOCKER_HOST may name another engine"
                .formatted(e.getMessage());
        return new Container(null, null, null, why);
      }
    }

    /** Ports that follow each other are one range. */
    private static boolean publishes(String ports, int port) {
      return PUBLISHED
          .matcher(ports)
          .results()
          .anyMatch(it ->
              Integer.parseInt(it.group(1)) <= port
                  && port
                      <= Integer.parseInt(Objects.requireNonNullElse(it.group(2), it.group(1))));
    }

    private static String output(String... command) throws IOException, InterruptedException {
      return Commands.output(Path.of("."), TIMEOUT, List.of(command));
    }
  }
}
