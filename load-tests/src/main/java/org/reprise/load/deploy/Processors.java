package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Throttled;

/**
 * What each role of a run may use of the machine's processors. A role's processes are started with
 * {@link #prefix}; the limits hold between {@link #limit} and {@link #lift}, so that starting and
 * filling are not slowed down. The groups end with the run, also where its command is killed.
 */
public final class Processors implements AutoCloseable {
  private static final Duration TRIAL_TIMEOUT = Duration.ofSeconds(30);

  private final Shares shares;
  private final Optional<String> way;
  private final Optional<String> refused;
  private final Map<String, String> unknown;
  private final Map<String, Cgroup> groups = new LinkedHashMap<>();
  private Optional<Process> guard = Optional.empty();
  private Optional<ThrottlingLog> log = Optional.empty();

  private Processors(
      Shares shares, Optional<String> way, Optional<String> refused, Map<String, String> unknown) {
    this.shares = shares;
    this.way = way;
    this.refused = refused;
    this.unknown = unknown;
  }

  /** Makes the groups of a run whose roles may use these shares. */
  public static Processors open(Shares shares) {
    if (shares.limited().isEmpty()) {
      return new Processors(shares, Optional.empty(), Optional.empty(), Map.of());
    }
    try {
      return open(shares, usable(Path.of("/")));
    } catch (IOException e) {
      return new Processors(shares, Optional.empty(), Optional.of(reason(e)), Map.of());
    }
  }

  private static Processors open(Shares shares, Cgroup parent) throws IOException {
    var processors = new Processors(shares, Optional.of(parent.way()), Optional.empty(), Map.of());
    try {
      for (var role : shares.limited().keySet()) {
        processors.groups.put(role, parent.create(role));
      }
      processors.guard = Optional.of(guard(processors.groups.values()));
      processors.log = Optional.of(new ThrottlingLog(processors.groups));
      return processors;
    } catch (IOException e) {
      processors.close();
      throw e;
    }
  }

  /**
   * Starts a small process in a session of its own, which ends what is left in the groups when this
   * command has ended, however it did. It waits for the end of a pipe that only this command holds,
   * so that it needs no clock.
   */
  private static Process guard(Collection<Cgroup> groups) throws IOException {
    var script = "cat > /dev/null\n" + Cgroup.END_SCRIPT;
    var command = new ArrayList<>(List.of("setsid", "/bin/sh", "-c", script, "sh"));
    groups.forEach(group -> command.add(group.folder().toString()));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Shows what the compose file gives each container; changes nothing. */
  public static Processors of(Containers containers) {
    var cores = new LinkedHashMap<String, OptionalDouble>();
    var counted = new LinkedHashMap<String, Cgroup>();
    containers
        .found()
        .forEach((role, container) -> {
          cores.put(role, container.cores());
          if (container.cores().isPresent()) {
            container.group().ifPresent(group -> counted.put(role, group));
          }
        });
    var processors =
        new Processors(
            new Shares(cores), Optional.of(Containers.WAY), Optional.empty(), containers.unknown());
    processors.log = Optional.of(new ThrottlingLog(counted));
    return processors;
  }

  public static Processors unlimited() {
    return open(Shares.unlimited());
  }

  /**
   * Returns how this machine limits processors, for {@code doctor}.
   *
   * @throws IOException with the reason if it cannot
   */
  public static String look() throws IOException {
    return usable(Path.of("/")).way();
  }

  /** The group to make groups in, tried with a process that does nothing. */
  private static Cgroup usable(Path root) throws IOException {
    var parent = Cgroup.parent(root);
    parent.removeAbandoned();
    var group = parent.create("trial");
    try {
      group.limit(OptionalDouble.of(0.5));
      var command = new ArrayList<>(group.prefix());
      command.add("true");
      var _ = ShortCommand.output(root, TRIAL_TIMEOUT, command);
      // A limit that the kernel does not count is none: the group may lack the controller.
      var unused = group.throttling();
      return parent;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      group.remove();
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException file
        ? "%s of %s".formatted(file.getClass().getSimpleName(), file.getFile())
        : String.valueOf(e.getMessage());
  }

  /** What a command of the role must begin with; nothing where it is not limited. */
  public List<String> prefix(String role) {
    var group = groups.get(role);
    return group == null ? List.of() : group.prefix();
  }

  /**
   * From now on each role has its share.
   *
   * @throws IOException where the system refuses
   */
  public void limit() throws IOException {
    for (var role : shares.limited().entrySet()) {
      var group = groups.get(role.getKey());
      if (group != null) {
        group.limit(OptionalDouble.of(role.getValue()));
      }
    }
  }

  /**
   * From now on all roles share the machine.
   *
   * @throws IOException where the system refuses
   */
  public void lift() throws IOException {
    for (var group : groups.values()) {
      group.limit(OptionalDouble.empty());
    }
  }

  /** What each role has in this run, limited or not. */
  public List<RoleProcessors> roles() {
    var roles = new ArrayList<RoleProcessors>();
    shares
        .cores()
        .forEach((role, cores) ->
            roles.add(
                cores.isEmpty()
                    ? new RoleProcessors(role, null, null, null)
                    : way.map(it -> new RoleProcessors(role, cores.getAsDouble(), it, null))
                        .orElseGet(() ->
                            new RoleProcessors(role, null, null, refusal().orElse("not wanted")))));
    unknown.forEach((role, why) -> roles.add(new RoleProcessors(role, null, null, why)));
    return List.copyOf(roles);
  }

  /** Why no role is limited though one should be; empty otherwise. */
  public Optional<String> refusal() {
    return refused.map("this machine cannot limit what a process uses of it (%s)"::formatted);
  }

  /**
   * How much of each phase of a run the limited roles were held back.
   *
   * @param now what the clock shows on which the phases are, in seconds
   */
  public List<Throttled> throttled(double now, Measured measured) {
    var start = System.nanoTime() - nanos(now);
    var all = new ArrayList<Throttled>();
    log.ifPresent(readings -> {
      for (var phase : measured.phases()) {
        readings
            .between(start + nanos(phase.fromSeconds()), start + nanos(phase.toSeconds()))
            .forEach((role, counted) ->
                all.add(
                    new Throttled(
                        phase.name(),
                        role,
                        shares.limited().getOrDefault(role, 0.0),
                        phase.toSeconds() - phase.fromSeconds(),
                        cpuSeconds(measured.resources(), role, phase),
                        counted.share(),
                        counted.seconds())));
      }
    });
    return all;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }

  private static @Nullable Double cpuSeconds(List<ResourceSeries> all, String role, Phase phase) {
    var mean =
        all.stream()
            .filter(one -> one.process().equals(role) && one.metric().equals(ResourceSeries.CPU))
            .flatMap(one -> one.samples().stream())
            .filter(it -> it.secondsSinceStart() >= phase.fromSeconds())
            .filter(it -> it.secondsSinceStart() <= phase.toSeconds())
            .mapToDouble(ResourceSeries.Sample::value)
            .average();
    return mean.isPresent()
        ? mean.getAsDouble() / 100 * (phase.toSeconds() - phase.fromSeconds())
        : null;
  }

  /** Takes the groups away; their processes have ended. */
  @Override
  public void close() {
    log.ifPresent(ThrottlingLog::close);
    groups.values().forEach(Cgroup::remove);
    guard.ifPresent(process -> {
      try {
        process.getOutputStream().close();
      } catch (IOException e) {
        process.destroy();
      }
    });
  }
}
