package org.reprise.content.rendition;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of renditions, under {@code reprise.content.rendition}.
 *
 * @param workers processes at a time
 * @param maxWaiting requests for which a rendition is made or that wait for it, each with its
 *     thread; further ones are answered with 503
 * @param memory heap of a process
 * @param cache finished renditions on disk
 */
@ConfigurationProperties("reprise.content.rendition")
record RenditionSettings(
    @DefaultValue("1") int workers,
    @DefaultValue("8") int maxWaiting,
    @DefaultValue("30s") Duration timeout,
    @DefaultValue("192MB") DataSize memory,
    @DefaultValue("256MB") DataSize cache) {
  RenditionSettings {
    new SettingBounds("reprise.content.rendition")
        .atLeast("workers", workers, 1)
        .atLeast("max-waiting", maxWaiting, workers)
        .within("timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(10))
        .atLeast("memory", memory, DataSize.ofMegabytes(16))
        .atLeast("cache", cache, DataSize.ofBytes(1));
  }
}
