package org.reprise.ebms.send;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How messages are sent, under {@code reprise.ebms.send}.
 *
 * @param queueCapacity messages that may wait for one partner, or be on their way to it
 * @param queueWait how long a new message waits for room in a full queue before it is refused; a
 *     fast sender is slowed down by it, instead of being refused
 * @param maxWait how long the next message of a queue may have waited, so that new ones are taken;
 *     what was taken before is sent in any case
 * @param connections keep-alive connections to one partner
 * @param connectTimeout how long a connection may take to be made
 * @param responseTimeout how long a partner may take to answer
 * @param exchangeTimeout how long a try may take from connecting to the last byte of the answer
 * @param giveUpAfter how long a message is tried that is not to be retried by agreement, such as a
 *     Pong
 * @param breakerCalls calls on whose outcomes the circuit breaker judges: it opens when half of
 *     them failed
 * @param breakerOpen how long nothing is sent to a partner whose breaker opened
 * @param maxAnswer bytes that are read of a partner's answer
 * @param closeWithin how long a service that ends goes on sending what waits
 */
@ConfigurationProperties("reprise.ebms.send")
public record SendSettings(
    @DefaultValue("1000") int queueCapacity,
    @DefaultValue("1s") Duration queueWait,
    @DefaultValue("5s") Duration maxWait,
    @DefaultValue("4") int connections,
    @DefaultValue("5s") Duration connectTimeout,
    @DefaultValue("10s") Duration responseTimeout,
    @DefaultValue("5m") Duration exchangeTimeout,
    @DefaultValue("60s") Duration giveUpAfter,
    @DefaultValue("8") int breakerCalls,
    @DefaultValue("5s") Duration breakerOpen,
    @DefaultValue("262144") int maxAnswer,
    @DefaultValue("15s") Duration closeWithin) {
  public SendSettings {
    Duration positive = Duration.ofMillis(1);
    new SettingBounds("reprise.ebms.send")
        .atLeast("queue-capacity", queueCapacity, 1)
        .atLeast("connections", connections, 1)
        .atLeast("breaker-calls", breakerCalls, 1)
        .atLeast("max-answer", maxAnswer, 1)
        .atLeast("connect-timeout", connectTimeout, positive)
        .atLeast("response-timeout", responseTimeout, positive)
        .atLeast("exchange-timeout", exchangeTimeout, positive)
        .atLeast("give-up-after", giveUpAfter, positive)
        .atLeast("breaker-open", breakerOpen, positive)
        .atLeast("max-wait", maxWait, positive)
        .atLeast("close-within", closeWithin, Duration.ZERO)
        .atLeast("queue-wait", queueWait, Duration.ZERO);
  }
}
