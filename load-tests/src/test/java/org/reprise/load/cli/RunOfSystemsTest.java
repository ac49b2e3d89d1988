package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.child.RunListener;
import org.reprise.load.cps.CpsSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.Needs;
import org.reprise.load.system.PlannedRun;
import org.reprise.load.system.RunOptions;
import org.reprise.load.system.RunRequest;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code run all}: what one system cannot do leaves the others their run. */
class RunOfSystemsTest {
  private static final String HOME = "reprise.home";

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> opened = new ArrayList<>();
  private @Nullable String before;

  @BeforeEach
  void inAFolderOfItsOwn() {
    before = System.getProperty(HOME);
    System.setProperty(HOME, folder.toString());
  }

  @AfterEach
  void asBefore() {
    if (before == null) {
      System.clearProperty(HOME);
    } else {
      System.setProperty(HOME, before);
    }
  }

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

  /** A system that cannot be started. */
  private final class Broken implements MeasuredSystem {
    private final CpsSystem cps = new CpsSystem();
    private final String id;
    private final Exception failure;

    Broken(String id, Exception failure) {
      this.id = id;
      this.failure = failure;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public String title() {
      return cps.title();
    }

    @Override
    public Baseline baseline() {
      return cps.baseline();
    }

    @Override
    public String module() {
      return cps.module();
    }

    @Override
    public Target.Address address() {
      return cps.address();
    }

    @Override
    public ServiceProcess.Service service(
        LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
      throw new AssertionError("not for a run");
    }

    @Override
    public RunOptions runOptions() {
      return new Options();
    }

    @Override
    public Measured byHand(GatlingLog log, @Nullable String experiment) {
      throw new AssertionError("not for a run");
    }

    @Override
    public Callable<Integer> bench() {
      throw new AssertionError("not for a run");
    }

    /** With an option, since picocli takes no object without. */
    private final class Options implements RunOptions {
      @Option(names = "--unused")
      private boolean unused;

      @Override
      public PlannedRun plan(RunRequest request) {
        assertThat(unused).isFalse();
        return new Plan(request);
      }
    }

    private final class Plan implements PlannedRun {
      private final RunRequest request;

      Plan(RunRequest request) {
        this.request = request;
      }

      @Override
      public String profile() {
        return request.profile();
      }

      @Override
      public int repeat() {
        return 1;
      }

      @Override
      public Needs needs() {
        return new Needs(Duration.ZERO, 0, 0);
      }

      @Override
      public int steps() {
        return 1;
      }

      @Override
      public List<String> describe() {
        return List.of();
      }

      @Override
      public Map<String, String> notRun() {
        return Map.of();
      }

      @Override
      public RunningTarget open(Home home, Path logs, Phases phases) throws IOException {
        opened.add(id);
        switch (failure) {
          case IOException it -> throw it;
          case RuntimeException it -> throw it;
          default -> throw new AssertionError(failure);
        }
      }

      @Override
      public Measurement measurement(
          RunningTarget target, Home home, Path folder, RunListener listener) {
        throw new AssertionError("nothing was opened");
      }
    }
  }
}
