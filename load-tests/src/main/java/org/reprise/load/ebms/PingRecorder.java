package org.reprise.load.ebms;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressLine;
import org.reprise.load.child.Progressing;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Variant;

/**
 * Collects what the Pings of one load come to, level by level and second by second, and says when
 * to stop. Safe for any number of threads.
 */
final class PingRecorder implements Progressing {
  /** Beyond this the load piles up and measures nothing any more. */
  private static final int MOST_OUTSTANDING = 20_000;

  private static final int MOST_ERRORS = 1000;
  private static final int MOST_MESSAGES = 5;

  /** Answers may come this much later than the load's own end, seconds. */
  private static final int TAIL = 70;

  private final PingLoad load;
  private final Level[] levels;
  private final SendTimes sendTimes;
  private final Seconds seconds;
  private final AtomicInteger arrivals = new AtomicInteger();
  private final LongAdder ended = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AtomicIntegerArray accepted;
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final AtomicLong start = new AtomicLong();
  private volatile @Nullable Instant startInstant;
  private volatile @Nullable String stopped;
  private volatile long stoppedAt;
  private int judged;
  private int late;

  private static final class Level {
    private final PingLoad.Level plan;
    private final int first;
    private final double fromSeconds;
    private final Histogram times = new ConcurrentHistogram(3);
    private final LongAdder failed = new LongAdder();

    Level(PingLoad.Level plan, int first, double fromSeconds) {
      this.plan = plan;
      this.first = first;
      this.fromSeconds = fromSeconds;
    }
  }

  PingRecorder(PingLoad load) {
    this.load = load;
    this.levels = new Level[load.levels().size()];
    int first = 0;
    double from = 0;
    for (int i = 0; i < levels.length; i++) {
      var plan = load.levels().get(i);
      levels[i] = new Level(plan, first, from);
      first += plan.pings();
      from += plan.length().toSeconds();
    }
    this.sendTimes = new SendTimes(first);
    this.seconds = new Seconds((int) Math.ceil(from) + TAIL);
    this.accepted = new AtomicIntegerArray(first);
  }

  /** A Ping is due now; its number, or -1 where the load is stopped or over. */
  int arrive(long now) {
    if (start.compareAndSet(0, now)) {
      startInstant = Instant.now();
    }
    if (stopped != null || arrivals.get() >= sendTimes.length()) {
      return -1;
    }
    var number = arrivals.getAndIncrement();
    if (number >= sendTimes.length()) {
      return -1;
    }
    sendTimes.sent(number, now);
    judgeOneBefore(number);
    return number;
  }

  void answered(int number, long from, long now) {
    ended.increment();
    accepted.set(number, 1);
    level(number).times.recordValue(Math.max(1, now - from));
    seconds.answered(now - start.get(), now - from);
  }

  void failed(int number, long now, String message) {
    ended.increment();
    errors.increment();
    level(number).failed.increment();
    seconds.failed(now - start.get());
    if (messages.size() < MOST_MESSAGES) {
      messages.add(message);
    }
    if (errors.sum() >= MOST_ERRORS) {
      stop(MOST_ERRORS + " Pings failed");
    }
  }

  /** Whether the load has been stopped and nothing of it is under way any more. */
  boolean hasStopped(long now) {
    var answeredAll = ended.sum() >= Math.min(arrivals.get(), sendTimes.length());
    var waited = now - stoppedAt > 10_000_000_000L;
    return stopped != null && (answeredAll || waited);
  }

  private void stop(String why) {
    if (stopped == null) {
      stoppedAt = System.nanoTime();
      stopped = why;
    }
  }

  /** A quarter into a level the one before it is complete, unless it is much too much. */
  private void judgeOneBefore(int number) {
    var level = indexOf(number);
    if (level > 0 && number - levels[level].first >= levels[level].plan.pings() / 4) {
      judge(level - 1);
    }
    if (number - ended.sum() > MOST_OUTSTANDING) {
      stop("more than " + MOST_OUTSTANDING + " Pings were waiting for their answer");
    }
  }

