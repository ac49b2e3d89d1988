package org.reprise.load.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressLine;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.OpenLoad;

/**
 * Records when each flow of a phase of arrivals was sent and how it ended, and says when to stop.
 * Levels and seconds are counted from that. Safe for any number of threads.
 */
final class ArrivalRecorder implements PhaseRecorder {
  /** How far beyond the highest rate that was carried a load goes on: what comes of an overload. */
  static final double BEYOND_KNEE = 3;

  /** Beyond this the load piles up and measures nothing any more. */
  private static final int MAX_OUTSTANDING = 20_000;

  private static final int MAX_MESSAGES = 5;
  private static final double NANOS_PER_SECOND = 1e9;

  /** How a flow ended, in the lowest bits of its end. */
  private static final int UNDER_WAY = 0;

  private static final int ANSWERED = 1;
  private static final int REFUSED = 2;
  private static final int UNANSWERED = 3;
  private static final int OUTCOME_BITS = 2;

  private final Phase phase;
  private final Shape.Arrivals load;
  private final String operation;
  private final Level[] levels;

  /** When each flow was sent, nanoseconds since the load's start. */
  private final AtomicLongArray sent;

  /** When each flow ended, nanoseconds since the load's start, and how. */
  private final AtomicLongArray ends;

  private final AtomicInteger arrivals = new AtomicInteger();
  private final LongAdder ended = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final AtomicLong start = new AtomicLong();
  private volatile @Nullable Instant startInstant;
  private volatile @Nullable String stopped;
  private volatile long stoppedAt;
  private int judged;
  private int late;
  private double carried;

  /** Levels that the report would have sent: it ends with the first one that is above the limit. */
  private int exact;

  /**
   * One level.
   *
   * @param first number of its first flow
   * @param from seconds since the load's start
   */
  record Level(Shape.Level plan, int first, double from) {
    int end() {
      return first + plan.flows();
    }

    /**
     * When a flow is due, seconds since the load's start. Gatling gives every second its share of
     * whole flows and every millisecond its share of those, each at the beginning of its stretch.
     */
    double due(int number) {
      long index = (long) number - first;
      long seconds = plan.length().toSeconds();
      long second = index * seconds / plan.flows();
      long before = Math.ceilDiv(second * plan.flows(), seconds);
      long within = Math.ceilDiv((second + 1) * plan.flows(), seconds) - before;
      return from + second + (index - before) * 1000 / within / 1000.0;
    }
  }

