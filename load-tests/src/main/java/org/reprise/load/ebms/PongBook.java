package org.reprise.load.ebms;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which Pings have their Pong. Every Pong is looked at: its action, the Ping that it answers, and
 * whether that one had a Pong before. Every hundredth, and the first ones, are read as XML and
 * compared header by header.
 */
final class PongBook {
  private static final int MOST_MESSAGES = 5;
  private static final int READ_WHOLE = 100;
  private static final byte[] ACTION = bytes("Action>");
  private static final byte[] REFERENCE = bytes("RefToMessageId>");

  private final Map<String, Pings> expected = new ConcurrentHashMap<>();
  private final AtomicLong received = new AtomicLong();
  private final LongAdder foreign = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();

  /** The Pings of one token. */
  private record Pings(
      EbmsPing flow, AtomicIntegerArray pongs, LongAdder matched, LongAdder again) {}

  /**
   * What has come so far.
   *
   * @param matched Pings of the token that have at least one Pong
   * @param again Pongs to Pings that had one already
   * @param foreign Pongs that answer no Ping of ours, whatever the token
   * @param wrong messages that are no proper Pong, whatever the token
   * @param received messages of every kind, whatever the token
   * @param messages what the first of the wrong ones said
   */
  record Counts(
      long matched, long again, long foreign, long wrong, long received, List<String> messages) {
    Counts {
      messages = List.copyOf(messages);
    }
  }

  /** From now on Pongs to these Pings may come, with numbers from 0 to below {@code most}. */
  void expect(String token, EbmsPing flow, int most) {
    expected.put(
        token, new Pings(flow, new AtomicIntegerArray(most), new LongAdder(), new LongAdder()));
  }

  Counts counts(String token) {
    var pings = expected.get(token);
    return new Counts(
        pings == null ? 0 : pings.matched().sum(),
        pings == null ? 0 : pings.again().sum(),
        foreign.sum(),
        wrong.sum(),
        received.get(),
        messages.stream().limit(MOST_MESSAGES).toList());
  }

  /** The numbers of the Pings that have their Pong. */
  BitSet answered(String token) {
    var answered = new BitSet();
    var pings = expected.get(token);
    for (int i = 0; pings != null && i < pings.pongs().length(); i++) {
      if (pings.pongs().get(i) > 0) {
        answered.set(i);
      }
    }
    return answered;
  }

  /** Takes a message that was received. */
  void receive(byte[] body) {
    var number = received.incrementAndGet();
    var text = element(body, REFERENCE);
    if (!element(body, ACTION).equals(EbmsPing.PONG) || text.isEmpty()) {
      wrong("no Pong: " + excerpt(body));
      return;
    }
    UUID uuid;
    try {
      uuid = UUID.fromString(text.substring(0, Math.max(0, text.indexOf('@'))));
    } catch (IllegalArgumentException e) {
      foreign.increment();
      note("a Pong to " + text);
      return;
    }
    var pings = expected.get(PingIds.tokenOf(uuid));
    var ping = PingIds.numberOf(uuid).orElse(-1);
    if (pings == null || ping < 0 || ping >= pings.pongs().length()) {
      foreign.increment();
      note("a Pong to " + text);
      return;
    }
    if (number <= READ_WHOLE || number % READ_WHOLE == 0) {
      PongReader.faults(body, pings.flow(), text).ifPresent(this::wrong);
    }
    if (pings.pongs().getAndIncrement((int) ping) == 0) {
      pings.matched().increment();
    } else {
      pings.again().increment();
      note("a second Pong to " + text);
    }
  }

  private void wrong(String message) {
    wrong.increment();
    note(message);
  }

  private void note(String message) {
    if (messages.size() < MOST_MESSAGES) {
      messages.add(message);
    }
  }

  /** The text of the first element whose local name is given; empty where there is none. */
  private static String element(byte[] body, byte[] name) {
    var start = indexOf(body, name);
    if (start < 0) {
      return "";
    }
    var end = start;
    while (end < body.length && body[end] != '<') {
      end++;
    }
    return new String(body, start, end - start, StandardCharsets.UTF_8).strip();
  }

  /** The place behind the first occurrence that follows a prefix's colon or a tag's beginning. */
  private static int indexOf(byte[] body, byte[] name) {
    for (int i = 1; i + name.length <= body.length; i++) {
      if ((body[i - 1] == ':' || body[i - 1] == '<')
          && java.util.Arrays.equals(body, i, i + name.length, name, 0, name.length)) {
        return i + name.length;
      }
    }
    return -1;
  }

  private static String excerpt(byte[] body) {
    var text = new String(body, StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    return text.substring(0, Math.min(300, text.length()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