  private synchronized void judge(int level) {
    if (level < judged) {
      return;
    }
    judged = level + 1;
    var step = step(level);
    late = Knee.isLate(step) ? late + 1 : 0;
    if (step.meanMs() > load.stopAboveMs()) {
      stop(
          "the average exceeded %.0f ms at %.0f/s".formatted(load.stopAboveMs(), step.perSecond()));
    } else if (level >= load.exact() && step.errors() > 0) {
      stop("%d Pings failed at %.0f/s".formatted(step.errors(), step.perSecond()));
    } else if (level >= load.exact() && late == 2) {
      stop("the generator itself sent too late at %.0f/s".formatted(step.perSecond()));
    }
  }

  private Level level(int number) {
    return levels[indexOf(number)];
  }

  private int indexOf(int number) {
    int low = 0;
    int high = levels.length - 1;
    while (low < high) {
      var middle = (low + high + 1) / 2;
      if (levels[middle].first <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private OpenLoad.Step step(int index) {
    var level = levels[index];
    var sent = Math.clamp(arrivals.get() - level.first, 0, level.plan.pings());
    var delays = sendTimes.delays(levelStarts(), index, sent);
    var times = level.times.copy();
    return new OpenLoad.Step(
        level.plan.perSecond(),
        level.fromSeconds,
        level.plan.length().toSeconds(),
        sent,
        times.getTotalCount(),
        level.failed.sum(),
        Times.meanMs(times),
        Times.atMs(times, 90),
        Times.atMs(times, 99),
        Times.atMs(times, 100),
        Times.atMs(delays, 50),
        Times.atMs(delays, 99),
        null);
  }

  /** When a Ping is due, seconds since the load's start. */
  double due(int number) {
    var level = Math.min(number, sendTimes.length() - 1);
    return levelStarts().get(indexOf(level)).due(level);
  }

  private List<SendTimes.Start> levelStarts() {
    var starts = new ArrayList<SendTimes.Start>();
    for (var level : levels) {
      starts.add(
          new SendTimes.Start(
              level.first,
              level.fromSeconds,
              level.plan.pings(),
              (int) level.plan.length().toSeconds()));
    }
    return starts;
  }

  @Override
  public boolean begun() {
    return start.get() != 0;
  }

  @Override
  public boolean over() {
    return (stopped != null || arrivals.get() >= sendTimes.length())
        && ended.sum() >= Math.min(arrivals.get(), sendTimes.length());
  }

  @Override
  public ProgressLine progress() {
    var jvm = Runtime.getRuntime();
    return new ProgressLine(
        load.experiment(),
        ended.sum(),
        sendTimes.length(),
        errors.sum(),
        jvm.totalMemory() - jvm.freeMemory());
  }

  /** Everything so far; levels that were not sent to their end are left out. */
  PingSample sample() {
    var sent = Math.min(arrivals.get(), sendTimes.length());
    var answered = new BitSet();
    for (int i = 0; i < sent; i++) {
      answered.set(i, accepted.get(i) == 1);
    }
    var began = startInstant;
    var parts = new ArrayList<PingSample.Part>();
    part(Variant.REPORT_EXACT, 0, load.exact(), sent).ifPresent(parts::add);
    part(Variant.SEARCH, load.exact(), levels.length, sent).ifPresent(parts::add);
    return new PingSample(
        (began == null ? Instant.now() : began).toString(),
        parts,
        sent,
        messages.stream().limit(MOST_MESSAGES).toList(),
        PingSample.encoded(answered),
        Optional.ofNullable(stopped).orElse(""));
  }

  /** The levels from {@code first} to below {@code end}; empty where none was sent to its end. */
  private Optional<PingSample.Part> part(String variant, int first, int end, int sent) {
    var all = new Histogram(3);
    var steps = new ArrayList<OpenLoad.Step>();
    long failed = 0;
    for (int i = first; i < end; i++) {
      if (levels[i].first + levels[i].plan.pings() <= sent) {
        steps.add(step(i));
        all.add(levels[i].times);
        failed += levels[i].failed.sum();
      }
    }
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    var last = steps.getLast();
    return Optional.of(
        new PingSample.Part(
            new OpenLoad(
                load.experiment(),
                variant,
                1,
                steps,
                seconds.list(steps.getFirst().fromSeconds(), last.fromSeconds() + last.seconds()),
                Times.bars(all)),
            Times.summary(load.experiment(), variant, all, failed)));
  }
}
