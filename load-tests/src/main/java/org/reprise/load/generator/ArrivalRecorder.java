package org.reprise.load.generator;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Variant;

/**
 * Records when each flow of a phase of arrivals was sent and how it ended, and says when to stop.
 * Safe for any number of threads.
 */
final class ArrivalRecorder extends Recorder {
  /** How far beyond the highest rate that was carried a load goes on: what comes of an overload. */
  private static final double BEYOND_KNEE = 3;

  /** Beyond this the load piles up and measures nothing any more. */
  private static final int MAX_OUTSTANDING = 20_000;

  /** The same of a search, whose flows each have a connection of the command's own process. */
  private static final int MAX_SEARCHING = 5_000;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long MIN_BAR_NANOS = 1_000;
  private static final double BAR_RATIO = Math.pow(10, 0.1);

  private final Shape.Arrivals load;
  private final boolean search;
  private final String operation;
  private final List<Level> levels = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();
  private int ended;
  private int errors;
  private String stopped = "";
  private long stoppedAt;
  private int current;
  private int judged;
  private int late;
  private boolean isSlow;
  private double carried;

  enum Outcome {
    UNDER_WAY,
    ANSWERED,
    /** Answered, but not well: a time that says nothing about the work of a flow. */
    REFUSED,
    /**
     * The time until it was given up is the least that it would have taken. A connection that was
     * refused or closed at once has no such time.
     */
    UNANSWERED
  }

  private static final class Flow {
    private final long due;
    private final long sent;
    private long end;
    private Outcome outcome = Outcome.UNDER_WAY;

    Flow(long due, long sent) {
      this.due = due;
      this.sent = sent;
    }

    /** From when it was due, or sent where a generator that began late sent it before that. */
    long took(long now) {
      return Math.max(1, (outcome == Outcome.UNDER_WAY ? now : end) - Math.min(sent, due));
    }

    boolean hasFailed() {
      return outcome == Outcome.REFUSED || outcome == Outcome.UNANSWERED;
    }
  }

  private static final class Level {
    private final Shape.Level plan;
    private final double fromSeconds;
    private final List<Flow> flows = new ArrayList<>();

    /** How late the earliest flow until the end of the level was sent, nanoseconds. */
    private long earliest = Long.MAX_VALUE;

    Level(Shape.Level plan, double fromSeconds) {
      this.plan = plan;
      this.fromSeconds = fromSeconds;
    }

    boolean isComplete() {
      return flows.size() == plan.flows();
    }

    Flow send(long now) {
      var due = fromSeconds + plan.dueSeconds(flows.size());
      var flow = new Flow(Math.round(due * NANOS_PER_SECOND), now);
      flows.add(flow);
      earliest = Math.min(earliest, flow.sent - flow.due);
      return flow;
    }
  }

  ArrivalRecorder(Phase phase, String operation) {
    super(phase);
    this.load = (Shape.Arrivals) phase.shape();
    this.operation = operation;
    this.search = phase.variant().equals(Variant.SEARCH);
    double from = 0;
    for (var plan : load.levels()) {
      levels.add(new Level(plan, from));
      from += plan.length().toSeconds();
    }
  }

  /** A flow is due now; its number, or -1 where the load is stopped or over. */
  synchronized int arrive(long now) {
    if (began == null) {
      began = Instant.now();
      start = now;
    }
    if (levels.get(current).isComplete() && current < levels.size() - 1) {
      current++;
      levels.get(current).earliest = levels.get(current - 1).earliest;
    }
    var level = levels.get(current);
    if (!stopped.isEmpty() || level.isComplete()) {
      return -1;
    }
    flows.add(level.send(now - start));
    // A quarter into a level the one before it is complete, unless it is much too much.
    if (current > judged && level.flows.size() > level.plan.flows() / 4) {
      judge(levels.get(current - 1), now);
    }
    var max = search ? MAX_SEARCHING : MAX_OUTSTANDING;
    if (flows.size() - ended > max) {
      stop(now, "more than " + max + " flows were waiting for their answer");
    }
    return flows.size() - 1;
  }

  synchronized void end(int number, long now, Outcome outcome, String message) {
    var flow = flows.get(number);
    if (flow.outcome != Outcome.UNDER_WAY) {
      return;
    }
    flow.end = now - start;
    flow.outcome = outcome;
    ended++;
    if (flow.hasFailed()) {
      errors++;
      message(message);
    }
  }

  synchronized boolean isStopped() {
    return !stopped.isEmpty();
  }

  /** Whether the load has been stopped and nothing of it is under way any more. */
  synchronized boolean hasStopped(long now) {
    var waited = now - stoppedAt > Shape.Arrivals.GIVE_UP.plusSeconds(1).toNanos();
    return !stopped.isEmpty() && (ended == flows.size() || waited);
  }

  private void stop(long now, String why) {
    if (stopped.isEmpty()) {
      stoppedAt = now;
      stopped = why;
    }
  }

