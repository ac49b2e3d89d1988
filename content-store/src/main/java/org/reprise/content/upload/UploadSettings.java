package org.reprise.content.upload;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of uploads, under {@code reprise.content.upload}.
 *
 * @param expiry after the last byte; shorter than {@code reprise.content.inbound-grace}, after
 *     which a file that is not written to is swept
 * @param checkpoint after how many bytes of one request what was received is synced and recorded,
 *     so that a kill does not lose all of it
 */
@ConfigurationProperties("reprise.content.upload")
record UploadSettings(
    @DefaultValue("64GB") DataSize maxSize,
    @DefaultValue("12h") Duration expiry,
    @DefaultValue("64MB") DataSize checkpoint) {
  UploadSettings {
    new SettingBounds("reprise.content.upload")
        .atLeast("max-size", maxSize, DataSize.ofBytes(1))
        .atLeast("expiry", expiry, Duration.ofSeconds(1))
        .atLeast("checkpoint", checkpoint, DataSize.ofBytes(1));
  }
}
