package org.reprise.load.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
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
  private final Shares shares;
  private final Optional<String> way;
  private final List<String> refused;
  private final Map<String, String> unknown;
  private final Map<String, RoleGroup> groups = new LinkedHashMap<>();
  private Optional<EndOfGroups> end = Optional.empty();
  private Optional<ThrottlingLog> log = Optional.empty();

  private Processors(Shares shares, Ways ways) {
    this(shares, ways.way().map(Way::name), ways.refused(), Map.of());
  }

  private Processors(
      Shares shares, Optional<String> way, List<String> refused, Map<String, String> unknown) {
    this.shares = shares;
    this.way = way;
    this.refused = refused;
    this.unknown = unknown;
  }

  /**
   * Makes the groups of a run.
   *
   * @param shares what the roles may use
   */
  public static Processors open(Shares shares) {
    return shares.limited().isEmpty() ? unlimited() : open(shares, Ways.here(Path.of("/")));
  }

  /** What the compose file gives each container; nothing is changed. */
  public static Processors of(Containers containers) {
    var processors =
        new Processors(
            new Shares(containers.cores()),
            Optional.of(Containers.WAY),
            List.of(),
            containers.unknown());
    processors
        .shares
        .limited()
        .keySet()
        .forEach(role -> processors.groups.put(role, containers.found().get(role)));
    processors.log = Optional.of(new ThrottlingLog(processors.groups));
    return processors;
  }

  /** Nothing is limited. */
  public static Processors unlimited() {
    return new Processors(Shares.unlimited(), new Ways(Optional.empty(), List.of()));
  }

  static Processors open(Shares shares, Ways ways) {
    var found = ways.way();
    if (found.isEmpty()) {
      return new Processors(shares, ways);
    }
    var processors = new Processors(shares, ways);
    try {
      for (var role : shares.limited().keySet()) {
        processors.groups.put(role, found.get().group(GroupName.of(role)));
      }
      processors.end =
          Optional.of(
              EndOfGroups.watching(
                  found.get().endScript(),
                  processors.groups.values().stream().map(RoleGroup::handle).toList()));
      processors.log = Optional.of(new ThrottlingLog(processors.groups));
      return processors;
    } catch (IOException e) {
      processors.close();
      var reasons = new ArrayList<>(ways.refused());
      reasons.add(found.get().name() + ": " + e.getMessage());
      return new Processors(shares, new Ways(Optional.empty(), reasons));
    }
  }

  /** What this machine can do, for {@code doctor}. */
  public record Found(Optional<String> way, List<String> refused) {
    /** Copies the list. */
    public Found {
      refused = List.copyOf(refused);
    }
  }

  /** Tries the ways of this machine. */
  public static Found look() {
    var ways = Ways.here(Path.of("/"));
    return new Found(ways.way().map(Way::name), ways.refused());
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
    return Stream.concat(limits(), unknown()).toList();
  }

  /** Of these it is not known what they may use. */
  private Stream<RoleProcessors> unknown() {
    return unknown.entrySet().stream()
        .map(role -> new RoleProcessors(role.getKey(), null, null, role.getValue()));
  }

  private Stream<RoleProcessors> limits() {
    return shares.cores().entrySet().stream()
        .map(role -> {
          var cores = role.getValue();
          if (cores.isEmpty()) {
            return new RoleProcessors(role.getKey(), null, null, null);
          }
          return groups.containsKey(role.getKey())
              ? new RoleProcessors(role.getKey(), cores.getAsDouble(), way.orElseThrow(), null)
              : new RoleProcessors(role.getKey(), null, null, refusal().orElse("not wanted"));
        });
  }

  /** Why no role is limited though one should be; empty otherwise. */
  public Optional<String> refusal() {
    return groups.isEmpty() && !shares.limited().isEmpty()
        ? Optional.of(
            "this machine cannot limit what a process uses of it (%s)"
                .formatted(String.join("; ", refused)))
        : Optional.empty();
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
    groups.values().forEach(RoleGroup::remove);
    end.ifPresent(EndOfGroups::close);
  }
}
