package org.reprise.ebms.packaging;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Bounds on a message's bytes, under {@code reprise.ebms.limits}.
 *
 * @param message bytes of the whole body
 * @param envelope bytes of the envelope
 * @param partHeader bytes of one part's headers
 * @param time how long a sender may take to send a body
 */
@ConfigurationProperties("reprise.ebms.limits")
public record PackagingLimits(
    @DefaultValue("32MB") DataSize message,
    @DefaultValue("512KB") DataSize envelope,
    @DefaultValue("100") int parts,
    @DefaultValue("16KB") DataSize partHeader,
    @DefaultValue("30s") Duration time) {
  public PackagingLimits {
    new SettingBounds("reprise.ebms.limits")
        .require(
            envelope.compareTo(message) <= 0, "envelope", "must not be larger than the message")
        .atLeast("parts", parts, 1)
        .atLeast("envelope", envelope, DataSize.ofKilobytes(1))
        .atLeast("part-header", partHeader, DataSize.ofBytes(256))
        .atLeast("time", time, Duration.ofMillis(1));
  }
}