  /** A level and the times of its flows, nanoseconds. */
  private record Course(OpenLoad.Step step, Histogram times) {}

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
    this.sent = new AtomicLongArray(first);
    this.ends = new AtomicLongArray(first);
  }

  /** A flow is due now; its number, or -1 where the load is stopped or over. */
  int arrive(long now) {
    if (start.compareAndSet(0, now)) {
      startInstant = Instant.now();
    }
    if (stopped != null) {
      return -1;
    }
    var number = arrivals.getAndUpdate(it -> Math.min(it + 1, sent.length()));
    if (number == sent.length()) {
      return -1;
    }
    sent.set(number, now - start.get());
    judgeOneBefore(number, now);
    return number;
  }

  void answered(int number, long now) {
    end(number, now, ANSWERED);
  }

  /** It was answered, but not well: a time that says nothing about the work of a flow. */
  void refused(int number, long now, String message) {
    failed(number, now, REFUSED, message);
  }

  /**
   * Nobody answered it; the time until it was given up is the least that it would have taken. A
   * connection that was refused or closed at once has no such time.
   */
  void unanswered(int number, long now, String message) {
    failed(number, now, UNANSWERED, message);
  }

  private void failed(int number, long now, int outcome, String message) {
    if (end(number, now, outcome)) {
      errors.increment();
      if (messages.size() < MAX_MESSAGES) {
        messages.add(message);
      }
    }
  }

  private boolean end(int number, long now, int outcome) {
    var end = (now - start.get()) << OUTCOME_BITS | outcome;
    if (!ends.compareAndSet(number, 0, end)) {
      return false;
    }
    ended.increment();
    return true;
  }

  private int outcome(int number) {
    return (int) ends.get(number) & UNANSWERED;
  }

  /** Nanoseconds since the load's start. */
  private long end(int number) {
    return ends.get(number) >> OUTCOME_BITS;
  }

  /** Whether the load has been stopped and nothing of it is under way any more. */
  boolean hasStopped(long now) {
    var waited = now - stoppedAt > load.giveUp().plusSeconds(1).toNanos();
    return stopped != null && (ended.sum() >= arrivals.get() || waited);
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
    if (number - ended.sum() > MAX_OUTSTANDING) {
      stop(now, "more than " + MAX_OUTSTANDING + " flows were waiting for their answer");
    }
  }

  private synchronized void judge(int level, long now) {
    if (level < judged) {
      return;
    }
    judged = level + 1;
    var step = course(level, now).step();
    late = Knee.isLate(step) ? late + 1 : 0;
    if (step.meanMs() > load.limitMs()) {
      exact = Math.min(exact, judged);
    }
    boolean tooMuch = hasFailed(level) || step.meanMs() > load.limitMs();
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

  private boolean hasFailed(int level) {
    for (int number = levels[level].first; number < levels[level].end(); number++) {
      if (outcome(number) >= REFUSED) {
        return true;
      }
    }
    return false;
  }

  private boolean noneAnswered() {
    return errors.sum() == ended.sum();
  }

  private double lowestRate() {
    return load.levels().getFirst().perSecond();
  }

  private int indexOf(int number) {
    int index = 0;
    while (index < levels.length - 1 && levels[index + 1].first <= number) {
      index++;
    }
    return index;
  }

  /** What is still under way counts as given up now. */
  private Course course(int index, long now) {
    var level = levels[index];
    var count = Math.clamp(arrivals.get() - level.first, 0, level.plan.flows());
    var times = new Histogram(3);
    long answered = 0;
    long inTime = 0;
    for (int number = level.first; number < level.first + count; number++) {
      var outcome = outcome(number);
      var end = outcome == UNDER_WAY ? now - start.get() : end(number);
      var time = Math.max(1, end - from(level, number));
      if (outcome == ANSWERED) {
        answered++;
        inTime += time <= load.limitMs() * 1e6 ? 1 : 0;
      }
      if (outcome < REFUSED || (outcome == UNANSWERED && time >= load.giveUp().toNanos() / 2)) {
        times.recordValue(time);
      }
    }
    var delays = delays(index, count);
    return new Course(
        new OpenLoad.Step(
            level.plan.perSecond(),
            level.from,
            level.plan.length().toSeconds(),
            count,
            answered,
            inTime,
            count - answered,
            Times.meanMs(times),
            Times.atMs(times, 90),
            Times.atMs(times, 99),
            Times.atMs(times, 100),
            Times.atMs(delays, 50),
            Times.atMs(delays, 99),
            null),
        times);
  }

  /**
   * From when its time counts, nanoseconds since the load's start: when it was due, or sent where a
   * generator that began late sent it before that.
   */
  private long from(Level level, int number) {
    return Math.min(sent.get(number), Math.round(level.due(number) * NANOS_PER_SECOND));
  }

  /**
   * Nanoseconds by which the first {@code count} flows of a level were sent late, against the
   * earliest flow so far: only what comes on top of the generator's constant part counts.
   */
  private Histogram delays(int index, int count) {
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i <= index; i++) {
      var end = i < index ? levels[i].end() : levels[i].first + count;
      for (int number = levels[i].first; number < end; number++) {
        earliest = Math.min(earliest, lateness(levels[i], number));
      }
    }
    var delays = new Histogram(3);
    var level = levels[index];
    for (int number = level.first; number < level.first + count; number++) {
      delays.recordValue(lateness(level, number) - earliest);
    }
    return delays;
  }

  private long lateness(Level level, int number) {
    return sent.get(number) - Math.round(level.due(number) * NANOS_PER_SECOND);
  }

  /** When a flow is due, seconds since the load's start. */
  double due(int number) {
    return levels[indexOf(number)].due(number);
  }

  @Override
  public boolean begun() {
    return start.get() != 0;
  }

  @Override
  public boolean over() {
    return (stopped != null || arrivals.get() == sent.length()) && ended.sum() >= arrivals.get();
  }

  @Override
  public ProgressLine progress() {
    var jvm = Runtime.getRuntime();
    return new ProgressLine(
        phase.name(),
        ended.sum(),
        sent.length(),
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
    return Stream.of(part(phase, 0, exact, now), part(phase.beyond(), exact, levels.length, now))
        .flatMap(Optional::stream);
  }

  /** The levels from {@code first} to below {@code end}; empty where none of them counts. */
  private Optional<Sample> part(Phase part, int first, int end, long now) {
    var courses = new ArrayList<Course>();
    for (int i = first; i < end; i++) {
      var wanted = i < exact ? 1 : levels[i].plan.flows();
      if (arrivals.get() >= levels[i].first + wanted) {
        courses.add(course(i, now));
      }
    }
    return courses.isEmpty() ? Optional.empty() : Optional.of(sample(part, courses));
  }

  private Sample sample(Phase part, List<Course> courses) {
    var steps = courses.stream().map(Course::step).toList();
    var all = new Histogram(3);
    courses.forEach(course -> all.add(course.times()));
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
        messages.stream().limit(MAX_MESSAGES).toList(),
        new Histogram(3),
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        new Arrived(
            steps,
            seconds((int) from, (int) Math.ceil(from + length)),
            Times.bars(all),
            arrivals.get(),
            answeredNumbers(),
            Optional.ofNullable(stopped).orElse("")));
  }

  private String answeredNumbers() {
    var answered = new BitSet();
    for (int number = 0; number < arrivals.get(); number++) {
      answered.set(number, outcome(number) == ANSWERED);
    }
    return Arrived.encoded(answered);
  }

  /** Counts by the second in which a flow ended, from {@code from} to below {@code to}. */
  private List<OpenLoad.Second> seconds(int from, int to) {
    var answered = new long[to - from];
    var failed = new long[to - from];
    var nanos = new long[to - from];
    for (int number = 0; number < arrivals.get(); number++) {
      var second = (int) (end(number) / NANOS_PER_SECOND) - from;
      var outcome = outcome(number);
      if (outcome == UNDER_WAY || second < 0 || second >= to - from) {
        continue;
      }
      if (outcome == ANSWERED) {
        answered[second]++;
        nanos[second] += end(number) - from(levels[indexOf(number)], number);
      } else {
        failed[second]++;
      }
    }
    var list = new ArrayList<OpenLoad.Second>();
    for (int i = 0; i < answered.length; i++) {
      if (answered[i] + failed[i] > 0) {
        var mean = answered[i] == 0 ? 0 : nanos[i] / 1e6 / answered[i];
        list.add(new OpenLoad.Second(from + i, answered[i], failed[i], mean));
      }
    }
    return list;
  }
}
