package org.reprise.content.cache;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The bounds of the cache that the service starts with, under {@code reprise.content.cache}.
 *
 * @param bytes of native memory, which the JVM does not bound by itself
 * @param entries contents that are known to the cache, with or without their bytes
 * @param maxBytes that administrators may set; null for half of the memory of the machine, or of
 *     the container
 */
@ConfigurationProperties("reprise.content.cache")
record CacheSettings(
    @DefaultValue("64MB") DataSize bytes,
    @DefaultValue("4000") int entries,
    @Nullable DataSize maxBytes) {
  CacheSettings {
    if (maxBytes == null) {
      long memory =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
      maxBytes = DataSize.ofBytes(memory / 2);
    }
    new SettingBounds("reprise.content.cache")
        .within("bytes", bytes, DataSize.ofBytes(ContentCache.MIN_BYTES), maxBytes)
        .atLeast("entries", entries, 1);
  }

  /** Returns the largest bound in bytes: memory that is taken and not there ends the process. */
  long limit() {
    return Objects.requireNonNull(maxBytes).toBytes();
  }
}
