package org.reprise.load.generator;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * The program of a process that runs a flow in itself, with a closed model: what is measured and
 * what measures are one process, as where a report's application called the measured code.
 *
 * <p>Arguments: the {@link InProcessFlow}'s class, the file with the load, the file for the
 * samples.
 */
public final class InProcessRunner {
  private InProcessRunner() {}

  /** Runs the phases one after another and writes what they measured. */
  public static void main(String[] arguments) throws Exception {
    var load = LoadSpec.read(Path.of(arguments[1]));
    var recorders = load.phases().stream().map(Recorder::new).toList();
    try (var flow =
            Class.forName(arguments[0])
                .asSubclass(InProcessFlow.class)
                .getDeclaredConstructor()
                .newInstance();
        var _ = new ProgressPrinter(recorders, System.out)) {
      flow.open(load);
      for (var recorder : recorders) {
        run(recorder, load.grace(), flow);
      }
      Sample.write(Path.of(arguments[2]), recorders.stream().map(Recorder::sample));
    }
  }

  /**
   * Runs a phase of a flow that is open, in this very process.
   *
   * @param grace how long users may take to finish once the phase's own time is over
   * @throws TimeoutException where users are still busy after that
   */
  public static Sample run(Recorder recorder, Duration grace, InProcessFlow flow)
      throws InterruptedException, TimeoutException {
    var shape = recorder.phase().shape();
    var deadline = System.nanoTime() + shape.ownTime().plus(grace).toNanos();
    var threads = Executors.newFixedThreadPool(shape.mostUsers());
    try {
      recorder.begin();
      var users =
          IntStream.range(0, shape.mostUsers())
              .<Future<?>>mapToObj(_ -> threads.submit(() -> user(recorder, flow)))
              .toList();
      for (var user : users) {
        user.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
      return recorder.sample();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "a user of " + recorder.phase().name() + " ended", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private static void user(Recorder recorder, InProcessFlow flow) {
    try {
      for (int passes = 0;
          !Thread.currentThread().isInterrupted() && recorder.goesOn(passes);
          passes++) {
        flow.once(recorder);
      }
    } finally {
      recorder.userEnded();
    }
  }
}
