package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.SampleRun;
import org.reprise.load.child.RunListener;
import org.reprise.load.cps.CpsSystem;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Role;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.engine.TestPlan;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.localstack.LocalPostgres;

/** What a run keeps when something fails after it has measured. */
class SystemRunTest {
  @TempDir private Path folder;

  @Test
  void aTargetThatCannotBeClosedLosesNothing() throws Exception {
    var out = new StringWriter();

    var code =
        new SystemRun(
                new Home(folder),
                new CpsSystem(),
                new FailingAtTheEnd(SampleRun.published(1).measured()),
                new SystemRun.Typed("reprise run cps", List.of()),
                Optional.empty())
            .conduct(new PrintWriter(out), false);

    var record = RunDirectory.open(folder.resolve("results"), RunDirectory.LATEST).read();
    assertThat(record.valid()).as(record.invalidReasons().toString()).isTrue();
    assertThat(code).isEqualTo(ExitCode.of(record, false));
    assertThat(record.experiments()).isNotEmpty();
    assertThat(record.environment().serviceSettings())
        .containsExactly(Map.entry("SERVER_ADDRESS", "127.0.0.1"));
    assertThat(folder.resolve("results/latest/index.html")).isNotEmptyFile();
    assertThat(out.toString()).contains("page: ");
  }

  /** Memory or stack that is used up, or a program that was built anew beneath the run. */
  @Test
  void anErrorLosesNothing() throws Exception {
    var plan = new FailingAtTheEnd(SampleRun.published(1).measured());
    plan.error = new StackOverflowError("too deep");
    var code =
        new SystemRun(
                new Home(folder),
                new CpsSystem(),
                plan,
                new SystemRun.Typed("reprise run cps", List.of()),
                Optional.empty())
            .conduct(new PrintWriter(new StringWriter()), false);

    assertThat(code).isEqualTo(ExitCode.FAILED);
    var record = RunDirectory.open(folder.resolve("results"), RunDirectory.LATEST).read();
    assertThat(record.experiments()).anyMatch(it -> !it.runs().isEmpty());
    assertThat(record.invalidReasons()).anyMatch(it -> it.contains("StackOverflowError: too deep"));
  }

  private static final class FailingAtTheEnd extends TestPlan {
    private final Measured figures;
    private @Nullable Error error;

    FailingAtTheEnd(Measured figures) {
      super(RunRequest.local("full"), new TestPlan.Amount("full", true, 1));
      this.figures = figures;
    }

    @Override
    public RunningTarget open(Home home, Path logs, Phases phases) {
      return new RunningTarget() {
        @Override
        public Optional<LocalPostgres> postgres() {
          return Optional.empty();
        }

        @Override
        public Map<String, String> serviceSettings() {
          return Map.of("SERVER_ADDRESS", "127.0.0.1");
        }

        @Override
        public List<String> jvmFlags() {
          return List.of();
        }

        @Override
        public void close() {
          throw new IllegalStateException("the server does not end");
        }
      };
    }

    @Override
    public Measurement measurement(
        RunningTarget target, Home home, Path folder, RunListener listener) {
      return new Measurement() {
        @Override
        public Plan<?> plan() {
          return FailingAtTheEnd.this;
        }

        @Override
        public List<Role> roles() {
          return List.of();
        }

        @Override
        public List<Execution> executions(int repetition) {
          return List.of();
        }

        @Override
        public void finish(RunEngine engine) {
          engine.outcome().add(figures);
          if (error != null) {
            throw error;
          }
        }
      };
    }
  }
}
