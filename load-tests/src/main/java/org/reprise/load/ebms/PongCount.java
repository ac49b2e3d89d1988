package org.reprise.load.ebms;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The Pings of a run, stretch by stretch, whose Pongs are counted when the run is over: a Pong that
 * comes a second time may come late. The latest is one whose answer the message handler missed: it
 * is sent again when the handler's time-out has run out and its circuit breaker has closed.
 */
final class PongCount {
  private static final Duration MARGIN = Duration.ofSeconds(1);
  private static final Duration LAST_PONG = Duration.ofSeconds(60);

  private final PartnerProcess partner;
  private final Duration silence;
  private final List<Stretch> stretches = new ArrayList<>();

  /**
   * Pings that were sent one after another, with one token.
   *
   * @param accepted numbers of those that were answered well
   * @param sent how many, with numbers from 0 on
   */
  private record Stretch(String token, BitSet accepted, long sent) {}

  PongCount(PartnerProcess partner) {
    this(partner, EbmsService.RESPONSE_TIMEOUT.plus(EbmsService.BREAKER_OPEN));
  }

  /**
   * Counts what a partner receives.
   *
   * @param sentAgainAfter how long after a Pong the message handler sends it again at the latest; a
   *     little later no more is awaited
   */
  PongCount(PartnerProcess partner, Duration sentAgainAfter) {
    this.partner = partner;
    this.silence = sentAgainAfter.plus(MARGIN);
  }

  /** Adds Pings, and waits for the Pongs that are still on their way. */
  void add(PingIds ids, BitSet accepted, long sent) throws IOException, InterruptedException {
    stretches.add(new Stretch(ids.token(), (BitSet) accepted.clone(), sent));
    partner.awaitPongs(ids.token(), accepted.cardinality(), silence, LAST_PONG);
  }

  /** Waits until nothing comes any more, and counts for every stretch what has come until now. */
  PongTally tally() throws IOException, InterruptedException {
    partner.awaitPongs("", Long.MAX_VALUE, silence, LAST_PONG);
    var tally = PongTally.none();
    for (var stretch : stretches) {
      tally = tally.and(tally(stretch));
    }
    return tally;
  }

  /** What has come until now of the Pongs to the Pings that were added last. */
  PongTally last() throws IOException, InterruptedException {
    return tally(stretches.getLast());
  }

  private PongTally tally(Stretch stretch) throws IOException, InterruptedException {
    return PongTally.of(
        stretch.accepted(),
        partner.answered(stretch.token()),
        stretch.sent(),
        partner.counts(stretch.token()));
  }
}
