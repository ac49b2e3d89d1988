package org.reprise.load.measure;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of arrivals that did not wait for each other: one execution, step by step, second by
 * second, and the distribution of its response times. Seconds are of the execution's own clock.
 */
public record OpenLoad(
    String experiment,
    String variant,
    int repetition,
    List<Step> steps,
    List<Second> seconds,
    List<Bar> distribution) {
  /**
   * A stretch with one rate. A flow belongs to the step in which it was sent.
   *
   * @param inTime of the answered, how many within the report's limit of the response time; null
   *     where that was not counted
   * @param errors flows that were refused or answered by nobody
   * @param meanMs average response time; what nobody answered counts with the time until it was
   *     given up; 0 where there is neither
   * @param delayP50Ms median of how late the generator itself sent
   * @param cpuMs CPU time of the service for one flow; null where the service is not a process of
   *     ours
   */
  public record Step(
      double perSecond,
      double fromSeconds,
      double seconds,
      long sent,
      long answered,
      @Nullable Long inTime,
      long errors,
      double meanMs,
      double p90Ms,
      double p99Ms,
      double maxMs,
      double delayP50Ms,
      double delayP99Ms,
      @Nullable Double cpuMs) {
    public long due() {
      return Math.max(1, Math.round(perSecond * seconds));
    }

    public double answeredPerSecond() {
      return seconds == 0 ? 0 : answered / seconds;
    }

    /** Flows per second that were answered in time; null where that was not counted. */
    public @Nullable Double goodput() {
      return inTime == null || seconds == 0 ? null : inTime / seconds;
    }

    /** The same with the CPU time, which is known only after the load. */
    public Step withCpuMs(double cpu) {
      return new Step(
          perSecond,
          fromSeconds,
          seconds,
          sent,
          answered,
          inTime,
          errors,
          meanMs,
          p90Ms,
          p99Ms,
          maxMs,
          delayP50Ms,
          delayP99Ms,
          cpu);
    }
  }

  /** One second with answers or failures. In JSON an array, since there are thousands. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"second", "answered", "failed", "meanMs"})
  public record Second(int second, long answered, long failed, double meanMs) {}

  /** Answered flows with response times from one to below another. In JSON an array. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"fromMs", "toMs", "count"})
  public record Bar(double fromMs, double toMs, long count) {}
}
