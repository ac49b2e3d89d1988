package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunJson;
import picocli.CommandLine;

/** {@code run all}: what one system cannot do leaves the others their run. */
class RunCommandTest extends InOwnHome {

  private final List<String> opened = new ArrayList<>();

  @Test
  void oneThatDoesNotStartLeavesTheOthersTheirRun() {
    var code =
        execute(
            RunCommand.commandLine(
                List.of(
                    broken("first", new EnvironmentException("there is no jar")),
                    broken("second", new IOException("the disk is full"))),
                "Measures both."));

    assertThat(opened).containsExactly("first", "second");
    assertThat(err.toString())
        .contains("run first failed", "there is no jar", "run second failed", "the disk is full")
        .doesNotContain("internal error");
    assertThat(code).isEqualTo(Reprise.ENVIRONMENT);
  }

  @Test
  void limitsARoleInTheSystemsThatHaveIt() throws Exception {
    var cps = broken("cps", new EnvironmentException("there is no jar"));
    var ebms =
        new Broken("ebms", "digikoppeling-2018", new EnvironmentException("there is no jar"));
    var code =
        execute(
            RunCommand.commandLine(List.of(cps, ebms), "Measures both."),
            "--processors=cps-core=0.5",
            "--seed=7");
    assertThat(code).as(err.toString()).isEqualTo(Reprise.ENVIRONMENT);

    assertThat(begunWith("cps")).containsExactly("--processors=cps-core=0.5", "--seed=7");
    assertThat(err.toString())
        .contains("ebms is left out: --processors cps-core=0.5", "of the roles ebms-adapter");
    assertThat(opened).containsExactly("cps");
  }

  private @Nullable List<String> begunWith(String system) throws IOException {
    try (var runs = Files.newDirectoryStream(folder.resolve("results"), system + "-*")) {
      return RunJson.read(runs.iterator().next().resolve(RunDirectory.RECORD))
          .manifest()
          .resumeOptions();
    }
  }

  @Test
  void anExperimentIsRunByTheSystemsThatHaveIt() {
    assertThat(
            execute(
                Reprise.commandLine(Systems.ALL),
                "run",
                "all",
                "--experiment",
                "maximum",
                "--dry-run"))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .contains("ebms, profile quick")
        .doesNotContain("cps, profile quick", "lists, profile quick");
  }

  @Test
  void againstComposeAllAreMeasured() throws Exception {
    Files.writeString(folder.resolve(".env"), "REPRISE_SECURITY_PASSWORD=secret\n");

    assertThat(
            execute(
                Reprise.commandLine(Systems.ALL), "run", "all", "--target", "compose", "--dry-run"))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .contains("cps, profile quick against compose", "ebms, profile quick against compose")
        .contains("come to host.docker.internal:18888")
        .contains("lists, profile quick against compose");
    assertThat(err.toString()).contains("ldx is left out: ", "measured where each application");
  }

  @Test
  void aSystemOfWhichNothingCanBeRunLeavesTheOthersTheirRun() {
    var nowhere = new Nowhere();
    var other = broken("other", new EnvironmentException("there is no jar"));

    assertThat(execute(RunCommand.commandLine(List.of(nowhere, other), "Both."), "--dry-run"))
        .as(err.toString())
        .isZero();
    assertThat(err.toString()).contains("nowhere is left out: ", "it needs another machine");
    assertThat(out.toString()).contains("other, profile").doesNotContain("nowhere, profile");

    assertThat(execute(RunCommand.commandLine(List.of(nowhere), "It."), "--dry-run")).isNotZero();
    assertThat(err.toString()).contains("nothing is left to run: it needs another machine");
  }

  @Test
  void whatATargetCannotDoIsSaidBeforeTheRun() throws Exception {
    Files.writeString(folder.resolve(".env"), "REPRISE_SECURITY_PASSWORD=secret\n");

    assertThat(
            execute(
                Reprise.commandLine(Systems.ALL),
                "run",
                "cps",
                "--target=compose",
                "--experiment=embedded-2x500"))
        .isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("nothing is left to run", "only local processes offer");
  }

  @Test
  void saysHowListsAtUrlAreMeasured() throws Exception {
    var token = Files.writeString(folder.resolve("token"), "a.b.c").toString();
    var run = List.of("run", "lists", "--target=http://127.0.0.1:9", "--token-file=" + token);
    var arguments = new ArrayList<>(run);
    arguments.addAll(List.of("--tenant=library", "--page-size=100", "--dry-run"));

    assertThat(execute(Reprise.commandLine(Systems.ALL), arguments.toArray(String[]::new)))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("tenant library, desks at cd1, pages of 100")
        .contains("2 × lists", "--split-at URL names a system that does")
        .doesNotContain("10 × lists");
  }

  private int execute(CommandLine command, String... arguments) {
    return command
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private TestSuite broken(String id, Exception failure) {
    return new Broken(id, "cps-307", failure);
  }

  /** A system that no target has. */
  private static final class Nowhere extends TestSuite {
    Nowhere() {
      super("nowhere", "cps-307", profile("quick", true, 1));
    }

    @Override
    public Optional<String> impossible(Experiment experiment, Target target) {
      return Optional.of("it needs another machine");
    }
  }

  /** A system that cannot be started. */
  private final class Broken extends TestSuite {
    private final Exception failure;

    Broken(String id, String report, Exception failure) {
      super(id, report, profile("quick", true, 1));
      this.failure = failure;
    }

    @Override
    public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress)
        throws IOException {
      opened.add(id());
      switch (failure) {
        case IOException it -> throw it;
        case RuntimeException it -> throw it;
        default -> throw new AssertionError(failure);
      }
    }
  }
}
