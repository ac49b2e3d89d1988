package org.reprise.load.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressLine;

/**
 * Collects what the users of one phase do, and tells each of them whether to go on. The clock
 * starts with the first user. A call belongs to the moment at which it was due: one that is due
 * within the counted time is counted whole, however late its answer comes. Safe for any number of
 * threads: each writes histograms of its own, which {@link #sample} adds up.
 */
public final class Recorder implements PhaseRecorder {
  /**
   * A load that mostly fails measures nothing: a phase without more than one workflow ends here.
   */
  private static final int MOST_ERRORS = 100;

  private static final int MOST_MESSAGES = 5;

  /** Three digits: a value is off by a thousandth at most. */
  private static final int DIGITS = 3;

  private final Phase phase;
  private final long warmUpNanos;
  private final long lengthNanos;
  private final AtomicReference<@Nullable Begin> begin = new AtomicReference<>();
  private final Queue<Map<String, Histogram>> perThread = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<Map<String, Histogram>> times = ThreadLocal.withInitial(this::register);
  private final Map<String, Batches> batches = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final Map<String, Queue<String>> acknowledged = new ConcurrentHashMap<>();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final Histogram lag = new ConcurrentHistogram(DIGITS);
  private final Batches flowBatches;
  private final LongAdder flows = new LongAdder();
  private final LongAdder allFlows = new LongAdder();
  private final LongAdder usersDone = new LongAdder();
  private final AtomicLong lastEnd = new AtomicLong();

  private record Begin(long nanos, Instant instant) {}

  public Recorder(Phase phase) {
    this.phase = phase;
    switch (phase.shape()) {
      case Shape.Window window -> {
        warmUpNanos = window.warmUp().toNanos();
        lengthNanos = window.length().toNanos();
      }
      case Shape.Circles _, Shape.Mixed _, Shape.Arrivals _ -> {
        warmUpNanos = 0;
        lengthNanos = Long.MAX_VALUE / 2;
      }
    }
    this.flowBatches = new Batches(batchNanos());
  }

  @Override
  public Phase phase() {
    return phase;
  }

  /** Starts the phase's clock, at the first call; returns whether this was it. */
  public boolean begin() {
    return begin.get() == null
        && begin.compareAndSet(null, new Begin(System.nanoTime(), Instant.now()));
  }

  @Override
  public boolean begun() {
    return begin.get() != null;
  }

  /** Whether a user of a closed model that has begun {@code circles} flows begins another one. */
  public boolean goesOn(int circles) {
    if (allErrors() >= MOST_ERRORS) {
      return false;
    }
    return switch (phase.shape()) {
      case Shape.Circles planned -> circles < planned.count();
      case Shape.Window _ -> sinceBegin(System.nanoTime()) < warmUpNanos + lengthNanos;
      case Shape.Mixed _, Shape.Arrivals _ -> false;
    };
  }

  /** Time since the first user came. */
  public Duration elapsed() {
    return Duration.ofNanos(sinceBegin(System.nanoTime()));
  }

  /**
   * Returns the pause, shortened so that it ends with a window: nobody begins anything after it.
   */
  long untilEnd(long pauseNanos) {
    if (!(phase.shape() instanceof Shape.Window)) {
      return Math.max(0, pauseNanos);
    }
    // Gatling pauses in whole milliseconds.
    var left = warmUpNanos + lengthNanos - sinceBegin(System.nanoTime()) + 1_000_000;
    return Math.clamp(left, 0, Math.max(0, pauseNanos));
  }

  /**
   * One operation that did what it should.
   *
   * @param due when it should have begun, by {@link System#nanoTime}
   * @param end when its answer was there, by the same clock
   */
  public void record(String operation, long due, long end) {
    var counted = sinceBegin(due) - warmUpNanos;
    if (counted >= 0 && counted <= lengthNanos) {
      record(operation, counted, Duration.ofNanos(Math.max(1, end - due)));
    }
    ended(end);
  }

  /** The same where the measured system itself says how long it took, and it has just ended. */
  public void record(String operation, Duration took) {
    var now = System.nanoTime();
    record(operation, Math.max(0, sinceBegin(now) - took.toNanos()), took);
    ended(now);
  }

  private void record(String operation, long at, Duration took) {
    var nanos = Math.max(1, took.toNanos());
    times.get().computeIfAbsent(operation, _ -> new Histogram(DIGITS)).recordValue(nanos);
    if (batchNanos() > 0) {
      batches.computeIfAbsent(operation, _ -> new Batches(batchNanos())).add(at, nanos);
    }
  }

