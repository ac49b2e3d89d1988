package org.reprise.cps.read;

import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What reads and queries may take: bytes of xpaths and leafs, and 256 more for each container and
 * list entry, which is about what small nodes take of the heap once they are read.
 *
 * @param maxSize for one read or query, or for both sides of a delta together
 * @param budget for all of the service at once, until they are answered; null for an eighth of the
 *     heap, since an answer's text takes about three times as much again
 */
@ConfigurationProperties("reprise.cps.read")
public record ReadLimits(@DefaultValue("48MB") DataSize maxSize, @Nullable DataSize budget) {
  public static final ReadLimits DEFAULT = new ReadLimits(DataSize.ofMegabytes(48), null);

  /** Bytes that count for each container and list entry besides its xpath and leafs. */
  public static final int BYTES_PER_ROW = 256;

  private static final int SHARE_OF_HEAP = 8;

  public ReadLimits {
    new SettingBounds("reprise.cps.read")
        .atLeast("max-size", maxSize, DataSize.ofBytes(BYTES_PER_ROW))
        .atLeast("budget", budget, DataSize.ofBytes(1));
  }

  /** The bytes of the budget, also where it follows from the heap. */
  public long budgetBytes() {
    return budget == null ? Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP : budget.toBytes();
  }
}
