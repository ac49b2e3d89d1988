package org.reprise.load.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the users of one phase do, and tells each of them whether to go on. The clock
 * starts with the first user. A call belongs to the moment at which it was due: one that is due
 * within the counted time is counted whole, however late its answer comes. Safe for any number of
 * threads.
 *
 * <p>A window is cut into batches of one length. Their means are nearly independent of each other,
 * where single calls are not, and so tell the spread of the whole (method of batch means).
 */
public sealed class Recorder permits ArrivalRecorder {
  private static final int MAX_MESSAGES = 5;
  private static final long PERIOD_MS = 500;
  private static final Pattern PROGRESS = Pattern.compile("#progress (.*)\\.");

  /** A load that mostly fails measures nothing: a phase of one workflow ends here. */
  private static final int MAX_ERRORS = 100;

  private static final int DIGITS = 3; // three digits: a value is off by a thousandth at most

  /** Half as many, twice as long, where a call is so rare that one would be empty. */
  private static final int BATCHES = 20;

  final Phase phase;
  final List<String> messages = new ArrayList<>();
  @Nullable Instant began;
  long start;

  private final Shape.@Nullable Window window;
  private final Map<String, Calls> calls = new TreeMap<>();
  private final Map<String, Long> errors = new TreeMap<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, List<String>> acknowledged = new TreeMap<>();
  private final Histogram lag = new Histogram(DIGITS);
  private final Calls flows = new Calls();
  private long allFlows;
  private long allErrors;
  private int usersDone;
  private long lastEnd;

  private record Calls(Histogram times, List<LongSummaryStatistics> parts) {
    Calls() {
      this(
          new Histogram(DIGITS),
          Stream.generate(LongSummaryStatistics::new).limit(BATCHES).toList());
    }

    boolean hasEmptyBatch() {
      return parts.stream().anyMatch(it -> it.getCount() == 0);
    }

    List<Sample.Batch> batches(int length) {
      return parts.stream().gather(Gatherers.windowFixed(length)).map(Calls::batch).toList();
    }

    private static Sample.Batch batch(List<LongSummaryStatistics> parts) {
      var all = new LongSummaryStatistics();
      parts.forEach(all::combine);
      return new Sample.Batch(all.getCount(), all.getAverage() / 1e6);
    }
  }

  public Recorder(Phase phase) {
    this.phase = phase;
    this.window = phase.shape() instanceof Shape.Window bounded ? bounded : null;
  }

  /** Prints how far the running phases have come, twice a second, until it is shut down. */
  static ScheduledExecutorService print(List<Recorder> phases) {
    var timer = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    var unused =
        timer.scheduleAtFixedRate(
            () ->
                phases.stream()
                    .filter(phase -> phase.begun() && !phase.over())
                    .forEach(phase -> System.out.println("#progress " + phase.progress() + ".")),
            PERIOD_MS,
            PERIOD_MS,
            TimeUnit.MILLISECONDS);
    return timer;
  }

  static Optional<String> progress(String line) {
    return Optional.of(PROGRESS.matcher(line)).filter(Matcher::matches).map(it -> it.group(1));
  }

  final String progress(long done, long total, long errors) {
    return "%s  %d%s flows  %d errors"
        .formatted(phase.name(), done, total > 0 ? "/" + total : "", errors);
  }

  final synchronized boolean begun() {
    return began != null;
  }

  final void message(String text) {
    if (messages.size() < MAX_MESSAGES) {
      messages.add(text);
    }
  }

  /** Starts the phase's clock, at the first call; returns whether this was it. */
  public synchronized boolean begin() {
    if (began != null) {
      return false;
    }
    start = System.nanoTime();
    lastEnd = start;
    began = Instant.now();
    return true;
  }

