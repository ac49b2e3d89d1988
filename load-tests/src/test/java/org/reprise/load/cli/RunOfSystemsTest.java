package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.engine.TestPlan;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunStart;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import picocli.CommandLine;

/** {@code run all}: what one system cannot do leaves the others their run. */
class RunOfSystemsTest extends InOwnHome {

  private final List<String> opened = new ArrayList<>();

  @Test
  void oneThatDoesNotStartLeavesTheOthersTheirRun() {
    var code =
        execute(
            RunOfSystems.commandLine(
                List.of(
                    new Broken("first", new EnvironmentException("there is no jar")),
                    new Broken("second", new IOException("the disk is full"))),
                "Measures both."));

    assertThat(opened).containsExactly("first", "second");
    assertThat(err.toString())
        .contains("run first failed", "there is no jar", "run second failed", "the disk is full")
        .doesNotContain("internal error");
    assertThat(code).isEqualTo(Reprise.ENVIRONMENT);
  }

  /** By what it was begun with it can go on alone. */
  @Test
  void eachRunIsBegunWithItsOwnRolesOnly() throws Exception {
    var cps = new Broken("cps", new EnvironmentException("there is no jar"));
    var ebms = new OtherReport("ebms", new EnvironmentException("there is no jar"));
    var code =
        execute(
            RunOfSystems.commandLine(List.of(cps, ebms), "Measures both."),
            "--processors=cps-core=0.5",
            "--processors=ebms-adapter=0.3",
            "--seed=7");
    assertThat(code).as(err.toString()).isEqualTo(Reprise.ENVIRONMENT);

    assertThat(begunWith("cps")).containsExactly("--processors=cps-core=0.5", "--seed=7");
    assertThat(begunWith("ebms")).containsExactly("--processors=ebms-adapter=0.3", "--seed=7");
  }

