package org.reprise.content.cmis;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How long the change log goes back, under {@code reprise.content.changes}. */
@ConfigurationProperties("reprise.content.changes")
record ChangeSettings(@DefaultValue("30d") Duration retention) {
  ChangeSettings {
    new SettingBounds("reprise.content.changes")
        .atLeast("retention", retention, Duration.ofSeconds(1));
  }
}