  /** Whether a user of a closed model that has begun {@code circles} flows begins another one. */
  public synchronized boolean goesOn(int circles) {
    if (allErrors >= MAX_ERRORS) {
      return false;
    }
    return switch (phase.shape()) {
      case Shape.Circles planned -> circles < planned.count();
      case Shape.Window bounded -> elapsed().compareTo(bounded.ownTime()) < 0;
      case Shape.Mixed _, Shape.Arrivals _ -> false;
    };
  }

  public synchronized Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Returns the pause, shortened so that it ends with a window: nobody begins anything after. */
  long untilEnd(long pauseNanos) {
    // Gatling pauses in whole milliseconds.
    var left =
        window == null ? Long.MAX_VALUE : window.ownTime().minus(elapsed()).plusMillis(1).toNanos();
    return Math.clamp(left, 0, Math.max(0, pauseNanos));
  }

  /** One operation that did what it should, due and answered by {@link System#nanoTime}. */
  public synchronized void record(String operation, long due, long end) {
    if (isCounted(due)) {
      add(calls.computeIfAbsent(operation, _ -> new Calls()), due, end - due);
    }
    lastEnd = Math.max(lastEnd, end);
  }

  /** The same where the measured system itself says how long it took, and it has just ended. */
  public void record(String operation, Duration took) {
    var now = System.nanoTime();
    record(operation, now - took.toNanos(), now);
  }

  private boolean isCounted(long at) {
    return window == null
        || (at - start >= window.warmUp().toNanos() && at - start <= window.ownTime().toNanos());
  }

  private void add(Calls counted, long at, long took) {
    var nanos = Math.max(1, took);
    counted.times.recordValue(nanos);
    if (window != null) {
      var length = window.length().toNanos() / BATCHES;
      var batch = (int) Math.min(BATCHES - 1, (at - start - window.warmUp().toNanos()) / length);
      counted.parts.get(batch).accept(nanos);
    }
  }

  public synchronized void failed(String operation, String message) {
    errors.merge(operation, 1L, Long::sum);
    allErrors++;
    message(operation + ": " + message);
    lastEnd = System.nanoTime();
  }

  public synchronized void flowEnded(long end) {
    allFlows++;
    if (isCounted(end)) {
      add(flows, end, 1);
    }
  }

  public synchronized void acknowledged(String kind, String what) {
    acknowledged.computeIfAbsent(kind, _ -> new ArrayList<>()).add(what);
  }

  public synchronized void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  public synchronized void userEnded() {
    usersDone++;
  }

  synchronized boolean over() {
    return usersDone >= phase.shape().users();
  }

  /** The generator woke up this much later than it had asked to. */
  public synchronized void late(long nanos) {
    if (begun() && !over()) {
      lag.recordValue(Math.max(0, nanos));
    }
  }

  synchronized String progress() {
    var done =
        phase.shape() instanceof Shape.Mixed
            ? calls.values().stream().mapToLong(it -> it.times.getTotalCount()).sum()
            : allFlows;
    return progress(done, phase.shape().plannedFlows(), allErrors);
  }

  Stream<Sample> samples() {
    return Stream.of(sample());
  }

  public synchronized Sample sample() {
    var times = new TreeMap<String, Histogram>();
    var batches = new TreeMap<String, List<Sample.Batch>>();
    // One length for all of a window: its calls are compared batch by batch.
    int length = calls.values().stream().anyMatch(Calls::hasEmptyBatch) ? 2 : 1;
    calls.forEach((operation, counted) -> times.put(operation, counted.times));
    if (window != null) {
      calls.forEach((operation, counted) -> batches.put(operation, counted.batches(length)));
      batches.put(Sample.FLOWS, flows.batches(length));
    }
    var from = began == null ? Instant.now() : began;
    return new Sample(
        phase,
        window == null ? from : from.plus(window.warmUp()),
        window == null ? Duration.ofNanos(lastEnd - start) : window.length(),
        flows.times.getTotalCount(),
        times,
        errors,
        messages,
        lag,
        batches,
        acknowledged,
        counts,
        null);
  }
}
