package org.reprise.load.measure;

import static org.reprise.load.measure.Values.amounts;
import static org.reprise.load.measure.Values.named;

import org.jspecify.annotations.Nullable;

/**
 * What a system carries when a fixed number of connections ask again as soon as they are answered.
 *
 * @param id for example {@code asynchronous}
 * @param connections at once
 * @param seconds counted time
 * @param perSecond flows that ended well, per second
 * @param errors flows that did not
 * @param p50Ms median response time, milliseconds
 * @param p99Ms 99th percentile, milliseconds
 * @param cpuMs CPU time of the service for one flow, milliseconds; null where it is not a process
 *     of ours
 * @param floor id of the {@link Floor} measured beside it; null where there is none
 */
public record Bench(
    String id,
    int connections,
    double seconds,
    double perSecond,
    long errors,
    double p50Ms,
    double p99Ms,
    @Nullable Double cpuMs,
    @Nullable String floor) {
  public Bench {
    named("id", id);
    amounts("a value of bench " + id, seconds, perSecond, errors, p50Ms, p99Ms);
  }
}