  private void judge(Level level, long now) {
    judged++;
    var step = step(level, new Histogram(3), now);
    var rate = step.perSecond();
    late = Knee.isLate(step) ? late + 1 : 0;
    isSlow = step.meanMs() > load.limitMs();
    var isTooMuch = isSlow || level.flows.stream().anyMatch(Flow::hasFailed);
    if (!isTooMuch) {
      carried = rate;
    }
    if (search && late == 2) {
      stop(now, "the generator itself sent too late at %.0f/s".formatted(rate));
    } else if (isTooMuch && errors == ended) {
      stop(now, "no flow was answered up to %.0f/s".formatted(rate));
    } else if (isSlow && !search) {
      // As the report's did.
      stop(now, "the average at %.0f/s was above %.0f ms".formatted(rate, load.limitMs()));
    } else if (isTooMuch
        && rate >= BEYOND_KNEE * Math.max(carried, load.levels().getFirst().perSecond())) {
      stop(
          now,
          "%.0f/s is at least %.0f times what was carried, %.0f/s"
              .formatted(rate, BEYOND_KNEE, carried));
    }
  }

  /** Records the level's response times; what is still under way counts as given up now. */
  private OpenLoad.Step step(Level level, Histogram times, long now) {
    var delays = new Histogram(3);
    long answered = 0;
    long inTime = 0;
    for (var flow : level.flows) {
      var took = flow.took(now - start);
      if (flow.outcome == Outcome.ANSWERED) {
        answered++;
        inTime += took <= load.limitMs() * 1e6 ? 1 : 0;
      }
      if (!flow.hasFailed()
          || (flow.outcome == Outcome.UNANSWERED && took >= Shape.Arrivals.GIVE_UP.toNanos() / 2)) {
        times.recordValue(took);
      }
      // Only what comes on top of the generator's constant part.
      delays.recordValue(flow.sent - flow.due - level.earliest);
    }
    return new OpenLoad.Step(
        level.plan.perSecond(),
        level.fromSeconds,
        level.plan.length().toSeconds(),
        level.flows.size(),
        answered,
        inTime,
        level.flows.size() - answered,
        Sample.meanMs(times),
        Sample.atMs(times, 90),
        Sample.atMs(times, 99),
        Sample.atMs(times, 100),
        Sample.atMs(delays, 50),
        Sample.atMs(delays, 99),
        null);
  }

  @Override
  synchronized boolean over() {
    return (!stopped.isEmpty() || levels.getLast().isComplete()) && ended == flows.size();
  }

  @Override
  synchronized String progress() {
    return progress(ended, load.flows(), errors);
  }

  @Override
  Stream<Sample> samples() {
    return samples(System.nanoTime());
  }

  /**
   * Everything so far. A level that was not sent to its end is one whose rate was missed where it
   * is the report's, and left out where it is beyond a limit or in search of one. A flow that is
   * still under way is an error: nobody answered it.
   */
  synchronized Stream<Sample> samples(long now) {
    var steps = new ArrayList<OpenLoad.Step>();
    var all = new Histogram(3);
    for (var level : levels) {
      if (isSlow || search ? level.isComplete() : !level.flows.isEmpty()) {
        var times = new Histogram(3);
        steps.add(step(level, times, now));
        all.add(times);
      }
    }
    if (steps.isEmpty()) {
      return Stream.empty();
    }
    var from = steps.getFirst().fromSeconds();
    var length = steps.stream().mapToDouble(OpenLoad.Step::seconds).sum();
    return Stream.of(
        new Sample(
            phase,
            (began == null ? Instant.now() : began).plusMillis(Math.round(from * 1000)),
            Duration.ofMillis(Math.round(length * 1000)),
            steps.stream().mapToLong(OpenLoad.Step::answered).sum(),
            Map.of(operation, all),
            Map.of(operation, steps.stream().mapToLong(OpenLoad.Step::errors).sum()),
            messages,
            new Histogram(3),
            Map.of(),
            Map.of(
                Sample.ANSWERED,
                IntStream.range(0, flows.size())
                    .filter(number -> flows.get(number).outcome == Outcome.ANSWERED)
                    .mapToObj(Integer::toString)
                    .toList()),
            Map.of(Sample.SENT, (long) flows.size()),
            new Sample.Arrived(
                steps, seconds((int) from, (int) Math.ceil(from + length)), bars(all), stopped)));
  }

  private List<OpenLoad.Second> seconds(int from, int to) {
    var seconds = new ArrayList<OpenLoad.Second>();
    flows.stream()
        .filter(flow -> flow.outcome != Outcome.UNDER_WAY)
        .collect(groupingBy(flow -> (int) (flow.end / NANOS_PER_SECOND), TreeMap::new, toList()))
        .subMap(from, to)
        .forEach((second, all) -> {
          var took =
              all.stream()
                  .filter(flow -> flow.outcome == Outcome.ANSWERED)
                  .mapToLong(flow -> flow.took(flow.end))
                  .summaryStatistics();
          seconds.add(
              new OpenLoad.Second(
                  second, took.getCount(), all.size() - took.getCount(), took.getAverage() / 1e6));
        });
    return seconds;
  }

  private static List<OpenLoad.Bar> bars(Histogram times) {
    var bars = new ArrayList<OpenLoad.Bar>();
    for (var bar : times.logarithmicBucketValues(MIN_BAR_NANOS, BAR_RATIO)) {
      var count = bar.getCountAddedInThisIterationStep();
      if (count > 0 || !bars.isEmpty()) {
        var from = bar.getValueIteratedFrom() / 1e6;
        bars.add(new OpenLoad.Bar(from, bar.getValueIteratedTo() / 1e6, count));
      }
    }
    return bars;
  }
}
