package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.RunningTarget;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.RunStart;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.localstack.Leftovers;
import org.reprise.localstack.StackDirectories;

/**
 * One run from its start to its page.
 *
 * @param resumed the run that goes on; empty for a new one
 */
record SystemRun(
    Home home, MeasuredSystem system, Plan plan, Typed typed, Optional<RunDirectory> resumed) {

  /**
   * What was typed.
   *
   * @param command the whole line
   * @param options that decide what is measured
   */
  record Typed(String command, List<String> options) {
    Typed {
      options = List.copyOf(options);
    }
  }

  /**
   * What came of the working part, complete or not.
   *
   * @param ended whether it came to its end
   */
  private record Result(Measured measured, Environment environment, boolean ended) {}

  /** Runs, writes everything down, prints it, and says the exit code. */
  int conduct(PrintWriter out, boolean strict) throws IOException, InterruptedException {
    var commit = Machine.gitCommit(home);
    var began = Instant.now();
    var directory = resumed.isPresent() ? resumed.get() : directory(began);
    try (var _ = directory.hold();
        var interruption = Interruption.ofThisThread()) {
      Leftovers.stop(StackDirectories.ofCurrentUser().run());
      Leftovers.stop(home.run());
      RunStart start;
      Result result;
      try (var display = ProgressDisplay.ofProcess(plan.needs().seconds())) {
        display.step("looking at the machine");
        start = start(directory, began, commit);
        result = measure(start.machine(), directory, display);
      }
      // Whatever was interrupted is over; what is written now must not be.
      interruption.finish();
      var comparison = Comparison.of(system.baseline(), result.measured(), plan.profile().name());
      var record =
          comparison.record(
              directory.runId(),
              plan.target().name(),
              new Manifest(
                  commit,
                  plan.seed(),
                  comparison.scale(),
                  plan.repeat(),
                  start.started(),
                  notBefore(start.started()),
                  start.command(),
                  start.resumed()),
              result.environment());
      RunOutput.write(directory, record);
      if (result.ended()) {
        start.finished(notBefore(start.started())).write(directory);
      }
      RunOutput.print(directory, record, out);
      return Interruption.requested() ? ExitCode.FAILED : ExitCode.of(record, strict);
    }
  }

  /** Now; the machine's clock may have been set back since then. */
  private static Instant notBefore(Instant then) {
    var now = Instant.now();
    return now.isBefore(then) ? then : now;
  }

  /** What the run began with, which is in its folder from now on. */
  private RunStart start(RunDirectory directory, Instant began, String commit) throws IOException {
    var now =
        RunStart.now(system.id(), typed.options(), typed.command(), began, commit, Machine.look());
    var start = now;
    if (resumed.isPresent()) {
      var before = List.copyOf(RunEngine.ended(directory.path()).read().keySet());
      // Read again: another command may have gone on with it until a moment ago.
      start = RunStart.read(directory).resumed(directory, now, before);
    }
    start.write(directory);
    return start;
  }

  private RunDirectory directory(Instant began) {
    var results = home.writableResults();
    try {
      return RunDirectory.create(results, system.id(), plan.profile().name(), began);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot make the run's folder in %s: %s".formatted(results, e), e);
    }
  }

  /**
   * Works until the end, or until something ends it. What was measured before an end of the second
   * kind is kept, with the reason for it.
   */
  private Result measure(Environment machine, RunDirectory directory, ProgressDisplay display)
      throws IOException {
    RunningTarget open;
    try {
      open = plan.suite().open(plan, home, directory.path().resolve("logs"), display);
    } catch (InterruptedException | IOException | RuntimeException e) {
      return nothing(machine, e);
    }
    try {
      return measure(open, Machine.with(machine, open.deployment()), directory, display);
    } catch (IOException | RuntimeException e) {
      return nothing(machine, e);
    } finally {
      close("what was started", open, display);
    }
  }

  /** The result is taken before anything is closed: what fails then fails after the measuring. */
  private Result measure(
      RunningTarget open, Environment machine, RunDirectory directory, ProgressDisplay display)
      throws IOException {
    open.deployment().processors().refusal().ifPresent(display::notice);
    open.deployment().remarks().forEach(display::notice);
    var measurement = plan.suite().measurement(plan, open, directory.path(), display);
    var engine = new RunEngine(measurement, home, directory.path(), display);
    var ended = false;
    try {
      engine.run();
      ended = true;
    } catch (InterruptedException | IOException | RuntimeException | Error e) {
      engine.invalid(reason(e));
    }
    try {
      return new Result(engine.measured(), machine, ended);
    } finally {
      close("the measuring", engine, display);
    }
  }

  /**
   * An interrupted start is a run without figures, unless it has some from before; any other
   * failure is nobody's run.
   */
  private Result nothing(Environment machine, Exception failure) throws IOException {
    if (!Interruption.requested()) {
      switch (failure) {
        case RuntimeException other -> throw other;
        case IOException other -> throw other;
        default -> {}
      }
    }
    if (resumed.isPresent()) {
      throw new EnvironmentException("interrupted before anything more was measured", failure);
    }
    return new Result(Measured.nothing(plan.notRun(), RunRecord.INTERRUPTED), machine, false);
  }

  private static void close(String what, AutoCloseable closeable, ProgressDisplay display) {
    try {
      closeable.close();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      display.notice("the end of %s failed, after the measuring: %s".formatted(what, e));
      for (var later : e.getSuppressed()) {
        display.notice("after that: " + later);
      }
    }
  }

  /**
   * Servers that go down with an interrupted run fail in their own ways: the interruption is the
   * reason.
   */
  private static String reason(Throwable failure) {
    if (failure instanceof InterruptedException || Interruption.requested()) {
      return RunRecord.INTERRUPTED;
    }
    return failure.getMessage() == null || failure instanceof Error
        ? failure.toString()
        : failure.getMessage();
  }
}