  /** What a run simulates it is begun with, and goes on with. */
  @Test
  void simulatedServiceTimesAreOptionsOfTheRunThatARestKeeps() throws Exception {
    var command = Reprise.commandLine();
    var unused = command.parseArgs("run", "gc", "--service-time-read=5.5s", "--service-places=4");
    var runs = Objects.requireNonNull(command.getSubcommands().get("run"));
    var run = Objects.requireNonNull(runs.getSubcommands().get("gc"));
    assertThat(ResumedRun.options(run))
        .containsExactlyInAnyOrder("--service-time-read=5.5s", "--service-places=4");

    assertThat(execute(Reprise.commandLine(), "run", "gc", "--service-time-read=5.5s", "--dry-run"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("simulated service times of each application: reading 5.5 s; 8 requests at once")
        .contains("not run: what the applications let through is given by");
    var stopped = begun("gc-1", "--service-time-read=5.5s", "--profile=smoke");
    assertThat(again(stopped, "--service-time-read=5500ms", "--profile=smoke")).isZero();
    assertThat(refusal(stopped, "--service-time-read=2s"))
        .contains("--service-time-read 2s contradicts the run gc-1, which was begun with 5.5s");
    assertThat(refusal(stopped, "--service-time-write=2s"))
        .contains("--service-time-write 2s contradicts the run gc-1, which was begun without it");
    assertThat(refusal(stopped, "--seed=3"))
        .contains("--seed 3 contradicts the run gc-1, which was begun with 1");

    assertThat(execute(Reprise.commandLine(), "run", "ldx", "--service-time-proxied=1s"))
        .isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("--service-time-proxied: users of this run");
    assertThat(execute(Reprise.commandLine(), "run", "gc", "--service-time-read=soon"))
        .isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("'soon' is no time such as 25ms or 5.5s");
  }

  /** The id of a run of global configurations that was stopped at once. */
  private String begun(String id, String... options) throws IOException {
    Files.createDirectories(folder.resolve("results").resolve(id));
    RunStart.now("gc", List.of(options), "reprise run gc", Instant.now(), Map.of(), Machine.look())
        .write(RunDirectory.open(folder.resolve("results"), id));
    return id;
  }

  private int again(String run, String... more) {
    var arguments = new ArrayList<>(List.of("run", "gc", "--resume", run, "--dry-run"));
    arguments.addAll(List.of(more));
    return execute(Reprise.commandLine(), arguments.toArray(String[]::new));
  }

  private String refusal(String run, String option) {
    err.getBuffer().setLength(0);
    assertThat(again(run, option)).isEqualTo(Reprise.USAGE);
    return err.toString();
  }

  private List<String> begunWith(String system) throws IOException {
    try (var runs = Files.newDirectoryStream(folder.resolve("results"), system + "-*")) {
      return RunStart.read(
              RunDirectory.open(
                  folder.resolve("results"), runs.iterator().next().getFileName().toString()))
          .options();
    }
  }

  @Test
  void anExperimentIsRunByTheSystemsThatHaveIt() {
    assertThat(execute(Reprise.commandLine(), "run", "all", "--experiment", "maximum", "--dry-run"))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .contains("ebms, profile quick")
        .doesNotContain("cps, profile quick", "lists, profile quick");
  }

  @Test
  void againstComposeAllAreMeasured() throws Exception {
    Files.writeString(folder.resolve(".env"), "REPRISE_SECURITY_PASSWORD=secret\n");

    assertThat(execute(Reprise.commandLine(), "run", "all", "--target", "compose", "--dry-run"))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .contains("cps, profile quick against compose", "ebms, profile quick against compose")
        .contains("come to host.docker.internal:18888")
        .contains("lists, profile quick against compose");
    assertThat(err.toString()).contains("ldx is left out: measured where each application");
  }

  @Test
  void aSystemOfWhichNothingCanBeRunLeavesTheOthersTheirRun() {
    var nowhere = new Nowhere();
    var other = new Broken("other", new EnvironmentException("there is no jar"));

    assertThat(execute(RunOfSystems.commandLine(List.of(nowhere, other), "Both."), "--dry-run"))
        .as(err.toString())
        .isZero();
    assertThat(err.toString()).contains("nowhere is left out: it needs another machine");
    assertThat(out.toString()).contains("other, profile").doesNotContain("nowhere, profile");

    assertThat(execute(RunOfSystems.commandLine(List.of(nowhere), "It."), "--dry-run")).isNotZero();
    assertThat(err.toString()).contains("nothing is left to run: it needs another machine");
  }

  @Test
  void whatATargetCannotDoIsSaidBeforeTheRun() throws Exception {
    Files.writeString(folder.resolve(".env"), "REPRISE_SECURITY_PASSWORD=secret\n");

    assertThat(
            execute(
                Reprise.commandLine(),
                "run",
                "cps",
                "--target=compose",
                "--experiment=embedded-2x500"))
        .isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("nothing is left to run", "only local processes offer");
  }

  @Test
  void listsRefuseAUrlBeforeAnythingIsMade() {
    for (var more : List.of(List.of("--dry-run"), List.<String>of())) {
      var arguments =
          new ArrayList<>(List.of("run", "lists", "--target", "http://127.0.0.1:9/lists"));
      arguments.addAll(more);

      assertThat(execute(Reprise.commandLine(), arguments.toArray(String[]::new)))
          .isEqualTo(Reprise.USAGE);
    }
    assertThat(err.toString()).contains("--target local or compose");
    assertThat(folder.resolve("results")).doesNotExist();
  }

  private int execute(CommandLine command, String... arguments) {
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** One with other roles. */
  private final class OtherReport extends Broken {
    OtherReport(String id, Exception failure) {
      super(id, failure);
    }

    @Override
    public Baseline baseline() {
      return Baselines.load("digikoppeling-2018");
    }

    @Override
    Plan<?> plan(RunRequest request) {
      return super.plan(RunRequest.local(request.profile()));
    }
  }

  /** A system that no target has. */
  private static final class Nowhere extends TestSystem {
    Nowhere() {
      super("nowhere");
    }

    @Override
    Plan<?> plan(RunRequest request) {
      return new TestPlan(request, new TestPlan.Amount(request.profile(), true, 1)) {
        @Override
        protected Optional<String> impossible(Experiment experiment) {
          return Optional.of("it needs another machine");
        }
      };
    }
  }

  /** A system that cannot be started. */
  private class Broken extends TestSystem {
    private final Exception failure;

    Broken(String id, Exception failure) {
      super(id);
      this.failure = failure;
    }

    @Override
    Plan<?> plan(RunRequest request) {
      return new BrokenPlan(request);
    }

    private final class BrokenPlan extends TestPlan {
      BrokenPlan(RunRequest request) {
        super(request, new TestPlan.Amount(request.profile(), true, 1));
      }

      @Override
      public RunningTarget open(Home home, Path logs, Phases phases) throws IOException {
        opened.add(id());
        switch (failure) {
          case IOException it -> throw it;
          case RuntimeException it -> throw it;
          default -> throw new AssertionError(failure);
        }
      }
    }
  }
}
