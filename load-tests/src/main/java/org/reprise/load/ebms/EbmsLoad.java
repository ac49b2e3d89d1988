package org.reprise.load.ebms;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a process that sends Pings must know of them.
 *
 * @param handler the message handler's URL
 * @param flow agreement and parties
 * @param latency that each Ping waits in addition, half before it is sent and half after it is
 *     answered
 * @param warmUp where the generator warms itself up, which is never the measured handler; null
 *     where it does not
 */
record EbmsLoad(
    String handler, EbmsPing flow, PingIds ids, Duration latency, @Nullable String warmUp) {
  /** A Ping that has no answer after this long is given up: longer than the report's longest. */
  static final Duration GIVE_UP = Duration.ofSeconds(15);

  /** How long the last Pings may take. */
  static final Duration GRACE = GIVE_UP.plusSeconds(10);

  /** The operation's id in the baseline. */
  static final String PING = "ping";
}
