package org.reprise.load.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The program of a process that runs a flow in itself, with a closed model: what is measured and
 * what measures are one process, as where a report's application called the measured code.
 *
 * <p>Arguments: the {@link Flow}'s class, the file with the load, the file for the samples.
 */
public final class InProcessRunner {
  private InProcessRunner() {}

  /** What a user does in the measured process; made without arguments, shared by all users. */
  public interface Flow extends AutoCloseable {
    void open(LoadSpec load) throws Exception;

    /** One pass of the flow: records each operation, and the flow where all of it went well. */
    void once(Recorder recorder);

    @Override
    void close();
  }

  public static void main(String[] arguments) throws Exception {
    var load = Json.read(Path.of(arguments[1]), LoadSpec.class);
    var recorders = load.phases().stream().map(Recorder::new).toList();
    try (var flow =
            Class.forName(arguments[0])
                .asSubclass(Flow.class)
                .getDeclaredConstructor()
                .newInstance();
        var _ = Recorder.print(recorders)) {
      flow.open(load);
      for (var recorder : recorders) {
        run(recorder, load.grace(), flow::once);
      }
      Sample.write(Path.of(arguments[2]), recorders.stream().map(Recorder::sample));
    }
  }

  /** Runs a phase of a closed model in this process; fails where a user outlasts the grace. */
  public static Sample run(Recorder recorder, Duration grace, Consumer<Recorder> flow)
      throws InterruptedException, IOException {
    var shape = recorder.phase.shape();
    var limit = shape.ownTime().plus(grace).toNanos();
    var users = Collections.nCopies(shape.users(), Executors.callable(() -> user(recorder, flow)));
    var threads = Executors.newFixedThreadPool(shape.users());
    try {
      recorder.begin();
      for (var user : threads.invokeAll(users, limit, TimeUnit.NANOSECONDS)) {
        user.get();
      }
      return recorder.sample();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "a user of " + recorder.phase.name() + " ended", e.getCause());
    } catch (CancellationException e) {
      throw new IOException("users of " + recorder.phase.name() + " are still busy", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void user(Recorder recorder, Consumer<Recorder> flow) {
    try {
      for (int i = 0; !Thread.currentThread().isInterrupted() && recorder.goesOn(i); i++) {
        flow.accept(recorder);
      }
    } finally {
      recorder.userEnded();
    }
  }
}
