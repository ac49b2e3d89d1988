package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.run.RunDirectory;

class UnstartedRunTest extends InOwnHome {
  private static final class Unstartable extends TestSuite {
    private Path record = Path.of("");
    private String recorded = "";

    Unstartable() {
      super(profile("smoke", false, 1));
    }

    @Override
    public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress)
        throws IOException {
      record = logs.resolveSibling(RunDirectory.RECORD);
      recorded = Files.readString(record);
      throw new EnvironmentException("the port 8883 is taken\nby another program");
    }
  }

  private final Unstartable suite = new Unstartable();

  private int reprise(String... arguments) {
    return Reprise.commandLine(List.of(suite))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Else a kill would leave the reason of an earlier start beside what was measured since. */
  @Test
  void resumedRunDoesNotKeepWhyItCouldNotStart() throws IOException {
    reprise("run", "cps", "--profile=smoke");
    // How fast the machine is just now, beside other tests, is no matter of this one.
    Files.writeString(
        suite.record,
        Files.readString(suite.record).replaceFirst(",\\s*\"calibrationScore\" : [0-9.E]+", ""));
    reprise("history");
    String id = out.toString().replaceAll("(?s).*(cps-smoke-\\w+).*", "$1");
    assertThat(reprise("run", "--resume", id)).as(err.toString()).isEqualTo(Reprise.ENVIRONMENT);

    assertThat(suite.recorded).contains("interrupted").doesNotContain("the port 8883");
  }

  /** It could be resumed, and yet would not be started the next time either. */
  @Test
  void historyTellsWhyARunCouldNotStart() {
    assertThat(reprise("run", "cps", "--profile=smoke")).isEqualTo(Reprise.ENVIRONMENT);

    assertThat(reprise("history")).isZero();
    assertThat(out.toString())
        .containsPattern("cps-smoke-\\w+ +could not start: the port 8883 is taken\\R")
        .doesNotContain("not finished");
  }
}
