package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.SampleRun;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.NothingDeployed;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.generator.RunListener;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.RunDirectory;

/** What a run keeps when something fails after it has measured. */
class SystemRunTest {
  @TempDir private Path folder;

  @Test
  void aTargetThatCannotBeClosedLosesNothing() throws Exception {
    var out = new StringWriter();

    var code =
        new SystemRun(
                new Home(folder),
                plan(new FailingAtTheEnd(SampleRun.published(1).measured())),
                "reprise run cps",
                List.of(),
                Optional.empty())
            .conduct(new PrintWriter(out), false);

    var record = RunDirectory.open(folder.resolve("results"), RunDirectory.LATEST).read();
    assertThat(record.valid()).as(record.invalidReasons().toString()).isTrue();
    assertThat(code).isEqualTo(record.fails(false) ? 1 : 0);
    assertThat(record.figures()).isNotEmpty();
    assertThat(folder.resolve("results/latest/index.html")).isNotEmptyFile();
    assertThat(out.toString()).contains("page: ");
  }

  /** Memory or stack that is used up, or a program that was built anew beneath the run. */
  @Test
  void anErrorLosesNothing() throws Exception {
    var failing = new FailingAtTheEnd(SampleRun.published(1).measured());
    failing.error = new StackOverflowError("too deep");
    var code =
        new SystemRun(
                new Home(folder), plan(failing), "reprise run cps", List.of(), Optional.empty())
            .conduct(new PrintWriter(new StringWriter()), false);

    assertThat(code).isEqualTo(Reprise.FAILED);
    var record = RunDirectory.open(folder.resolve("results"), RunDirectory.LATEST).read();
    assertThat(record.measured().experiments()).isNotEmpty();
    assertThat(record.invalidReasons()).anyMatch(it -> it.contains("StackOverflowError: too deep"));
  }

  @Test
  void wholeRunEndsWithFaultsAndKeepsWhatTheyFailBy() throws Exception {
    var suite = new FailingAtTheEnd(SampleRun.published(1).measured(), "full");
    var code =
        new SystemRun(new Home(folder), plan(suite), "reprise run cps", List.of(), Optional.empty())
            .conduct(new PrintWriter(new StringWriter()), false);

    assertThat(code).isEqualTo(Reprise.FAILED);
    var record = RunDirectory.open(folder.resolve("results"), RunDirectory.LATEST).read();
    assertThat(record.measured().experiments()).isNotEmpty();
    assertThat(record.invalidReasons()).containsExactly("check acknowledged-kept failed");
    assertThat(record.measured().checks())
        .filteredOn(it -> it.id().equals("acknowledged-kept"))
        .singleElement()
        .satisfies(it -> assertThat(it.detail()).isNotEmpty());
  }

  private static Plan plan(FailingAtTheEnd suite) {
    return Plan.local(suite, suite.profiles().getFirst().name());
  }

  private static final class FailingAtTheEnd extends TestSuite {
    private final Measured figures;
    private @Nullable Error error;

    FailingAtTheEnd(Measured figures) {
      this(figures, "quick");
    }

    FailingAtTheEnd(Measured figures, String profile) {
      super(profile(profile, true, 1));
      this.figures = figures;
    }

    @Override
    public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress) {
      var deployment = NothingDeployed.deployment();
      deployment.add(
          (AutoCloseable)
              () -> {
                throw new IllegalStateException("the server does not end");
              });
      return deployment;
    }

    @Override
    public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
      return new Measurement(plan, open, listener) {
        @Override
        protected List<WatchedProcess> roles() {
          return List.of();
        }

        @Override
        protected List<Execution> executions(int repetition) {
          return List.of();
        }

        @Override
        protected void finish(RunEngine engine) {
          engine.outcome().add(figures);
          if (error != null) {
            throw error;
          }
        }
      };
    }
  }
}
