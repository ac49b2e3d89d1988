package org.reprise.load.measure;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of arrivals that did not wait for each other: one execution, step by step, second by
 * second, and the distribution of its response times.
 *
 * @param variant {@link Variant#REPORT_EXACT}, or {@link Variant#SEARCH} for the steps that go on
 *     beyond the report's
 * @param steps in the order in which they were sent
 * @param seconds those in which something was answered or failed, on the execution's own clock
 * @param distribution of the response times of answered flows, from the shortest on
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
   * @param perSecond offered flows per second
   * @param fromSeconds on the execution's own clock
   * @param answered flows that ended well
   * @param inTime of these, how many within the report's limit of the response time; null where
   *     that was not counted
   * @param errors flows that did not end well: refused, or answered by nobody
   * @param meanMs average response time of the answered, milliseconds; what nobody answered counts
   *     with the time until it was given up; 0 where there is neither
   * @param p90Ms their 90th percentile, milliseconds
   * @param delayP50Ms median of how late the generator itself sent, milliseconds
   * @param delayP99Ms 99th percentile of that, milliseconds
   * @param cpuMs CPU time of the service for one flow, milliseconds; null where the service is not
   *     a process of ours
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
    /** Flows that should have been begun. */
    public long due() {
      return Math.max(1, Math.round(perSecond * seconds));
    }

    /** Flows per second that ended well. */
    public double answeredPerSecond() {
      return seconds == 0 ? 0 : answered / seconds;
    }

    /** Flows per second that were answered in time; null where that was not counted. */
    public @Nullable Double goodput() {
      return inTime == null || seconds == 0 ? null : inTime / seconds;
    }

    /** The same with the CPU time, which is known only after the load. */
    public Step withCpuMs(@Nullable Double cpu) {
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

  /**
   * One second. In JSON an array, since there are thousands.
   *
   * @param second since the execution's start
   * @param answered flows that ended well in it
   * @param failed flows that failed in it
   * @param meanMs average response time of the answered, milliseconds; 0 where none was
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"second", "answered", "failed", "meanMs"})
  public record Second(int second, long answered, long failed, double meanMs) {}

  /**
   * One bar of the distribution. In JSON an array.
   *
   * @param fromMs from this response time on, milliseconds
   * @param toMs to below this one, milliseconds
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"fromMs", "toMs", "count"})
  public record Bar(double fromMs, double toMs, long count) {}
}
