package org.reprise.load.ebms;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Which Pings have their Pong. Every Pong is looked at: its action, the Ping that it answers, and
 * whether that one had a Pong before. Every hundredth, and the first ones, are read as XML and
 * compared header by header.
 *
 * <p>A Ping takes one bit, and both Pings and messages are bounded in number: a sink beyond
 * loopback takes what others send.
 */
final class PongBook {
  /** Pings in all: some 32 MB of bits. */
  private static final long MOST_PINGS = 1L << 28;

  /** Messages for each announced Ping, and some more: a handler sends each Pong a second time. */
  private static final int MESSAGES_FOR_A_PING = 2;

  private static final int MORE_MESSAGES = 1000;

  private static final int MOST_TEXTS = 5;
  private static final int MOST_EXCERPT = 300;
  private static final int READ_WHOLE = 100;

  private final Map<String, Pings> expected = new HashMap<>();
  private final List<String> messages = new ArrayList<>();
  private long announced;
  private long received;
  private long foreign;
  private long wrong;
  private long refused;

  /** The Pings of one token. */
  private static final class Pings {
    private final EbmsPing flow;
    private final int most;
    private final BitSet answered = new BitSet();
    private long again;

    Pings(EbmsPing flow, int most) {
      this.flow = flow;
      this.most = most;
    }
  }

  /**
   * What has come so far.
   *
   * @param matched Pings of the token that have at least one Pong
   * @param again Pongs to Pings that had one already
   * @param foreign Pongs that answer no Ping of ours, whatever the token
   * @param wrong messages that are no proper Pong, whatever the token
   * @param refused messages beyond the bound, which were not looked at, whatever the token
   * @param received messages of every kind but those, whatever the token
   * @param messages what the first of the wrong ones said
   */
  record Counts(
      long matched,
      long again,
      long foreign,
      long wrong,
      long refused,
      long received,
      List<String> messages) {
    Counts {
      messages = List.copyOf(messages);
    }
  }

  /**
   * From now on Pongs to these Pings may come, with numbers from 0 to below {@code most}.
   *
   * @throws IllegalArgumentException where that is more than the book keeps
   */
  synchronized void expect(String token, EbmsPing flow, int most) {
    if (most < 0 || announced + most > MOST_PINGS) {
      throw new IllegalArgumentException(
          "%,d Pings after %,d are announced; %,d are kept".formatted(most, announced, MOST_PINGS));
    }
    announced += most;
    expected.put(token, new Pings(flow, most));
  }

  synchronized Counts counts(String token) {
    var pings = Optional.ofNullable(expected.get(token));
    return new Counts(
        pings.map(one -> one.answered.cardinality()).orElse(0),
        pings.map(one -> one.again).orElse(0L),
        foreign,
        wrong,
        refused,
        received,
        messages);
  }

  /** The numbers of the Pings that have their Pong. */
  synchronized BitSet answered(String token) {
    var pings = expected.get(token);
    return pings == null ? new BitSet() : (BitSet) pings.answered.clone();
  }

  /** Takes a message that was received; false where there have been too many. */
  synchronized boolean receive(byte[] body) {
    if (received >= MESSAGES_FOR_A_PING * announced + MORE_MESSAGES) {
      refused++;
      return false;
    }
    received++;
    var text = new String(body, StandardCharsets.UTF_8);
    var reference = element(text, "RefToMessageId");
    if (!element(text, "Action").equals(EbmsPing.PONG) || reference.isEmpty()) {
      var excerpt = text.substring(0, Math.min(MOST_EXCERPT, text.length()));
      wrong("no Pong: " + excerpt.replaceAll("\\s+", " "));
      return true;
    }
    var uuid = uuid(reference);
    var pings = uuid.map(PingIds::tokenOf).map(expected::get).orElse(null);
    var number = uuid.map(it -> PingIds.numberOf(it).orElse(-1)).orElse(-1L);
    if (pings == null || number < 0 || number >= pings.most) {
      foreign++;
      note("a Pong to " + reference);
      return true;
    }
    if (received <= READ_WHOLE || received % READ_WHOLE == 0) {
      PongReader.faults(body, pings.flow, reference).ifPresent(this::wrong);
    }
    if (pings.answered.get(number.intValue())) {
      pings.again++;
      note("a second Pong to " + reference);
    }
    pings.answered.set(number.intValue());
    return true;
  }

  private static Optional<UUID> uuid(String messageId) {
    try {
      return Optional.of(
          UUID.fromString(messageId.substring(0, Math.max(0, messageId.indexOf('@')))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void wrong(String message) {
    wrong++;
    note(message);
  }

  private void note(String message) {
    if (messages.size() < MOST_TEXTS) {
      messages.add(message);
    }
  }

  /** The text of the first element whose local name is given; empty where there is none. */
  private static String element(String message, String name) {
    for (int at = message.indexOf(name + ">"); at > 0; at = message.indexOf(name + ">", at + 1)) {
      if (message.charAt(at - 1) == ':' || message.charAt(at - 1) == '<') {
        var start = at + name.length() + 1;
        var end = message.indexOf('<', start);
        return message.substring(start, end < 0 ? message.length() : end).strip();
      }
    }
    return "";
  }
}
