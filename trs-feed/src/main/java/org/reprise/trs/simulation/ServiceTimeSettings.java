package org.reprise.trs.simulation;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The time that an application of the report takes for its own work, under {@code
 * reprise.trs.service-time}. What follows from it in a measurement follows from these settings.
 *
 * @param read for each request that reads an artifact or configuration, or lists some
 * @param write for each request that creates, changes or deletes one
 * @param proxied for each request that is forwarded to the server of global configurations, beside
 *     the time that this one takes
 * @param concurrency how many requests an application works on at once, others wait; 0 for any
 *     number
 * @param longestWait for a place among these; then a request is answered 503
 * @param adjustable whether callers may set the others while the service runs
 */
@ConfigurationProperties("reprise.trs.service-time")
record ServiceTimeSettings(
    @DefaultValue("0ms") Duration read,
    @DefaultValue("0ms") Duration write,
    @DefaultValue("0ms") Duration proxied,
    @DefaultValue("0") int concurrency,
    @DefaultValue("30s") Duration longestWait,
    @DefaultValue("false") boolean adjustable) {
  private static final String PREFIX = "reprise.trs.service-time.";
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  ServiceTimeSettings {
    check("read", read);
    check("write", write);
    check("proxied", proxied);
    if (concurrency < 0) {
      throw new IllegalArgumentException(
          PREFIX + "concurrency must be 0 at least, was " + concurrency);
    }
    if (longestWait.toMillis() < 1 || longestWait.compareTo(LONGEST_WAIT) > 0) {
      throw new IllegalArgumentException(
          PREFIX + "longest-wait must be from 1ms to 10m, was " + longestWait);
    }
  }

  private static void check(String name, Duration time) {
    if (time.isNegative() || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(PREFIX + name + " must be from 0s to 1m, was " + time);
    }
  }

  /** Others for the requests from now on. */
  ServiceTimeSettings with(Duration reads, Duration writes, Duration forwards, int atOnce) {
    return new ServiceTimeSettings(reads, writes, forwards, atOnce, longestWait, adjustable);
  }

  boolean isOn() {
    return concurrency > 0 || !read.isZero() || !write.isZero() || !proxied.isZero();
  }

  /** The time of a kind of requests. */
  Duration of(Work work) {
    return switch (work) {
      case READ -> read;
      case WRITE -> write;
      case PROXIED -> proxied;
    };
  }
}
