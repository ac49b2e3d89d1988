package org.reprise.load.process;

import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import org.reprise.load.measure.Throttling;
import tools.jackson.databind.JsonNode;

/** A container that somebody else started: what it may use, and what it has used. */
public final class Container implements RoleGroup {
  private static final double NANOS = 1e9;

  private final ContainerEngine engine;
  private final String id;

  Container(ContainerEngine engine, String id) {
    this.engine = engine;
    this.id = id;
  }

  /**
   * What the engine has counted of all its processes.
   *
   * @param cpuSeconds since it was started
   * @param memoryBytes now, without what the system would give up at once
   * @param throttling since it was started
   */
  public record Counters(double cpuSeconds, double memoryBytes, Throttling throttling) {
    static Counters of(JsonNode answer) {
      var cpu = answer.path("cpu_stats");
      var held = cpu.path("throttling_data");
      var memory = answer.path("memory_stats");
      var caches = memory.path("stats");
      return new Counters(
          cpu.at("/cpu_usage/total_usage").asDouble() / NANOS,
          memory.path("usage").asDouble(0)
              // The two versions of control groups name it differently.
              - caches
                  .path("inactive_file")
                  .asDouble(caches.path("total_inactive_file").asDouble(0)),
          new Throttling(
              held.path("periods").asLong(0),
              held.path("throttled_periods").asLong(0),
              held.path("throttled_time").asDouble(0) / NANOS));
    }
  }

  /**
   * Reads what it has used.
   *
   * @throws IOException where the engine does not answer, or does not tell it
   */
  public Counters counters() throws IOException {
    var answer = engine.get("/containers/%s/stats?stream=false&one-shot=true".formatted(id));
    if (!answer.at("/cpu_stats/cpu_usage/total_usage").isNumber()) {
      throw new IOException("the container engine does not tell the CPU of " + id);
    }
    return Counters.of(answer);
  }

  /**
   * How many processors it may use; empty for all.
   *
   * @throws IOException where the engine does not answer
   */
  public OptionalDouble cores() throws IOException {
    return cores(engine.get("/containers/%s/json".formatted(id)).path("HostConfig"));
  }

  static OptionalDouble cores(JsonNode limits) {
    var nanos = limits.path("NanoCpus").asDouble(0);
    if (nanos > 0) {
      return OptionalDouble.of(nanos / NANOS);
    }
    var quota = limits.path("CpuQuota").asDouble(0);
    var period = limits.path("CpuPeriod").asDouble(0);
    return quota > 0 && period > 0 ? OptionalDouble.of(quota / period) : OptionalDouble.empty();
  }

  @Override
  public Throttling throttling() throws IOException {
    return counters().throttling();
  }

  @Override
  public String handle() {
    return id;
  }

  @Override
  public List<String> prefix() {
    return List.of();
  }

  /** Its limit is the compose file's. */
  @Override
  public void limit(OptionalDouble cores) {}

  /** It is its user's. */
  @Override
  public void remove() {}
}
