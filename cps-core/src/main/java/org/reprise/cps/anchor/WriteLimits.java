package org.reprise.cps.anchor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What writing may take, and how writers of one anchor wait for each other, under {@code
 * reprise.cps.write}.
 *
 * @param maxWait how long a writer waits for its turn; at least 1 ms
 * @param maxWaiting bytes of payloads, and of the nodes that were read from them, that all waiting
 *     writers may hold together, those of one anchor half of it; null for no limit in a library,
 *     and for half of {@code reprise.max-request-bodies} in the service
 * @param budget bytes of memory that what is read from all payloads may take at once until it is
 *     stored, and half of it what is unpacked from all uploads of YANG; null for no limit in a
 *     library, and for a quarter of the heap in the service
 */
@ConfigurationProperties("reprise.cps.write")
public record WriteLimits(
    @DefaultValue("25s") Duration maxWait,
    @Nullable DataSize maxWaiting,
    @Nullable DataSize budget) {
  public static final WriteLimits DEFAULT = new WriteLimits(Duration.ofSeconds(10), null, null);

  public WriteLimits {
    new SettingBounds("reprise.cps.write")
        .atLeast("max-wait", maxWait, Duration.ofMillis(1))
        .atLeast("max-waiting", maxWaiting, DataSize.ofBytes(2))
        .atLeast("budget", budget, DataSize.ofBytes(1));
  }

  /** These limits, with so many bytes where no number was set. */
  public WriteLimits orElse(long waitingBytes, long budgetBytes) {
    return new WriteLimits(
        maxWait,
        maxWaiting == null ? DataSize.ofBytes(Math.max(2, waitingBytes)) : maxWaiting,
        budget == null ? DataSize.ofBytes(budgetBytes) : budget);
  }

  long waitingBytes() {
    return maxWaiting == null ? Long.MAX_VALUE : maxWaiting.toBytes();
  }

  /** Returns the bytes of the budget; without a limit, the largest number. */
  public long budgetBytes() {
    return budget == null ? Long.MAX_VALUE : budget.toBytes();
  }
}
