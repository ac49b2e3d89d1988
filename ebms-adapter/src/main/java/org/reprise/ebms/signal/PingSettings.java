package org.reprise.ebms.signal;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How Pings are sent and answered, under {@code reprise.ebms.ping}.
 *
 * @param persist whether a Ping's answer is in the database before the Ping is acknowledged, so
 *     that it is sent even if the process is killed
 * @param answerWithin how long a Ping of ours waits for its Pong before it ends as failed
 * @param keep how long a Ping of ours is remembered after it was sent
 */
@ConfigurationProperties("reprise.ebms.ping")
public record PingSettings(
    @DefaultValue("false") boolean persist,
    @DefaultValue("5m") Duration answerWithin,
    @DefaultValue("30d") Duration keep) {
  public PingSettings {
    new SettingBounds("reprise.ebms.ping")
        .atLeast("keep", keep, Duration.ZERO)
        .atLeast("answer-within", answerWithin, Duration.ofMillis(1));
  }
}
