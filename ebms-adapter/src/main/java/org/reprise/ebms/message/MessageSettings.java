package org.reprise.ebms.message;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How business messages are kept and sent, under {@code reprise.ebms.messages}.
 *
 * @param look how often the database is searched for messages that are due; new messages of this
 *     instance are sent at once
 * @param batch messages that are taken from the database at once
 * @param backlog business messages that may wait for one endpoint in the database, and as many
 *     signals beside them; more messages are refused, more reports of errors are given in the HTTP
 *     response
 * @param keepSent how long a sent message is kept after it was delivered, failed or expired
 * @param keepReceived the longest that a received message is remembered after it was processed,
 *     however long its sender may send it again
 * @param keepEvents how long an event is kept
 */
@ConfigurationProperties("reprise.ebms.messages")
public record MessageSettings(
    @DefaultValue("500ms") Duration look,
    @DefaultValue("100") int batch,
    @DefaultValue("10000") int backlog,
    @DefaultValue("30d") Duration keepSent,
    @DefaultValue("400d") Duration keepReceived,
    @DefaultValue("30d") Duration keepEvents) {
  public MessageSettings {
    new SettingBounds("reprise.ebms.messages")
        .atLeast("look", look, Duration.ofMillis(10))
        .atLeast("batch", batch, 1)
        .atLeast("backlog", backlog, 1)
        .atLeast("keep-sent", keepSent, Duration.ZERO)
        .atLeast("keep-received", keepReceived, Duration.ZERO)
        .atLeast("keep-events", keepEvents, Duration.ZERO);
  }
}
