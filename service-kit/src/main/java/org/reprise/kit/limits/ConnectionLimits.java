package org.reprise.kit.limits;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Bounds on connections, under {@code reprise.connections}. A connection takes some 60 KB of heap
 * while its headers come and more while a request is handled, however slowly its client sends.
 *
 * @param most connections at once; further ones wait in the operating system. Null for one in each
 *     256 KB of the heap, and not more than 8,192
 * @param headerTime from a request's first byte to the end of its headers, and from the start of a
 *     connection to its first request, TLS included
 * @param bodyTime from a request's first byte to the end of its body, where it comes more slowly
 *     than {@code bodyRate}; and how long a client may keep an answer waiting, where it reads it
 *     more slowly than that
 * @param bodyRate bytes of body in a second that add a second to {@code bodyTime}
 */
@ConfigurationProperties("reprise.connections")
public record ConnectionLimits(
    @Nullable Integer most,
    @DefaultValue("10s") Duration headerTime,
    @DefaultValue("60s") Duration bodyTime,
    @DefaultValue("16KB") DataSize bodyRate) {
  private static final int HEAP_OF_ONE = 256 * 1024;
  private static final int FEWEST = 32;
  private static final int MANY = 8_192;

  public ConnectionLimits {
    if (most != null && most < FEWEST) {
      throw new IllegalArgumentException(
          "reprise.connections.most must be at least %d, was %d".formatted(FEWEST, most));
    }
    if (headerTime.toMillis() < 100) {
      throw new IllegalArgumentException(
          "reprise.connections.header-time must be at least 100ms, was " + headerTime);
    }
    if (bodyTime.toMillis() < 100) {
      throw new IllegalArgumentException(
          "reprise.connections.body-time must be at least 100ms, was " + bodyTime);
    }
    if (bodyRate.toBytes() < 1) {
      throw new IllegalArgumentException(
          "reprise.connections.body-rate must be at least 1B, was " + bodyRate);
    }
  }

  /** How many connections there may be at once in a heap of that many bytes. */
  int most(long heap) {
    return most == null ? (int) Math.clamp(heap / HEAP_OF_ONE, FEWEST, MANY) : most;
  }
}
