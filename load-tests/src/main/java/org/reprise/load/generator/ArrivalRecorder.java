package org.reprise.load.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressLine;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.OpenLoad;

/**
 * Collects what the flows of one phase of arrivals come to, level by level and second by second,
 * and says when to stop. Safe for any number of threads.
 */
final class ArrivalRecorder implements PhaseRecorder {
  /** How far beyond the highest rate that was carried a load goes on: what comes of an overload. */
  static final double BEYOND_KNEE = 3;

  /** Beyond this the load piles up and measures nothing any more. */
  private static final int MOST_OUTSTANDING = 20_000;

  private static final int MOST_MESSAGES = 5;

  /** Answers may come this much later than a flow is given up, seconds. */
  private static final int TAIL = 10;

  private static final int UNDER_WAY = 0;
  private static final int ACCEPTED = 1;
  private static final int FAILED = 2;

  private final Phase phase;
  private final Shape.Arrivals load;
  private final String operation;
  private final Level[] levels;
  private final List<SendTimes.Start> starts;
  private final SendTimes sendTimes;
  private final Seconds seconds;
  private final AtomicInteger arrivals = new AtomicInteger();
  private final LongAdder ended = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AtomicIntegerArray states;
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final AtomicLong start = new AtomicLong();
  private volatile @Nullable Instant startInstant;
  private volatile @Nullable String stopped;
  private volatile long stoppedAt;
  private int judged;
  private int late;
  private double carried;
  private boolean tooMuch;

  /** Levels that the report would have sent: it ends with the first one that is above the limit. */
  private int exact;

  private static final class Level {
    private final Shape.Level plan;
    private final int first;
    private final double fromSeconds;
    private final Histogram times = new ConcurrentHistogram(3);
    private final LongAdder answered = new LongAdder();
    private final LongAdder inTime = new LongAdder();
    private final LongAdder failed = new LongAdder();

    Level(Shape.Level plan, int first, double fromSeconds) {
      this.plan = plan;
      this.first = first;
      this.fromSeconds = fromSeconds;
    }
  }

  /**
   * A recorder of one phase.
   *
   * @param operation what a flow is called among the baseline's operations
   */
  ArrivalRecorder(Phase phase, Shape.Arrivals load, String operation) {
    this.phase = phase;
    this.load = load;
    this.operation = operation;
    this.exact = load.published();
    this.levels = new Level[load.levels().size()];
    int first = 0;
    double from = 0;
    for (int i = 0; i < levels.length; i++) {
      var plan = load.levels().get(i);
      levels[i] = new Level(plan, first, from);
      first += plan.flows();
      from += plan.length().toSeconds();
    }
    this.starts =
        Arrays.stream(levels)
            .map(level ->
                new SendTimes.Start(
                    level.first,
                    level.fromSeconds,
                    level.plan.flows(),
                    (int) level.plan.length().toSeconds()))
            .toList();
    this.sendTimes = new SendTimes(first);
    this.seconds = new Seconds((int) (Math.ceil(from) + load.giveUp().toSeconds()) + TAIL);
    this.states = new AtomicIntegerArray(first);
  }

