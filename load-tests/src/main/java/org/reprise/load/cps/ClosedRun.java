package org.reprise.load.cps;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the flow inside this process: threads × circles as in the report, all threads sharing one
 * {@link CpsCalls}.
 */
final class ClosedRun {
  private final CpsCalls calls;
  private final AnchorNames names;
  private final Duration terminationTimeout;

  /**
   * Prepares a run.
   *
   * @param terminationTimeout how long the threads have to finish once the phase's own time, if it
   *     has one, is over
   */
  ClosedRun(CpsCalls calls, AnchorNames names, Duration terminationTimeout) {
    this.calls = calls;
    this.names = names;
    this.terminationTimeout = terminationTimeout;
  }

  /**
   * Runs one phase to its end.
   *
   * @throws TimeoutException where threads are still busy after the termination timeout
   */
  void run(PhaseRecorder recorder) throws InterruptedException, TimeoutException {
    var deadline =
        System.nanoTime() + recorder.phase().ownTime().plus(terminationTimeout).toNanos();
    var threads = Executors.newFixedThreadPool(recorder.phase().threads());
    try {
      recorder.begin();
      var users =
          IntStream.range(0, recorder.phase().threads())
              .<Future<?>>mapToObj(_ -> threads.submit(() -> user(recorder)))
              .toList();
      for (var user : users) {
        user.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "a thread of " + recorder.phase().name() + " ended", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void user(PhaseRecorder recorder) {
    try {
      for (int circles = 0;
          !Thread.currentThread().isInterrupted() && recorder.goesOn(circles);
          circles++) {
        flow(names.next(), recorder);
      }
    } finally {
      recorder.userEnded();
    }
  }

  private void flow(String anchor, PhaseRecorder recorder) {
    for (var operation : CpsOperation.values()) {
      var start = System.nanoTime();
      var fault = attempt(operation, anchor);
      if (fault != null) {
        recorder.failed(operation, fault);
        if (operation != CpsOperation.CREATE_ANCHOR && operation != CpsOperation.DELETE_ANCHOR) {
          attempt(CpsOperation.DELETE_ANCHOR, anchor);
        }
        return;
      }
      recorder.record(operation, start, System.nanoTime());
    }
    recorder.flowEnded(System.nanoTime());
  }

  /** Null where the operation did what it should, else what it said. */
  private @Nullable String attempt(CpsOperation operation, String anchor) {
    try {
      calls.perform(operation, anchor);
      return null;
    } catch (Exception e) {
      return e.toString();
    }
  }
}
