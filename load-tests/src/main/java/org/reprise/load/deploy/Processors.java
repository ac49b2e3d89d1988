package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.ResourceSeries;
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

  private final Map<String, Double> limits;
  private final List<RoleProcessors> roles;
  private final Map<String, Cgroup> groups;
  private final boolean ours;
  private final Optional<String> refusal;
  private Map<String, Cgroup.Throttling> atLimit = Map.of();
  private Map<String, Cgroup.Throttling> atLift = Map.of();
  private long limitNanos;
  private long liftNanos;

  private Processors(
      Map<String, Double> limits,
      List<RoleProcessors> roles,
      Map<String, Cgroup> groups,
      boolean ours,
      Optional<String> refusal) {
    this.limits = limits;
    this.roles = List.copyOf(roles);
    this.groups = groups;
    this.ours = ours;
    this.refusal = refusal;
  }

  /** Makes the groups of a run whose roles may use these shares. */
  public static Processors open(Shares shares) {
    var limits = shares.limited();
    var groups = new LinkedHashMap<String, Cgroup>();
    var way = "";
    Optional<String> refusal = Optional.empty();
    try {
      if (!limits.isEmpty()) {
        var parent = usable();
        way = way(parent);
        for (var role : limits.keySet()) {
          groups.put(role, parent.create(role));
        }
      }
    } catch (IOException e) {
      groups.values().forEach(Cgroup::remove);
      groups.clear();
      refusal =
          Optional.of(
              "this machine cannot limit what a process uses of it (%s)"
                  .formatted(e instanceof FileSystemException ? e.toString() : e.getMessage()));
    }
    var roles = new ArrayList<RoleProcessors>();
    for (var role : shares.cores().keySet()) {
      var cores = limits.get(role);
      roles.add(
          cores == null || refusal.isPresent()
              ? new RoleProcessors(role, null, null, cores == null ? null : refusal.orElse(null))
              : new RoleProcessors(role, cores, way, null));
    }
    return new Processors(limits, roles, groups, true, refusal);
  }

  /** Shows what the compose file gives each container; changes nothing. */
  public static Processors of(Containers containers) {
    var limits = new LinkedHashMap<String, Double>();
    var roles = new ArrayList<RoleProcessors>();
    var groups = new LinkedHashMap<String, Cgroup>();
    containers
        .found()
        .forEach((role, container) -> {
          var limited = container.cores().isPresent();
          if (limited) {
            limits.put(role, container.cores().getAsDouble());
            container.group().ifPresent(group -> groups.put(role, group));
          }
          roles.add(new RoleProcessors(role, limits.get(role), limited ? "compose" : null, null));
        });
    containers
        .unknown()
        .forEach((role, why) -> roles.add(new RoleProcessors(role, null, null, why)));
    return new Processors(limits, roles, groups, false, Optional.empty());
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
      group.limit(OptionalDouble.of(0.5));
      var command = new ArrayList<>(group.prefix());
      command.add("true");
      var _ = ShortCommand.output(ROOT, TRIAL_TIMEOUT, command);
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

  /** Returns what a command of the role must begin with; nothing where it is not limited. */
  public List<String> prefix(String role) {
    var group = groups.get(role);
    return group == null || !ours ? List.of() : group.prefix();
  }

  /**
   * From now on each role has its share.
   *
   * @throws IOException where the system refuses
   */
  public void limit() throws IOException {
    atLift = Map.of();
    atLimit = counts();
    limitNanos = System.nanoTime();
    for (var limit : limits.entrySet()) {
      var group = groups.get(limit.getKey());
      if (group != null && ours) {
        group.limit(OptionalDouble.of(limit.getValue()));
      }
    }
  }

  /**
   * From now on all roles share the machine.
   *
   * @throws IOException where the system refuses
   */
  public void lift() throws IOException {
    liftNanos = System.nanoTime();
    atLift = counts();
    for (var group : groups.values()) {
      if (ours) {
        group.limit(OptionalDouble.empty());
      }
    }
  }

  private Map<String, Cgroup.Throttling> counts() {
    var counts = new LinkedHashMap<String, Cgroup.Throttling>();
    groups.forEach((role, group) -> {
      try {
        counts.put(role, group.throttling());
      } catch (IOException e) {
        // A container has ended: nothing is told of its role.
        return;
      }
    });
    return counts;
  }

  /** Returns what each role has in this run, limited or not. */
  public List<RoleProcessors> roles() {
    return roles;
  }

  /** Returns why no role is limited though one should be; empty otherwise. */
  public Optional<String> refusal() {
    return refusal;
  }

  /**
   * Returns how much the limited roles were held back while the last load was sent.
   *
   * @param now what the clock of the measured series shows, in seconds
   * @param measured the phases of that load, and what the roles used
   */
  public List<Throttled> throttled(double now, Measured measured) {
    var all = new ArrayList<Throttled>();
    var phases = measured.phases();
    if (phases.isEmpty()) {
      return all;
    }
    var first = phases.getFirst().name();
    var name = phases.size() == 1 ? first : first + " to " + phases.getLast().name();
    var present = System.nanoTime();
    var from = now - (present - limitNanos) / 1e9;
    var to = now - (present - liftNanos) / 1e9;
    atLift.forEach((role, count) -> {
      var before = atLimit.get(role);
      if (before != null) {
        var counted = count.since(before);
        all.add(
            new Throttled(
                name,
                role,
                limits.getOrDefault(role, 0.0),
                to - from,
                cpuSeconds(measured.resources(), role, from, to),
                counted.share(),
                counted.seconds()));
      }
    });
    return all;
  }

  private static @Nullable Double cpuSeconds(
      List<ResourceSeries> all, String role, double from, double to) {
    var percent =
        all.stream()
            .filter(one -> one.process().equals(role) && one.metric().equals(ResourceSeries.CPU))
            .flatMap(one -> one.samples().stream())
            .filter(it -> it.secondsSinceStart() >= from && it.secondsSinceStart() <= to)
            .mapToDouble(ResourceSeries.Sample::value)
            .average();
    return percent.isPresent() ? percent.getAsDouble() / 100 * (to - from) : null;
  }

  /** Takes the groups away; their processes have ended. */
  @Override
  public void close() {
    if (ours) {
      groups.values().forEach(Cgroup::remove);
    }
  }
}
