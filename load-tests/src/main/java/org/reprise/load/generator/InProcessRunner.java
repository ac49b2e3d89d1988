package org.reprise.load.generator;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.reprise.load.child.ProgressPrinter;

/**
 * The program of a process that runs a flow in itself, with a closed model: what is measured and
 * what measures are one process, as where a report's application called the measured code.
 *
 * <p>Arguments: the {@link InProcessFlow}'s class, the file with the load, the file for the
 * samples.
 */
public final class InProcessRunner {
  private final LoadSpec load;
  private final InProcessFlow flow;

  private InProcessRunner(LoadSpec load, InProcessFlow flow) {
    this.load = load;
    this.flow = flow;
  }

  /** Runs the phases one after another and writes what they measured. */
  public static void main(String[] arguments) throws Exception {
    var load = LoadSpec.read(Path.of(arguments[1]));
    try (var flow =
        Class.forName(arguments[0])
            .asSubclass(InProcessFlow.class)
            .getDeclaredConstructor()
            .newInstance()) {
      flow.open(load);
      Sample.write(Path.of(arguments[2]), run(load, flow).stream());
    }
  }

  /**
   * Runs all phases of a flow that is open, in this very process.
   *
   * @throws TimeoutException where users are still busy after a phase's own time and the load's
   *     grace
   */
  public static List<Sample> run(LoadSpec load, InProcessFlow flow)
      throws InterruptedException, TimeoutException {
    var recorders = load.phases().stream().map(Recorder::new).toList();
    try (var _ = new ProgressPrinter(recorders, System.out)) {
      new InProcessRunner(load, flow).run(recorders);
    }
    return recorders.stream().map(Recorder::sample).toList();
  }

  private void run(List<Recorder> recorders) throws InterruptedException, TimeoutException {
    for (var recorder : recorders) {
      run(recorder);
    }
  }

  private void run(Recorder recorder) throws InterruptedException, TimeoutException {
    var shape = recorder.phase().shape();
    var deadline = System.nanoTime() + shape.ownTime().plus(load.grace()).toNanos();
    var threads = Executors.newFixedThreadPool(shape.mostUsers());
    try {
      recorder.begin();
      var users =
          IntStream.range(0, shape.mostUsers())
              .<Future<?>>mapToObj(_ -> threads.submit(() -> user(recorder)))
              .toList();
      for (var user : users) {
        user.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "a user of " + recorder.phase().name() + " ended", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private void user(Recorder recorder) {
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
