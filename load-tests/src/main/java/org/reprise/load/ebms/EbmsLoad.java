package org.reprise.load.ebms;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.Shape;

/**
 * What a process that sends Pings must know of them.
 *
 * @param latency that each Ping waits in addition, half before it is sent and half after it is
 *     answered
 * @param warmUp where the generator warms itself up, which is never the measured handler; null
 *     where it does not
 */
record EbmsLoad(
    String handler, EbmsPing flow, PingIds ids, Duration latency, @Nullable String warmUp) {
  /** How long the last Pings may take. */
  static final Duration GRACE = Shape.Arrivals.GIVE_UP.plusSeconds(10);

  /** The operation's id in the baseline. */
  static final String PING = "ping";
}
