package org.reprise.cps.anchor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How writers of one anchor wait for each other, under {@code reprise.cps.write}.
 *
 * @param longestWait how long a writer waits for its turn; at least 1 ms
 * @param mostWaiting bytes of payloads that all waiting writers may hold together, those of one
 *     anchor half of it; null for no limit in a library, and for half of {@code
 *     reprise.max-request-bodies} in the service
 */
@ConfigurationProperties("reprise.cps.write")
public record WriteLimits(
    @DefaultValue("10s") Duration longestWait, @Nullable DataSize mostWaiting) {
  /** The limits of a store that was not told others. */
  public static final WriteLimits DEFAULT = new WriteLimits(Duration.ofSeconds(10), null);

  /** Refuses what would refuse every writer that has to wait. */
  public WriteLimits {
    if (longestWait.toMillis() < 1) {
      throw new IllegalArgumentException(
          "reprise.cps.write.longest-wait must be at least 1ms, was " + longestWait);
    }
    if (mostWaiting != null && mostWaiting.toBytes() < 2) {
      throw new IllegalArgumentException(
          "reprise.cps.write.most-waiting must be at least 2B, was " + mostWaiting);
    }
  }

  /** These limits, with so many bytes of waiting payloads where no number was set. */
  public WriteLimits orMostWaiting(long bytes) {
    return mostWaiting == null
        ? new WriteLimits(longestWait, DataSize.ofBytes(Math.max(2, bytes)))
        : this;
  }

  long waitingBytes() {
    return mostWaiting == null ? Long.MAX_VALUE : mostWaiting.toBytes();
  }
}
