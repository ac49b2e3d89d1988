package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.NothingDeployed;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.generator.InProcessRunner;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import picocli.CommandLine.Option;

/** A command that is killed in the middle of a run, and {@code --resume}. */
class ResumedRunTest extends InOwnHome {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String FIRST = "embedded-2x500";
  private static final String SECOND = "embedded-10x100";

  /** The command as a process of its own, which can be killed. */
  public static final class Killed {
    private Killed() {}

    public static void main(String[] arguments) {
      System.exit(command().execute(arguments));
    }
  }

  private static picocli.CommandLine command() {
    return Reprise.commandLine(List.of(new TwoSuite()));
  }

  /** Waits for as long as there is a file. */
  public static final class Flow implements InProcessRunner.Flow {
    private Path waitsFor = Path.of("");

    /** Needed by the runner. */
    public Flow() {}

    @Override
    public void open(LoadSpec load) {
      waitsFor = Path.of(load.settings(String.class));
    }

    @Override
    public void once(Recorder recorder) {
      while (Files.exists(waitsFor)) {
        LockSupport.parkNanos(10_000_000);
      }
      var due = System.nanoTime();
      recorder.record("create-node", due, System.nanoTime());
      recorder.flowEnded(System.nanoTime());
    }

    @Override
    public void close() {}
  }

  /** The user may type an option that only this system has. */
  private static final class TwoSuite extends TestSuite {
    @Option(names = "--own")
    @SuppressWarnings("UnusedVariable") // set by picocli
    private int own;

    TwoSuite() {
      super(profile("smoke", false, 1));
    }

    @Override
    public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress) {
      return NothingDeployed.deployment();
    }

    @Override
    public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
      return new Two(plan, open, Home.current().root().resolve("hang"), listener);
    }
  }

  private static final class Two extends Measurement {
    private final Path hang;

    Two(Plan plan, Deployment open, Path hang, RunListener listener) {
      super(plan, open, listener);
      this.hang = hang;
    }

    @Override
    protected List<WatchedProcess> roles() {
      return List.of();
    }

    @Override
    protected List<Execution> executions(int repetition) {
      return List.of(new One(FIRST, hang.resolveSibling("never-there")), new One(SECOND, hang));
    }
  }

  private record One(String name, Path waitsFor) implements Execution {
    @Override
    public LoadLauncher.Load arrange() {
      var phase = new Phase(name, name, Variant.REPORT_EXACT, new Shape.Circles(2, 3));
      return new LoadLauncher.Load(
          name,
          Flow.class,
          LoadSpec.of(name, List.of(phase), waitsFor.toString(), Duration.ofMinutes(1)),
          Map.of(),
          false);
    }
  }

  /** A target that needs no process. */
  private int reprise(String... arguments) {
    return command()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Begins a run, kills its command in the second execution, and gives the run's folder. */
  private Path killed() throws Exception {
    Files.createFile(folder.resolve("hang"));
    var log = folder.resolve("killed.log");
    var process =
        new ProcessBuilder(
                Commands.ofJdk("java"),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-D" + HOME + "=" + folder,
                Killed.class.getName(),
                "run",
                "cps",
                "--profile=smoke",
                "--seed=7")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    process.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    var command = process.start();
    try {
      await()
          .atMost(LIMIT)
          .until(() -> Files.readString(log).contains(SECOND) || !command.isAlive());
      assertThat(command.isAlive()).as(Files.readString(log)).isTrue();
      var run = run();
      var id = run.getFileName().toString();
      assertThat(reprise("run", "--resume", id)).isEqualTo(Reprise.USAGE);
      assertThat(err.toString()).contains("is under way in another command");
      return run;
    } finally {
      command.destroyForcibly().waitFor();
      Files.delete(folder.resolve("hang"));
    }
  }

  private Path run() throws IOException {
    try (var runs = Files.list(folder.resolve("results"))) {
      return runs.filter(it -> !Files.isSymbolicLink(it)).findFirst().orElseThrow();
    }
  }

  @Test
  void whatWasMeasuredIsKeptAndTheRestIsMeasuredOnce() throws Exception {
    var run = killed();
    var id = run.getFileName().toString();
    var kept = run.resolve("executions").resolve(FIRST + ".json");
    var stored = Files.readString(kept);
    var sent = Files.getLastModifiedTime(run.resolve("samples").resolve(FIRST + ".json"));
    assertThat(run.resolve("executions").resolve(SECOND + ".json")).doesNotExist();
    assertThat(RunDirectory.open(folder.resolve("results"), id).read().invalidReasons())
        .containsExactly(RunRecord.INTERRUPTED);
    assertThat(
            Reprise.commandLine(Systems.ALL).setOut(new PrintWriter(out, true)).execute("history"))
        .isZero();
    assertThat(out.toString()).contains("not finished: ./reprise run --resume " + id);

    refused("no-run", "there is no run");
    var start = run.resolve(RunDirectory.RECORD);
    var begun = Files.readString(start);
    Files.writeString(start, begun.replace("\"system\" : \"cps\"", "\"system\" : \"other\""));
    refused(id, "there is no system 'other'");
    Files.writeString(start, begun);

    // The machine's clock was set back since. How fast it is just now, beside other tests, is no
    // matter of this one.
    Files.writeString(
        start,
        begun
            .replaceFirst("\"started\" : \"20..", "\"started\" : \"2099")
            .replaceFirst(",\\s*\"calibrationScore\" : [0-9.E]+", ""));
    assertThat(start).content().doesNotContain("calibrationScore");
    assertThat(reprise("run", "--resume", id)).as(err.toString()).isZero();

    assertThat(kept).hasContent(stored);
    assertThat(Files.getLastModifiedTime(run.resolve("samples").resolve(FIRST + ".json")))
        .isEqualTo(sent);
    var record = RunDirectory.open(folder.resolve("results"), id).read();
    assertThat(record.valid()).as(record.invalidReasons().toString()).isTrue();
    assertThat(record.manifest().seed()).isEqualTo(7);
    assertThat(record.manifest().started()).isAfter(Instant.now());
    assertThat(record.manifest().resumed())
        .singleElement()
        .asString()
        .contains("measured before: " + FIRST + ";");
    for (var experiment : List.of(FIRST, SECOND)) {
      assertThat(runs(record, experiment)).hasSize(1);
    }
    assertThat(stored).contains("" + runs(record, FIRST).getFirst().seconds());
    assertThat(record.measured().phases().getFirst().toSeconds())
        .isLessThan(record.measured().phases().getLast().fromSeconds());
    assertThat(out.toString()).contains("resumed", "measured before: " + FIRST);
    assertThat(run.resolve("index.html")).content().contains("Resumed");

    refused(id, "cannot go on: it was finished at");
  }

  private static List<ExperimentRun> runs(RunRecord record, String experiment) {
    return record.measured().experiments().stream()
        .filter(it -> it.experiment().equals(experiment))
        .toList();
  }

  private void refused(String id, String message) {
    err.getBuffer().setLength(0);
    assertThat(reprise("run", "--resume", id)).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains(message);
  }
}