  /** A flow is due now; its number, or -1 where the load is stopped or over. */
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
    judgeOneBefore(number, now);
    return number;
  }

  void answered(int number, long now) {
    if (!states.compareAndSet(number, UNDER_WAY, ACCEPTED)) {
      return;
    }
    ended.increment();
    var time = Math.max(1, now - due(number, sendTimes.at(number)));
    var level = level(number);
    level.times.recordValue(time);
    level.answered.increment();
    if (time <= load.limitMs() * 1e6) {
      level.inTime.increment();
    }
    seconds.answered(now - start.get(), time);
  }

  /** It was answered, but not well: a time that says nothing about the work of a flow. */
  void refused(int number, long now, String message) {
    failed(number, now, message);
  }

  /**
   * Nobody answered it; the time until it was given up is the least that it would have taken. A
   * connection that was refused or closed at once has no such time.
   */
  void unanswered(int number, long now, String message) {
    var time = now - due(number, sendTimes.at(number));
    if (failed(number, now, message) && time >= load.giveUp().toNanos() / 2) {
      level(number).times.recordValue(time);
    }
  }

  private boolean failed(int number, long now, String message) {
    if (!states.compareAndSet(number, UNDER_WAY, FAILED)) {
      return false;
    }
    ended.increment();
    errors.increment();
    level(number).failed.increment();
    seconds.failed(now - start.get());
    if (messages.size() < MOST_MESSAGES) {
      messages.add(message);
    }
    return true;
  }

  /** Whether the load has been stopped and nothing of it is under way any more. */
  boolean hasStopped(long now) {
    var answeredAll = ended.sum() >= Math.min(arrivals.get(), sendTimes.length());
    var waited = now - stoppedAt > load.giveUp().plusSeconds(1).toNanos();
    return stopped != null && (answeredAll || waited);
  }

  private void stop(long now, String why) {
    if (stopped == null) {
      stoppedAt = now;
      stopped = why;
    }
  }

  /** A quarter into a level the one before it is complete, unless it is much too much. */
  private void judgeOneBefore(int number, long now) {
    var level = indexOf(number);
    if (level > 0 && number - levels[level].first >= levels[level].plan.flows() / 4) {
      judge(level - 1, now);
    }
    if (number - ended.sum() > MOST_OUTSTANDING) {
      stop(now, "more than " + MOST_OUTSTANDING + " flows were waiting for their answer");
    }
  }

  private synchronized void judge(int level, long now) {
    if (level < judged) {
      return;
    }
    judged = level + 1;
    var step = step(level, now);
    late = Knee.isLate(step) ? late + 1 : 0;
    if (step.meanMs() > load.limitMs()) {
      exact = Math.min(exact, judged);
    }
    tooMuch |= levels[level].failed.sum() > 0 || step.meanMs() > load.limitMs();
    if (!tooMuch) {
      carried = step.perSecond();
    }
    if (level >= exact && late == 2) {
      stop(now, "the generator itself sent too late at %.0f/s".formatted(step.perSecond()));
    } else if (tooMuch && noneAnswered()) {
      stop(now, "no flow was answered up to %.0f/s".formatted(step.perSecond()));
    } else if (tooMuch && step.perSecond() >= BEYOND_KNEE * Math.max(carried, lowestRate())) {
      stop(
          now,
          "%.0f/s is at least %.0f times what was carried, %.0f/s"
              .formatted(step.perSecond(), BEYOND_KNEE, carried));
    }
  }

  private boolean noneAnswered() {
    return Arrays.stream(levels).allMatch(level -> level.answered.sum() == 0);
  }

  private double lowestRate() {
    return load.levels().getFirst().perSecond();
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

  /** What is still under way counts as given up now. */
  private OpenLoad.Step step(int index, long now) {
    var level = levels[index];
    var sent = Math.clamp(arrivals.get() - level.first, 0, level.plan.flows());
    var delays = sendTimes.delays(starts, index, sent);
    var times = times(index, now);
    var answered = level.answered.sum();
    return new OpenLoad.Step(
        level.plan.perSecond(),
        level.fromSeconds,
        level.plan.length().toSeconds(),
        sent,
        answered,
        level.inTime.sum(),
        Math.max(0, sent - answered),
        Times.meanMs(times),
        Times.atMs(times, 90),
        Times.atMs(times, 99),
        Times.atMs(times, 100),
        Times.atMs(delays, 50),
        Times.atMs(delays, 99),
        null);
  }

  /** Of the answered, and of those that nobody has answered until now. */
  private Histogram times(int index, long now) {
    var level = levels[index];
    var times = level.times.copy();
    var end = Math.min(level.first + level.plan.flows(), arrivals.get());
    for (int number = level.first; number < end; number++) {
      if (states.get(number) == UNDER_WAY) {
        times.recordValue(Math.max(1, now - due(number, sendTimes.at(number))));
      }
    }
    return times;
  }

  /**
   * From when its time counts, nanoseconds: when it was due, or sent where a generator that began
   * late sent it before that.
   */
  private long due(int number, long sent) {
    return Math.min(sent, start.get() + Math.round(due(number) * 1e9));
  }

  /** When a flow is due, seconds since the load's start. */
  double due(int number) {
    var level = Math.min(number, sendTimes.length() - 1);
    return starts.get(indexOf(level)).due(level);
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
        phase.name(),
        ended.sum(),
        sendTimes.length(),
        errors.sum(),
        jvm.totalMemory() - jvm.freeMemory());
  }

  Shape.Arrivals load() {
    return load;
  }

  @Override
  public Phase phase() {
    return phase;
  }

  @Override
  public Stream<Sample> samples() {
    return samples(System.nanoTime());
  }

  /**
   * Everything so far, in the report's levels and those behind them. A level that was not sent to
   * its end is one whose rate was missed where it is the report's, and left out where it is not. A
   * flow that is still under way is an error: nobody answered it.
   */
  Stream<Sample> samples(long now) {
    var sent = Math.min(arrivals.get(), sendTimes.length());
    return Stream.of(
            part(phase, 0, exact, sent, now), part(phase.beyond(), exact, levels.length, sent, now))
        .flatMap(Optional::stream);
  }

  private String answered(int sent) {
    var answered = new BitSet();
    for (int i = 0; i < sent; i++) {
      answered.set(i, states.get(i) == ACCEPTED);
    }
    return Arrived.encoded(answered);
  }

  /** The levels from {@code first} to below {@code end}; empty where none of them counts. */
  private Optional<Sample> part(Phase part, int first, int end, int sent, long now) {
    var all = new Histogram(3);
    var steps = new ArrayList<OpenLoad.Step>();
    for (int i = first; i < end; i++) {
      var wanted = i < exact ? 1 : levels[i].plan.flows();
      if (sent >= levels[i].first + wanted) {
        steps.add(step(i, now));
        all.add(times(i, now));
      }
    }
    return steps.isEmpty() ? Optional.empty() : Optional.of(sample(part, all, steps, sent));
  }

  private Sample sample(Phase part, Histogram all, List<OpenLoad.Step> steps, int sent) {
    var from = steps.getFirst().fromSeconds();
    var length = steps.stream().mapToDouble(OpenLoad.Step::seconds).sum();
    var began = startInstant == null ? Instant.now() : startInstant;
    return new Sample(
        part,
        began.plusMillis(Math.round(from * 1000)),
        Duration.ofMillis(Math.round(length * 1000)),
        steps.stream().mapToLong(OpenLoad.Step::answered).sum(),
        Map.of(operation, all),
        Map.of(operation, steps.stream().mapToLong(OpenLoad.Step::errors).sum()),
        messages.stream().limit(MOST_MESSAGES).toList(),
        new Histogram(3),
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        new Arrived(
            steps,
            seconds.list(from, from + length),
            Times.bars(all),
            sent,
            answered(sent),
            Optional.ofNullable(stopped).orElse("")));
  }
}
