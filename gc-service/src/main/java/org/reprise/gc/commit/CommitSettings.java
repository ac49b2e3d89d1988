package org.reprise.gc.commit;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Settings of the creation of baselines, under {@code reprise.gc.commit}.
 *
 * @param maxWait ({@code wait}) how long a request waits for its baseline before it is answered
 *     with an activity
 * @param lease how long an activity stays with a process that says nothing
 * @param atOnce how many this process works on at a time
 */
@ConfigurationProperties("reprise.gc.commit")
record CommitSettings(
    @Name("wait") @DefaultValue("2s") Duration maxWait,
    @DefaultValue("15s") Duration lease,
    @DefaultValue("64") int atOnce) {
  private static final Duration MIN_LEASE = Duration.ofSeconds(1);
  private static final Duration MAX_LEASE = Duration.ofMinutes(10);
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);
  private static final int MAX_AT_ONCE = 10_000;

  CommitSettings {
    new SettingBounds("reprise.gc.commit")
        .within("wait", maxWait, Duration.ZERO, MAX_WAIT)
        .within("lease", lease, MIN_LEASE, MAX_LEASE)
        .within("at-once", atOnce, 1, MAX_AT_ONCE);
  }
}
