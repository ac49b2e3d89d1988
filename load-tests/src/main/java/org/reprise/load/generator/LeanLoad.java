package org.reprise.load.generator;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Connections that each send the next request as soon as the last one is answered, for a service on
 * this machine that is to be loaded to its limit. What needs less than that is sent by Gatling.
 */
public final class LeanLoad {
  /** Parts of the window, whose rates tell how far the rate varies. */
  private static final int PARTS = 5;

  private static final int MAX_MESSAGES = 5;

  /** Service Unavailable: what a service that is full answers (RFC 9110, section 15.6.4). */
  private static final int FULL = 503;

  private final URI target;
  private final IntFunction<ClassicHttpRequest> requests;
  private final Check check;
  private final Duration limit;
  private final AtomicInteger next = new AtomicInteger();
  private final BitSet accepted = new BitSet();
  private final Histogram times = new Histogram(3);
  private final long[] parts = new long[PARTS];
  private final List<String> messages = new ArrayList<>();
  private long errors;
  private long refused;
  private long from;
  private long to;

  /**
   * Prepares a load.
   *
   * @param requests each by its number; called by all connections at once
   * @param limit of the wait for an answer: a connection that gets none ends with an error
   */
  public LeanLoad(
      URI target, IntFunction<ClassicHttpRequest> requests, Check check, Duration limit) {
    this.target = target;
    this.requests = requests;
    this.check = check;
    this.limit = limit;
  }

  /** Says whether an answer is the right one to a request. */
  public interface Check {
    boolean accepts(int number, LeanConnection.Answer answer);
  }

  /**
   * What came of it.
   *
   * @param sent in all, warm-up included
   * @param accepted numbers of those that were answered well
   * @param rates answered well in a second, in each part of the window
   * @param times of these, nanoseconds
   * @param cpuMs CPU time of the service for one of these, milliseconds; null where none was, or
   *     the system does not tell
   * @param errors in all, warm-up included
   * @param refused errors of a service that was full and said so: it may do that under such a load,
   *     as when the machine had no time for it for a moment
   * @param messages of the first of the others
   */
  public record Result(
      int sent,
      BitSet accepted,
      List<Double> rates,
      Histogram times,
      @Nullable Double cpuMs,
      long errors,
      long refused,
      List<String> messages) {}

  /**
   * Sends for the warm-up and then for the window.
   *
   * @param service whose CPU time in the window is read
   */
  public Result run(int connections, Duration warmUp, Duration window, ProcessHandle service)
      throws InterruptedException {
    from = System.nanoTime() + warmUp.toNanos();
    to = from + window.toNanos();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < connections; i++) {
      threads.add(Thread.ofPlatform().daemon().start(this::send));
    }
    Thread.sleep(Duration.ofNanos(from - System.nanoTime()));
    var before = service.info().totalCpuDuration();
    Thread.sleep(Duration.ofNanos(to - System.nanoTime()));
    var after = service.info().totalCpuDuration();
    for (var thread : threads) {
      thread.join();
    }
    synchronized (this) {
      var rates = new ArrayList<Double>();
      for (var part : parts) {
        rates.add(part * PARTS * 1e9 / window.toNanos());
      }
      return new Result(
          next.get(),
          accepted,
          rates,
          times,
          cpuMs(before, after),
          errors,
          refused,
          List.copyOf(messages));
    }
  }

  private @Nullable Double cpuMs(Optional<Duration> before, Optional<Duration> after) {
    return before.isPresent() && after.isPresent() && times.getTotalCount() > 0
        ? after.get().minus(before.get()).toNanos() / 1e6 / times.getTotalCount()
        : null;
  }

  private void send() {
    try (var connection = new LeanConnection(target, limit)) {
      while (System.nanoTime() - to < 0) {
        var number = next.getAndIncrement();
        var request = requests.apply(number);
        var start = System.nanoTime();
        var answer = connection.send(request);
        answered(number, start, System.nanoTime(), answer);
      }
    } catch (IOException | RuntimeException e) {
      failed(e.toString());
    }
  }

  private synchronized void answered(
      int number, long start, long end, LeanConnection.Answer answer) {
    if (answer.status() == FULL) {
      errors++;
      refused++;
      return;
    }
    if (!check.accepts(number, answer)) {
      failed("%d %s".formatted(answer.status(), answer.text().replaceAll("\\s+", " ")));
      return;
    }
    accepted.set(number);
    if (start >= from && end < to) {
      times.recordValue(end - start);
      parts[(int) ((end - from) * PARTS / (to - from))]++;
    }
  }

  private synchronized void failed(String message) {
    errors++;
    if (messages.size() < MAX_MESSAGES) {
      messages.add(message.substring(0, Math.min(200, message.length())));
    }
  }
}
