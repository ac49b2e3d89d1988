package org.reprise.load.cps;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.ProgressLine;
import org.reprise.load.child.Progressing;

/**
 * Collects what the users of one phase do, and tells each of them whether to go on. The clock
 * starts with the first user. Safe for any number of threads: each writes histograms of its own,
 * which {@link #sample} adds up.
 */
final class PhaseRecorder implements Progressing {
  /** A load that mostly fails measures nothing: it ends here. */
  private static final int MOST_ERRORS = 100;

  private static final int MOST_MESSAGES = 5;

  private final LoadPhase phase;
  private final long warmUpNanos;
  private final long lengthNanos;
  private final AtomicReference<@Nullable Begin> begin = new AtomicReference<>();
  private final Queue<FlowTimes> perThread = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<FlowTimes> times = ThreadLocal.withInitial(this::register);
  private final Histogram lag = new ConcurrentHistogram(3);
  private final LongAdder flows = new LongAdder();
  private final LongAdder allFlows = new LongAdder();
  private final Map<CpsOperation, LongAdder> errors =
      Arrays.stream(CpsOperation.values())
          .collect(Collectors.toUnmodifiableMap(operation -> operation, _ -> new LongAdder()));
  private final LongAdder usersDone = new LongAdder();
  private final AtomicLong lastFlowEnd = new AtomicLong();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();

  private record Begin(long nanos, Instant instant) {}

  PhaseRecorder(LoadPhase phase) {
    this.phase = phase;
    switch (phase.extent()) {
      case LoadPhase.Circles _ -> {
        warmUpNanos = 0;
        lengthNanos = Long.MAX_VALUE / 2;
      }
      case LoadPhase.Window window -> {
        warmUpNanos = window.warmUp().toNanos();
        lengthNanos = window.length().toNanos();
      }
    }
  }

  LoadPhase phase() {
    return phase;
  }

  /** Starts the phase's clock, at the first call; returns whether this was it. */
  boolean begin() {
    return begin.get() == null
        && begin.compareAndSet(null, new Begin(System.nanoTime(), Instant.now()));
  }

  @Override
  public boolean begun() {
    return begin.get() != null;
  }

  /** Whether a user that has begun {@code circles} flows begins another one. */
  boolean goesOn(int circles) {
    if (allErrors() >= MOST_ERRORS) {
      return false;
    }
    return switch (phase.extent()) {
      case LoadPhase.Circles planned -> circles < planned.count();
      case LoadPhase.Window _ -> sinceBegin(System.nanoTime()) < warmUpNanos + lengthNanos;
    };
  }

  /**
   * One operation that did what it should, from {@code start} to {@code end} by {@link
   * System#nanoTime}.
   */
  void record(CpsOperation operation, long start, long end) {
    if (sinceBegin(start) >= warmUpNanos && sinceBegin(end) - warmUpNanos <= lengthNanos) {
      times.get().record(operation, end - start);
    }
  }

  void failed(CpsOperation operation, String message) {
    adder(operation).increment();
    if (messages.size() < MOST_MESSAGES) {
      messages.add(operation + ": " + message);
    }
  }

  /** A whole flow without an error. */
  void flowEnded(long end) {
    allFlows.increment();
    var counted = sinceBegin(end) - warmUpNanos;
    if (counted >= 0 && counted <= lengthNanos) {
      flows.increment();
      lastFlowEnd.accumulateAndGet(counted, Math::max);
    }
  }

  void userEnded() {
    usersDone.increment();
  }

  @Override
  public boolean over() {
    return usersDone.sum() >= phase.threads();
  }

  /** The generator woke up this much later than it had asked to. */
  void late(long nanos) {
    if (begun() && !over()) {
      lag.recordValue(Math.max(0, nanos));
    }
  }

  @Override
  public ProgressLine progress() {
    var jvm = Runtime.getRuntime();
    return new ProgressLine(
        phase.name(),
        allFlows.sum(),
        phase.plannedFlows(),
        allErrors(),
        jvm.totalMemory() - jvm.freeMemory());
  }

  /** What was counted so far; complete once all users have ended. */
  PhaseSample sample() {
    var sum = new FlowTimes();
    perThread.forEach(sum::add);
    var started = begin.get();
    var length =
        switch (phase.extent()) {
          case LoadPhase.Circles _ -> Duration.ofNanos(lastFlowEnd.get());
          case LoadPhase.Window window -> window.length();
        };
    return new PhaseSample(
        phase,
        flows.sum(),
        errors.keySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    operation -> operation, operation -> adder(operation).sum())),
        messages.stream().limit(MOST_MESSAGES).toList(),
        started == null ? Instant.now() : started.instant().plusNanos(warmUpNanos),
        length,
        sum.histograms(),
        lag);
  }

  private FlowTimes register() {
    var own = new FlowTimes();
    perThread.add(own);
    return own;
  }

  private LongAdder adder(CpsOperation operation) {
    return Objects.requireNonNull(errors.get(operation));
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
