package org.reprise.load.ebms;

import java.util.BitSet;
import java.util.List;
import org.reprise.load.measure.Check;

/**
 * What became of the Pongs of a run: exactly one for every accepted Ping, none without a Ping.
 *
 * @param accepted Pings that were answered well
 * @param matched of these, how many have their Pong
 * @param again Pongs to Pings that had one already
 * @param unsent Pongs to Pings that were never sent
 * @param foreign Pongs to no Ping of ours, and messages that are no proper Pong
 * @param refused messages that came when there had been too many
 * @param messages what the first of the wrong ones said
 */
record PongTally(
    long accepted,
    long matched,
    long again,
    long unsent,
    long foreign,
    long refused,
    List<String> messages) {
  PongTally {
    messages = List.copyOf(messages);
  }

  static PongTally none() {
    return new PongTally(0, 0, 0, 0, 0, 0, List.of());
  }

  /**
   * One stretch of load.
   *
   * @param accepted numbers of the Pings that were answered well
   * @param answered numbers of those that have a Pong
   * @param sent Pings that were sent, with numbers from 0 on
   */
  static PongTally of(BitSet accepted, BitSet answered, long sent, PongBook.Counts counts) {
    var both = (BitSet) accepted.clone();
    both.and(answered);
    // A Ping whose answer was lost may have its Pong; one that was never sent may not.
    var unsent = (BitSet) answered.clone();
    unsent.clear(0, (int) sent);
    return new PongTally(
        accepted.cardinality(),
        both.cardinality(),
        counts.again(),
        unsent.cardinality(),
        counts.foreign() + counts.wrong(),
        counts.refused(),
        counts.messages());
  }

  /**
   * Together with another stretch, whose foreign and refused ones count from the run's beginning
   * too.
   */
  PongTally and(PongTally later) {
    return new PongTally(
        accepted + later.accepted,
        matched + later.matched,
        again + later.again,
        unsent + later.unsent,
        Math.max(foreign, later.foreign),
        Math.max(refused, later.refused),
        later.messages.isEmpty() ? messages : later.messages);
  }

  List<Check> checks() {
    var each = matched == accepted && again == 0;
    var only = unsent + foreign + refused == 0;
    return List.of(
        new Check(
            "every-ping-one-pong",
            each,
            each
                ? "each of %,d accepted Pings has exactly one Pong".formatted(accepted)
                : "%,d of %,d accepted Pings have no Pong, %,d Pongs came a second time%s"
                    .formatted(accepted - matched, accepted, again, told())),
        new Check(
            "no-pong-without-ping",
            only,
            only
                ? "every message that the partner received is a Pong to a Ping of this run"
                : "%,d Pongs answer Pings that were not sent, %,d messages are no Pong to a Ping of this run, %,d messages were refused since too many had come%s"
                    .formatted(unsent, foreign, refused, told())));
  }

  private String told() {
    return messages.isEmpty() ? "" : "; the first: " + String.join("; ", messages);
  }
}
