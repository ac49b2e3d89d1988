package org.reprise.load.ebms;

import java.io.IOException;
import java.time.Duration;
import org.reprise.load.child.RunListener;

/**
 * Makes a message handler's classes load and its code compile, so that a ramp measures how it
 * serves and not how it starts.
 */
final class WarmUp {
  /** Enough to reach every part of the handler, and few enough to leave it room to compile. */
  private static final int CONNECTIONS = 4;

  /** More than any handler answers on so few connections in a second. */
  private static final int MOST_PER_SECOND = 20_000;

  private final EbmsTarget target;
  private final PongCount pongs;
  private final EbmsPing flow;

  /**
   * Prepares it.
   *
   * @param pongs hears of the Pings, which are checked as all others are
   */
  WarmUp(EbmsTarget target, PongCount pongs, EbmsPing flow) {
    this.target = target;
    this.pongs = pongs;
    this.flow = flow;
  }

  /** Sends one Ping after another on each connection for so long. */
  void run(Duration length, RunListener listener) throws IOException, InterruptedException {
    var handler = target.handler();
    var ids = PingIds.random(target.partner().sink().host());
    target.partner().expect(ids.token(), flow, MOST_PER_SECOND * (int) (length.toSeconds() + 1));
    var template =
        flow.template(handler.getPath(), handler.getHost() + ":" + handler.getPort(), ids);
    var result =
        new LeanClient(handler, template, CONNECTIONS, false)
            .run(Duration.ZERO, length, LeanClient.Window.UNHEARD);
    pongs.add(ids, result.accepted(), result.sent());
    result.messages().stream()
        .findFirst()
        .ifPresent(message ->
            listener.notice(
                "%,d of %,d Pings of the warm-up failed, the first: %s"
                    .formatted(result.errors(), result.sent(), message)));
  }
}
