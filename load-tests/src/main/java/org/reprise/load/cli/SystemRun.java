package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.Target;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.PlannedRun;
import org.reprise.localstack.Leftovers;
import org.reprise.localstack.StackDirectories;

/**
 * One run from its start to its page.
 *
 * @param command as it was typed
 */
record SystemRun(
    Home home,
    MeasuredSystem system,
    Target target,
    PlannedRun plan,
    long seed,
    Instant started,
    String command) {

  /** What came of the working part, complete or not. */
  private record Result(Measured measured, Environment environment) {}

  /** Runs, writes everything down, prints it, and says the exit code. */
  int conduct(PrintWriter out, boolean strict) throws IOException, InterruptedException {
    Leftovers.stop(StackDirectories.ofCurrentUser().run());
    Leftovers.stop(home.run());
    var commit = Machine.gitCommit(home);
    var directory = directory();
    try (var interruption = Interruption.ofThisThread()) {
      Result result;
      try (var display = ProgressDisplay.ofProcess(plan.steps())) {
        result = measure(directory, display);
      }
      // Whatever was interrupted is over; what is written now must not be.
      interruption.finish();
      var comparison = Comparison.of(system.baseline(), result.measured(), plan.profile());
      var record =
          comparison.record(
              directory.runId(),
              target.name(),
              new Manifest(
                  commit, seed, comparison.scale(), plan.repeat(), started, Instant.now(), command),
              result.environment());
      RunOutput.write(directory, record);
      RunOutput.print(directory, record, out);
      return Interruption.requested() ? ExitCode.FAILED : ExitCode.of(record, strict);
    }
  }

  private RunDirectory directory() {
    var results = home.writableResults();
    try {
      return RunDirectory.create(results, system.id(), plan.profile(), started);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot make the run's folder in %s: %s".formatted(results, e), e);
    }
  }

  /**
   * Works until the end, or until something ends it. What was measured before an end of the second
   * kind is kept, with the reason for it.
   */
  private Result measure(RunDirectory directory, ProgressDisplay display) throws IOException {
    display.step("looking at the machine");
    var machine = Machine.look();
    RunningTarget open;
    try {
      open = plan.open(home, directory.path().resolve("logs"), display.phases());
    } catch (InterruptedException | IOException | RuntimeException e) {
      return nothing(machine, e);
    }
    try {
      return measure(open, Machine.with(machine, open), directory, display);
    } catch (RuntimeException e) {
      return nothing(machine, e);
    } finally {
      close("what was started", open, display);
    }
  }

  /** The result is taken before anything is closed: what fails then fails after the measuring. */
  private Result measure(
      RunningTarget open, Environment machine, RunDirectory directory, ProgressDisplay display) {
    open.processors().refusal().ifPresent(display::notice);
    open.remarks().forEach(display::notice);
    var began = Instant.now();
    var suite = plan.suite(open, home, directory.path(), display);
    try {
      suite.run();
    } catch (InterruptedException | IOException | RuntimeException e) {
      suite.invalid(reason(e));
    }
    try {
      var measured = suite.measured();
      return new Result(withProcessors(measured, open, began, display), machine);
    } finally {
      close("the measuring", suite, display);
    }
  }

  private static Measured withProcessors(
      Measured measured, RunningTarget open, Instant began, ProgressDisplay display) {
    var processors = open.processors();
    try {
      return measured.with(processors.roles(), processors.throttled(began, measured));
    } catch (RuntimeException e) {
      display.notice("how much roles were throttled cannot be told: " + e);
      return measured;
    }
  }

  /** An interrupted start is a run without figures; any other failure is nobody's run. */
  private Result nothing(Environment machine, Exception failure) throws IOException {
    if (!Interruption.requested()) {
      switch (failure) {
        case RuntimeException other -> throw other;
        case IOException other -> throw other;
        default -> {}
      }
    }
    return new Result(Measured.nothing(plan.notRun(), RunRecord.INTERRUPTED), machine);
  }

  private static void close(String what, AutoCloseable closeable, ProgressDisplay display) {
    try {
      closeable.close();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      display.notice("the end of %s failed, after the measuring: %s".formatted(what, e));
    }
  }

  /**
   * Servers that go down with an interrupted run fail in their own ways: the interruption is the
   * reason.
   */
  private static String reason(Exception failure) {
    if (failure instanceof InterruptedException || Interruption.requested()) {
      return RunRecord.INTERRUPTED;
    }
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }
}
