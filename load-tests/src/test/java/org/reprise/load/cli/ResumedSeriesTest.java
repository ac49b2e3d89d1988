package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.NothingDeployed;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.RunListener;
import org.reprise.load.measure.Check;
import org.reprise.load.suite.PastRuns;

/** {@code run all} that was stopped, and {@code run --resume all}. */
class ResumedSeriesTest extends InOwnHome {
  private final List<String> opened = new ArrayList<>();
  private boolean jarMissing = true;

  /** A system that measures nothing; its check passes or not. */
  private final class Small extends TestSuite {
    private final boolean passes;

    Small(String id, String report, boolean passes) {
      super(id, report, profile("smoke", false, 1));
      this.passes = passes;
    }

    @Override
    public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress) {
      opened.add(id());
      if (jarMissing && id().equals("ebms")) {
        throw new EnvironmentException("there is no jar");
      }
      return NothingDeployed.deployment();
    }

    @Override
    public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
      return new Measurement(plan, open, listener) {
        @Override
        protected List<WatchedProcess> roles() {
          return List.of();
        }

        @Override
        protected void prepare(LoadLauncher loads, Outcome outcome) {
          outcome.measured().checks().add(new Check("everything-there", passes, "1 of 1"));
        }

        @Override
        protected List<Execution> executions(int repetition) {
          return List.of();
        }
      };
    }
  }

  private int reprise(boolean passes, String... arguments) {
    out.getBuffer().setLength(0);
    opened.clear();
    return Reprise.commandLine(
            List.of(
                new Small("cps", "cps-307", true),
                new Small("ebms", "digikoppeling-2018", true),
                new Small("lists", "folio-lists-poppy", passes)))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private List<String> runs() throws IOException {
    return PastRuns.ids(folder.resolve("results"), null);
  }

  @Test
  void measuresOnlyWhatHasNoFinishedRun() throws IOException {
    assertThat(reprise(true, "run", "all", "--profile=smoke")).isEqualTo(Reprise.ENVIRONMENT);
    assertThat(opened).containsExactly("cps", "ebms", "lists");
    assertThat(out.toString()).contains("next: ./reprise run --resume all goes on");
    var before = runs();

    jarMissing = false;
    assertThat(reprise(true, "run", "--resume", "all")).as(err.toString()).isZero();
    assertThat(opened).containsExactly("ebms");
    assertThat(runs()).containsAll(before).hasSize(4);
    assertThat(out.toString())
        .containsPattern("\ncps +0 +0 .*\nebms +0 +0 .*\nlists +0 +0 ")
        .contains("page: " + folder.resolve("results/index.html"))
        .doesNotContain("--resume all goes on");
  }

  @Test
  void aFailedCheckFromBeforeDecidesTheExitCodeToo() {
    assertThat(reprise(false, "run", "all", "--profile=smoke")).isEqualTo(Reprise.ENVIRONMENT);
    jarMissing = false;
    assertThat(reprise(false, "run", "--resume", "all")).isEqualTo(Reprise.FAILED);
    assertThat(opened).containsExactly("ebms");
    assertThat(out.toString()).contains("invalid: check everything-there failed");
  }

  @Test
  void runsOfAnotherCommandDoNotBelongToIt() {
    jarMissing = false;
    assertThat(reprise(true, "run", "cps", "--profile=smoke")).isZero();
    assertThat(reprise(true, "run", "all", "--profile=smoke")).isZero();
    assertThat(opened).containsExactly("cps", "ebms", "lists");
    assertThat(reprise(true, "run", "--resume", "all")).isZero();
    assertThat(opened).isEmpty();
  }

  @Test
  void saysThatThereIsNoSeriesToGoOnWith() {
    assertThat(reprise(true, "run", "--resume", "all")).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("there is no run all to go on with");
  }
}
