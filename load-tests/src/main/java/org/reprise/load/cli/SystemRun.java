package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Measured;
import org.reprise.load.report.RunReport;
import org.reprise.load.report.RunReport.Judged;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.sampling.Calibration;
import org.reprise.load.suite.JUnitXml;
import org.reprise.load.suite.SuitePage;
import org.reprise.localstack.process.Leftovers;
import org.reprise.localstack.process.StackDirectories;

record SystemRun(
    Home home, Plan plan, String command, List<String> options, Optional<RunDirectory> resumed) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

  private record Result(Measured measured, Environment environment, boolean ended) {}

  int conduct(PrintWriter out, boolean strict) throws IOException, InterruptedException {
    var commit = Machine.gitCommit(home);
    var began = Instant.now();
    var hasFaults =
        plan.local() && plan.profile().name().equals("full") && plan.experiment().isEmpty();
    if (hasFaults) {
      ChaosCommand.requireNoSettings();
    }
    var directory =
        resumed.isPresent()
            ? resumed.get()
            : RunDirectory.create(
                home.writableResults(), plan.suite().id(), plan.profile().name(), began);
    try (var _ = directory.hold();
        var interruption = new Interruption()) {
      Leftovers.stop(StackDirectories.ofCurrentUser().run());
      Leftovers.stop(home.run());
      RunRecord start;
      Result result;
      try (var display = ProgressDisplay.ofProcess(plan.needs().seconds())) {
        display.step("looking at the machine");
        start = begin(directory, began, commit);
        result = measure(start, directory, display);
        if (result.ended() && hasFaults) {
          result = withFaults(result, interruption, display);
        }
      }
      // Whatever was interrupted is over; what is written now must not be.
      interruption.finish();
      var comparison = comparison(result);
      var record = record(directory, start.manifest(), result, comparison);
      var view = RunReport.write(directory, new Judged(record, comparison), null);
      JUnitXml.write(directory, record, strict);
      directory.markLatest();
      Reprise.print(directory, view, out);
      SuitePage.write(home.writableResults());
      return Interruption.requested() || record.fails(strict) ? Reprise.FAILED : 0;
    }
  }

  /** Kills and stops each process of a separate copy; interrupted, the run is not at its end. */
  private Result withFaults(Result result, Interruption interruption, ProgressDisplay display) {
    display.step("killing and stopping each process");
    try {
      var kept = ChaosCommand.run(plan.suite(), home, interruption, display::notice, display::step);
      result.measured().checks().add(kept);
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (Interruption.requested()) {
        result.measured().invalidReasons().add(RunRecord.INTERRUPTED);
        return new Result(result.measured(), result.environment(), false);
      }
      result.measured().checks().add(new Check(ChaosCommand.CHECK, false, e.toString()));
    }
    return result;
  }

  private Result nothing(Environment environment, String why) {
    return new Result(Measured.nothing(plan.notRun(), why), environment, false);
  }

  private RunRecord begin(RunDirectory directory, Instant began, String commit) throws IOException {
    var here = Machine.look(Calibration.score(), plan, null);
    var result = nothing(here, RunRecord.INTERRUPTED);
    var started = began;
    var typed = command;
    List<String> resumptions = null;
    if (resumed.isPresent()) {
      // Read again: another command may have gone on with it until a moment ago.
      var before = directory.readUnfinished();
      directory.requireSame(before, commit, here);
      if (!directory.executions().isEmpty()) {
        result = new Result(before.measured(), before.environment(), false);
      }
      started = before.manifest().started();
      typed = before.manifest().command();
      var measured = String.join(", ", directory.executions().keySet());
      resumptions = new ArrayList<>(before.manifest().resumptions());
      resumptions.add(
          "%s; measured before: %s; checks at the run's end tell of what came after"
              .formatted(TIME.format(began), measured.isEmpty() ? "nothing" : measured));
    }
    var manifest =
        new Manifest(
            commit, plan.seed(), "", plan.repeat(), started, started, typed, resumptions, null);
    var record = record(directory, manifest, result, comparison(result));
    directory.write(record);
    return record;
  }

  private Comparison comparison(Result result) {
    return new Comparison(plan.baseline(), result.measured(), plan.profile().name());
  }

  private RunRecord record(
      RunDirectory directory, Manifest start, Result result, Comparison comparison) {
    var now = Instant.now();
    var manifest =
        new Manifest(
            start.gitCommit(),
            plan.seed(),
            comparison.scale(),
            plan.repeat(),
            start.started(),
            // The machine's clock may have been set back.
            now.isBefore(start.started()) ? start.started() : now,
            start.command(),
            start.resumed(),
            result.ended() ? null : options);
    return comparison.record(
        directory.runId(), plan.target().name(), manifest, result.environment());
  }

  /**
   * Works until the end, or until something ends it. What was measured before an end of the second
   * kind is kept, with the reason for it; an interrupted start is a run without figures, unless it
   * has some from before. The result is taken before anything is closed: what fails then fails
   * after the measuring.
   */
  private Result measure(RunRecord start, RunDirectory directory, ProgressDisplay display)
      throws IOException, InterruptedException {
    var machine = start.environment();
    var folder = directory.path();
    Result result = null;
    try (var open = plan.suite().open(plan, home, folder.resolve("logs"), display::step);
        var engine =
            new RunEngine(plan.suite().measurement(plan, open, folder, display), home, directory)) {
      var environment = Machine.look(machine.calibrationScore(), plan, open);
      open.processors().refusals().forEach(display::notice);
      var ended = false;
      try {
        engine.run();
        ended = true;
      } catch (InterruptedException | IOException | RuntimeException | Error e) {
        // Servers that go down with an interrupted run fail in their own ways.
        var interrupted = e instanceof InterruptedException || Interruption.requested();
        var message = e instanceof Error ? null : e.getMessage();
        var why = interrupted ? RunRecord.INTERRUPTED : message;
        engine.outcome().invalid(Objects.requireNonNullElse(why, e.toString()));
      }
      result = new Result(engine.measured(), environment, ended);
      return result;
    } catch (InterruptedException | IOException | RuntimeException e) {
      if (result != null) {
        display.notice("what was started did not end well, after the measuring: " + e);
        for (var later : e.getSuppressed()) {
          display.notice("after that: " + later);
        }
        return result;
      }
      if (!Interruption.requested()) {
        if (resumed.isEmpty()) {
          var reason = Objects.requireNonNullElse(e.getMessage(), e.toString());
          var unstarted = nothing(machine, RunRecord.NOT_STARTED + reason);
          try {
            directory.write(record(directory, start.manifest(), unstarted, comparison(unstarted)));
          } catch (IOException unwritten) {
            e.addSuppressed(unwritten);
          }
        }
        throw e;
      }
      if (resumed.isPresent()) {
        throw new EnvironmentException("interrupted before anything more was measured", e);
      }
      return nothing(machine, RunRecord.INTERRUPTED);
    }
  }
}
