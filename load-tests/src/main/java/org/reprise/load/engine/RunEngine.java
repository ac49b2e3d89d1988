package org.reprise.load.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.reprise.load.child.RunListener;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Usage;
import org.reprise.load.run.EndedExecutions;
import org.reprise.load.run.EndedExecutions.Ended;
import org.reprise.load.stack.Home;

/**
 * Runs a system's {@link Measurement} from its first repetition to its last check. What an
 * execution came to is in the run's folder from its end on; one that is there already, since the
 * run was stopped and goes on, is not measured again.
 */
public final class RunEngine implements AutoCloseable {
  private static final String EXECUTIONS = "executions";

  private final Measurement measurement;
  private final RunListener listener;
  private final EndedExecutions files;
  private final Map<String, Ended> before;

  /** Those of before whose place in the run has not come yet. */
  private final Map<String, Ended> ahead;

  private final Watch watch;
  private final LoadLauncher loads;
  private final Outcome outcome;

  /**
   * Prepares a run.
   *
   * @param folder of the run, for loads, samples, logs, Gatling's pages and what executions came to
   * @throws IOException where what an earlier part of the run left cannot be read
   */
  public RunEngine(Measurement measurement, Home home, Path folder, RunListener listener)
      throws IOException {
    this.measurement = measurement;
    this.listener = listener;
    this.files = ended(folder);
    this.before = files.read();
    this.ahead = new TreeMap<>(before);
    this.watch = new Watch(listener::notice, seconds(before.values()));
    this.loads = new LoadLauncher(home, folder, watch.sampler(), listener);
    this.outcome = new Outcome(measurement.plan().baseline());
    watch.on(measurement.roles());
  }

  /**
   * What the run's clock shows now: it goes on as the machine's does, and where that was set back
   * it goes on behind what was measured before.
   */
  private static double seconds(Collection<Ended> before) {
    var now = Instant.now();
    return before.stream()
        .flatMapToDouble(it ->
            DoubleStream.concat(
                DoubleStream.of(Duration.between(it.clock(), now).toNanos() / 1e9),
                it.measured().phases().stream().mapToDouble(Phase::toSeconds)))
        .reduce(0, Math::max);
  }

  /**
   * What the executions of a run came to.
   *
   * @param folder of the run
   */
  public static EndedExecutions ended(Path folder) {
    return new EndedExecutions(folder.resolve(EXECUTIONS));
  }

  /** What has been measured so far. */
  public Outcome outcome() {
    return outcome;
  }

  /** Sends loads beside the measurement's own executions. */
  public LoadLauncher loads() {
    return loads;
  }

  /** Hears how the run comes along. */
  public RunListener listener() {
    return listener;
  }

  /**
   * Runs to the end.
   *
   * @throws InterruptedException where the thread was interrupted; {@link #measured} has what was
   *     measured until then
   */
  public void run() throws IOException, InterruptedException {
    var repeat = measurement.plan().repeat();
    try {
      prepare();
      for (int repetition = 1; repetition <= repeat; repetition++) {
        for (var execution : measurement.executions(repetition)) {
          listener.step(
              execution.name() + (repeat > 1 ? " (%d of %d)".formatted(repetition, repeat) : ""));
          measure(execution, repetition);
        }
      }
      measurement.finish(this);
    } catch (SQLException e) {
      throw new IOException("the database: " + e.getMessage(), e);
    }
  }

  /** Data and warm-up. */
  public void prepare() throws IOException, SQLException, InterruptedException {
    Files.createDirectories(loads.folder());
    measurement.prepare(loads, outcome);
  }

  /**
   * What an execution came to.
   *
   * @param samples of its phases
   * @param usages of all processes
   * @param checks that were made after it
   * @param faults why its figures say nothing
   */
  public record Executed(
      List<Sample> samples, List<Usage> usages, List<Check> checks, List<String> faults) {
    /** Copies the lists. */
    public Executed {
      samples = List.copyOf(samples);
      usages = List.copyOf(usages);
      checks = List.copyOf(checks);
      faults = List.copyOf(faults);
    }
  }

  /**
   * Runs an execution of the run and keeps what it came to, or takes what it came to before the run
   * was stopped.
   */
  public void measure(Execution execution, int repetition)
      throws IOException, SQLException, InterruptedException {
    var name = repetition == 1 ? execution.name() : execution.name() + "-" + repetition;
    var earlier = ahead.remove(name);
    if (earlier != null) {
      outcome.add(earlier.measured());
      return;
    }
    var one = new ExecutionRun(measurement, execution, repetition, loads, watch);
    execute(one);
    var clock = Instant.now().minusNanos(Math.round(watch.sampler().seconds() * 1e9));
    files.add(name, new Ended(clock, one.measured()));
  }

  /** Runs an execution from its reset to its last check. */
  public Executed execute(Execution execution, int repetition)
      throws IOException, SQLException, InterruptedException {
    return execute(new ExecutionRun(measurement, execution, repetition, loads, watch));
  }

  private Executed execute(ExecutionRun one)
      throws IOException, SQLException, InterruptedException {
    try {
      return one.run();
    } finally {
      outcome.add(one.measured());
    }
  }

  /**
   * Everything measured so far, for the judge. What was measured before the run was stopped is part
   * of it, also where the run was stopped again before it came to that.
   */
  public Measured measured() {
    ahead.values().forEach(it -> outcome.add(it.measured()));
    ahead.clear();
    try {
      measurement.summarize(outcome);
    } catch (RuntimeException e) {
      // The figures are there all the same.
      outcome.invalid("what follows from the figures cannot be told: " + e);
    }
    var resources = new ArrayList<ResourceSeries>();
    var phases = new ArrayList<Phase>();
    before
        .values()
        .forEach(it -> {
          resources.addAll(it.measured().resources());
          phases.addAll(it.measured().phases());
        });
    resources.addAll(watch.sampler().series());
    phases.addAll(watch.sampler().marks());
    phases.sort(Comparator.comparingDouble(Phase::fromSeconds));
    return outcome.measured(
        ResourceSeries.joined(resources),
        phases,
        measurement.processors().roles(),
        measurement.plan().notRun());
  }

  /** Notes why the run as a whole says nothing. */
  public void invalid(String reason) {
    outcome.invalid(reason);
  }

  /** Stops watching. */
  @Override
  public void close() {
    watch.close();
  }
}
