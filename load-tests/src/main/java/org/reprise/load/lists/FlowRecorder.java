package org.reprise.load.lists;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressLine;
import org.reprise.load.child.Progressing;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;

/** Collects what the flows of a load come to. Safe for any number of threads. */
final class FlowRecorder implements Progressing {
  private static final double NANOS_PER_MS = 1e6;
  private static final int MOST_MESSAGES = 5;

  private final FlowLoad load;
  private final Course course;
  private final Map<FlowOperation, Times> times = new EnumMap<>(FlowOperation.class);
  private final Queue<String> lent = new ConcurrentLinkedQueue<>();
  private final Queue<String> returned = new ConcurrentLinkedQueue<>();
  private final Queue<String> jobs = new ConcurrentLinkedQueue<>();
  private final Queue<FlowSample.Refreshed> refreshes = new ConcurrentLinkedQueue<>();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final LongAdder polls = new LongAdder();
  private final AtomicReference<@Nullable Instant> start = new AtomicReference<>();
  private volatile Instant end = Instant.EPOCH;

  private static final class Times {
    private final Histogram answered = new ConcurrentHistogram(3);
    private final LongAdder failed = new LongAdder();
  }

  FlowRecorder(FlowLoad load, Course course) {
    this.load = load;
    this.course = course;
    Arrays.stream(FlowOperation.values()).forEach(each -> times.put(each, new Times()));
  }

  void begin(long now) {
    if (start.compareAndSet(null, Instant.now())) {
      course.begin(now);
    }
  }

  void ended(FlowOperation operation, Duration took) {
    of(operation).answered.recordValue(Math.max(1, took.toNanos()));
    end = Instant.now();
  }

  void failed(FlowOperation operation, String message) {
    of(operation).failed.increment();
    end = Instant.now();
    if (messages.size() < MOST_MESSAGES) {
      messages.add(operation.id() + ": " + message);
    }
  }

  private Times of(FlowOperation operation) {
    return java.util.Objects.requireNonNull(times.get(operation));
  }

  void lent(String loan) {
    lent.add(loan);
  }

  void returned(String loan) {
    returned.add(loan);
  }

  void job(String id) {
    jobs.add(id);
  }

  void refreshed(FlowSample.Refreshed refresh) {
    refreshes.add(refresh);
  }

  void polled() {
    polls.increment();
  }

  @Override
  public boolean begun() {
    return start.get() != null;
  }

  @Override
  public boolean over() {
    return course.over(System.nanoTime());
  }

  @Override
  public ProgressLine progress() {
    var jvm = Runtime.getRuntime();
    return new ProgressLine(
        load.experiment(),
        sum(each -> each.answered.getTotalCount()),
        0,
        sum(each -> each.failed.sum()),
        jvm.totalMemory() - jvm.freeMemory());
  }

  private long sum(java.util.function.ToLongFunction<Times> what) {
    return times.values().stream().mapToLong(what).sum();
  }

  FlowSample sample() {
    var began = start.get();
    var from = began == null ? Instant.now() : began;
    return new FlowSample(
        from.toString(),
        Math.max(0, Duration.between(from, end).toNanos() / 1e9),
        Arrays.stream(FlowOperation.values())
            .filter(each -> happened(of(each)))
            .map(this::summary)
            .toList(),
        List.copyOf(lent),
        List.copyOf(returned),
        List.copyOf(jobs),
        List.copyOf(refreshes),
        polls.sum(),
        messages.stream().limit(MOST_MESSAGES).toList());
  }

  private static boolean happened(Times times) {
    return times.answered.getTotalCount() > 0 || times.failed.sum() > 0;
  }

  private OperationSummary summary(FlowOperation operation) {
    var all = of(operation).answered.copy();
    var count = all.getTotalCount();
    return new OperationSummary(
        load.experiment(),
        Variant.REPORT_EXACT,
        load.repetition(),
        operation.id(),
        count,
        of(operation).failed.sum(),
        count == 0 ? 0 : all.getMinNonZeroValue() / NANOS_PER_MS,
        count == 0 ? 0 : all.getMaxValue() / NANOS_PER_MS,
        count == 0 ? 0 : all.getMean() / NANOS_PER_MS,
        count == 0 ? 0 : all.getStdDeviation() / NANOS_PER_MS,
        count == 0 ? 0 : all.getValueAtPercentile(50) / NANOS_PER_MS,
        count == 0 ? 0 : all.getValueAtPercentile(95) / NANOS_PER_MS,
        count == 0 ? 0 : all.getValueAtPercentile(99) / NANOS_PER_MS,
        count == 0 ? null : all.getValueAtPercentile(90) / NANOS_PER_MS);
  }
}
