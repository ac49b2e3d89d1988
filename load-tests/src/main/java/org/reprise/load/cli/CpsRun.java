package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.reprise.load.cps.CpsExperiments;
import org.reprise.load.cps.CpsPlan;
import org.reprise.load.cps.CpsSuite;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.OpenTarget;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Leftovers;
import org.reprise.localstack.StackDirectories;

/**
 * One run from its start to its page.
 *
 * @param command as it was typed
 */
record CpsRun(Home home, Target target, CpsPlan plan, long seed, Instant started, String command) {

  /** What came of the working part, complete or not. */
  private record Result(Measured measured, Environment environment) {}

  /** Runs, writes everything down, prints it, and says the exit code. */
  int conduct(PrintWriter out, boolean strict) throws IOException, InterruptedException {
    Leftovers.stop(StackDirectories.ofCurrentUser().run());
    Leftovers.stop(home.run());
    var commit = Machine.gitCommit(home);
    var directory = RunDirectory.create(home.results(), "cps", plan.profile().name(), started);
    Result result;
    try (var interruption = Interruption.ofThisThread();
        var display = ProgressDisplay.ofProcess(CpsNeeds.steps(plan))) {
      result = measure(directory, display);
    }
    // Whatever was interrupted is over; what is written now must not be.
    var interrupted = Thread.interrupted();
    var comparison =
        Comparison.of(CpsExperiments.baseline(), result.measured(), plan.profile().name());
    var record =
        comparison.record(
            directory.runId(),
            target.name(),
            new Manifest(
                commit, seed, comparison.scale(), plan.repeat(), started, Instant.now(), command),
            result.environment());
    RunOutput.write(directory, record);
    RunOutput.print(directory, record, out);
    return interrupted || Interruption.requested() ? ExitCode.FAILED : ExitCode.of(record, strict);
  }

  private Result measure(RunDirectory directory, ProgressDisplay display) throws IOException {
    @Nullable CpsSuite suite = null;
    @Nullable Environment environment = null;
    try (var open = OpenTarget.open(target, home, directory.path().resolve("logs"), display::step)) {
      display.step("looking at the machine");
      environment = Machine.look(open);
      suite = new CpsSuite(plan, open, home, directory.path(), display);
      suite.run();
    } catch (InterruptedException e) {
      return partial(suite, environment, RunRecord.INTERRUPTED);
    } catch (IOException | RuntimeException e) {
      if (suite == null && !Interruption.requested()) {
        throw e;
      }
      return partial(suite, environment, Interruption.requested() ? RunRecord.INTERRUPTED : e.getMessage());
    } finally {
      if (suite != null) {
        suite.close();
      }
    }
    return new Result(suite.measured(), environment);
  }
}
