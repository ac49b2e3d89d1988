package org.reprise.kit.connections;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits on connections, under {@code reprise.connections}. A connection takes some 60 KB of heap
 * while its headers come and more while a request is handled, however slowly its client sends.
 *
 * @param max connections at once; further ones wait in the operating system. Null for one in each
 *     256 KB of the heap, and not more than 8,192
 * @param headerTime from a request's first byte to the end of its headers, and from the start of a
 *     connection to its first request, TLS included
 * @param bodyTime from a request's first byte to the end of its body, where it comes more slowly
 *     than {@code bodyRate}; and how long a client that reads more slowly may block its response
 * @param bodyRate bytes of body in a second that add a second to {@code bodyTime}
 */
@ConfigurationProperties("reprise.connections")
public record ConnectionLimits(
    @Nullable Integer max,
    @DefaultValue("10s") Duration headerTime,
    @DefaultValue("60s") Duration bodyTime,
    @DefaultValue("16KB") DataSize bodyRate) {
  private static final int HEAP_PER_CONNECTION = 256 * 1024;
  private static final int MIN_CONNECTIONS = 32;
  private static final int DEFAULT_MAX_CONNECTIONS = 8_192;

  public ConnectionLimits {
    new SettingBounds("reprise.connections")
        .atLeast("max", max, MIN_CONNECTIONS)
        .atLeast("header-time", headerTime, Duration.ofMillis(100))
        .atLeast("body-time", bodyTime, Duration.ofMillis(100))
        .atLeast("body-rate", bodyRate, DataSize.ofBytes(1));
  }

  /** Returns how many connections there may be at once in a heap of that many bytes. */
  int max(long heap) {
    return max == null
        ? (int) Math.clamp(heap / HEAP_PER_CONNECTION, MIN_CONNECTIONS, DEFAULT_MAX_CONNECTIONS)
        : max;
  }
}