  private void ended(long now) {
    lastEnd.accumulateAndGet(sinceBegin(now), Math::max);
  }

  public void failed(String operation, String message) {
    errors.computeIfAbsent(operation, _ -> new LongAdder()).increment();
    if (messages.size() < MOST_MESSAGES) {
      messages.add(operation + ": " + message);
    }
    if (begun()) {
      ended(System.nanoTime());
    }
  }

  /** A whole flow of a closed model without an error. */
  public void flowEnded(long end) {
    allFlows.increment();
    var counted = sinceBegin(end) - warmUpNanos;
    if (counted >= 0 && counted <= lengthNanos) {
      flows.increment();
      if (batchNanos() > 0) {
        flowBatches.add(counted, 0);
      }
    }
  }

  /** Something that the system has acknowledged, so that it can be looked for afterwards. */
  public void acknowledged(String kind, String what) {
    acknowledged.computeIfAbsent(kind, _ -> new ConcurrentLinkedQueue<>()).add(what);
  }

  /** Counts what is neither an operation nor acknowledged. */
  public void count(String what) {
    counts.computeIfAbsent(what, _ -> new LongAdder()).increment();
  }

  /** A user of a closed model has gone. */
  public void userEnded() {
    usersDone.increment();
  }

  @Override
  public boolean over() {
    return usersDone.sum() >= phase.shape().mostUsers();
  }

  /** The generator woke up this much later than it had asked to. */
  public void late(long nanos) {
    if (begun() && !over()) {
      lag.recordValue(Math.max(0, nanos));
    }
  }

  @Override
  public ProgressLine progress() {
    var jvm = Runtime.getRuntime();
    return new ProgressLine(
        phase.name(),
        Math.max(allFlows.sum(), done()),
        phase.shape().plannedFlows(),
        allErrors(),
        jvm.totalMemory() - jvm.freeMemory());
  }

  private long done() {
    return phase.shape() instanceof Shape.Mixed
        ? perThread.stream()
            .flatMap(each -> each.values().stream())
            .mapToLong(Histogram::getTotalCount)
            .sum()
        : 0;
  }

  @Override
  public Stream<Sample> samples() {
    return Stream.of(sample());
  }

  /** What was counted so far; complete once all users have ended. */
  public Sample sample() {
    var sum = new TreeMap<String, Histogram>();
    for (var each : perThread) {
      each.forEach((operation, histogram) ->
          sum.computeIfAbsent(operation, _ -> new Histogram(DIGITS)).add(histogram));
    }
    var started = begin.get();
    var length =
        phase.shape() instanceof Shape.Window window
            ? window.length()
            : Duration.ofNanos(lastEnd.get());
    return new Sample(
        phase,
        (started == null ? Instant.now() : started.instant()).plusNanos(warmUpNanos),
        length,
        flows.sum(),
        sum,
        sums(errors),
        messages.stream().limit(MOST_MESSAGES).toList(),
        lag,
        batches(),
        flowBatches.perSecond(),
        lists(),
        sums(counts),
        null);
  }

  private Map<String, List<Double>> batches() {
    var means = new TreeMap<String, List<Double>>();
    batches.forEach((operation, each) -> means.put(operation, each.meansMs()));
    return means;
  }

  private static Map<String, Long> sums(Map<String, LongAdder> adders) {
    var sums = new TreeMap<String, Long>();
    adders.forEach((name, adder) -> sums.put(name, adder.sum()));
    return sums;
  }

  private Map<String, List<String>> lists() {
    var lists = new TreeMap<String, List<String>>();
    acknowledged.forEach((kind, all) -> lists.put(kind, List.copyOf(all)));
    return lists;
  }

  private Map<String, Histogram> register() {
    // Read by whoever shows the progress, while new operations come.
    var own = new ConcurrentHashMap<String, Histogram>();
    perThread.add(own);
    return own;
  }

  private long batchNanos() {
    return phase.shape() instanceof Shape.Window ? lengthNanos / Batches.COUNT : 0;
  }

  private long allErrors() {
    return errors.values().stream().mapToLong(LongAdder::sum).sum();
  }

  private long sinceBegin(long nanoTime) {
    var started = begin.get();
    if (started == null) {
      throw new IllegalStateException(phase.name() + " has not begun");
    }
    return nanoTime - started.nanos();
  }
}
