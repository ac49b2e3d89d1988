package org.reprise.ebms.receive;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which messages are refused unread because the service cannot answer them in time, under {@code
 * reprise.ebms.admission}.
 *
 * @param maxWait how long a message may wait for a thread; so a burst that is answered within this
 *     time is answered as a whole
 * @param overloadWait the same after messages have waited all the time for longer than {@code
 *     maxWait}: then more come than can be answered, and to let them wait for long would only make
 *     each answer late
 */
@ConfigurationProperties("reprise.ebms.admission")
public record AdmissionSettings(
    @DefaultValue("1s") Duration maxWait, @DefaultValue("200ms") Duration overloadWait) {
  public AdmissionSettings {
    new SettingBounds("reprise.ebms.admission")
        .atLeast("overload-wait", overloadWait, Duration.ofMillis(1))
        .require(
            maxWait.compareTo(overloadWait) >= 0,
            "max-wait",
            "must be at least overload-wait, was " + maxWait);
  }
}
