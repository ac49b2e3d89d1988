package org.reprise.gc.revision;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the memory of revisions, under {@code reprise.gc.revision}.
 *
 * @param lease how long an instance may answer from memory when it cannot renew that right; a
 *     writer waits at most that long for an instance that hangs or was killed
 */
@ConfigurationProperties("reprise.gc.revision")
record RevisionSettings(@DefaultValue("1s") Duration lease) {
  private static final Duration MIN_LEASE = Duration.ofMillis(200);
  private static final Duration MAX_LEASE = Duration.ofMinutes(1);

  RevisionSettings {
    new SettingBounds("reprise.gc.revision").within("lease", lease, MIN_LEASE, MAX_LEASE);
  }
}
