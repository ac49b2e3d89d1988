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
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.RunListener;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Violation;
import org.reprise.load.run.EndedExecutions;
import org.reprise.load.run.EndedExecutions.Ended;

/**
 * Runs a system's {@link Measurement} from its first repetition to its last check. What an
 * execution came to is in the run's folder from its end on; one that is there already, since the
 * run was stopped and goes on, is not measured again.
 */
public final class RunEngine implements AutoCloseable {
  private static final String EXECUTIONS = "executions";
  private static final int MAX_ATTEMPTS = 3;

  /** Of the profile's time, for executions that are measured again. */
  private static final double SHARE_FOR_AGAIN = 0.25;

  private static final String ADVICE = "; end it, or run when it has ended";

  private final Measurement measurement;
  private final RunListener listener;
  private final EndedExecutions files;
  private final Map<String, Ended> before;

  /** Those of before whose place in the run has not come yet. */
  private final Map<String, Ended> ahead;

  private final Watch watch;
  private final LoadLauncher loads;
  private final Outcome outcome;

  /** Seconds that went into executions that were measured again. */
  private double lost;

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
    requireSameProcessors();
    this.ahead = new TreeMap<>(before);
    this.watch = new Watch(listener::notice, seconds(before.values()));
    this.loads = new LoadLauncher(home, folder, watch.sampler(), listener);
    this.outcome = new Outcome(measurement.plan.baseline());
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

  /** A role with another share would be another measurement. */
  private void requireSameProcessors() {
    var now = measurement.deployment.processors().roles();
    before.forEach((name, ended) -> {
      var then = ended.measured().roles();
      if (!then.equals(now)) {
        throw new EnvironmentException(
            "the run cannot go on: %s was measured with the processors %s, now they would be %s"
                .formatted(name, then, now));
      }
    });
  }

  /** What the executions of a run came to. */
  public static EndedExecutions ended(Path folder) {
    return new EndedExecutions(folder.resolve(EXECUTIONS));
  }

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
    var repeat = measurement.plan.repeat();
    try {
      prepare();
      for (int repetition = 1; repetition <= repeat; repetition++) {
        var executions = measurement.executions(repetition);
        dropHalf(executions, repetition);
        for (var execution : executions) {
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

  /** What is compared within a repetition is measured in one go, not hours apart. */
  private void dropHalf(List<Execution> executions, int repetition) {
    var names = executions.stream().map(it -> Plan.name(it.name(), repetition)).toList();
    if (measurement.plan.profile().paired() && !ahead.keySet().containsAll(names)) {
      names.forEach(name -> {
        ahead.remove(name);
        before.remove(name);
      });
    }
  }

  /** Data and warm-up. */
  public void prepare() throws IOException, SQLException, InterruptedException {
    Files.createDirectories(loads.folder());
    measurement.prepare(loads, outcome);
  }

  /**
   * Runs an execution of the run and keeps what it came to, or takes what it came to before the run
   * was stopped.
   */
  public void measure(Execution execution, int repetition)
      throws IOException, SQLException, InterruptedException {
    var name = Plan.name(execution.name(), repetition);
    var earlier = ahead.remove(name);
    if (earlier != null) {
      outcome.add(earlier.measured());
      return;
    }
    var one = undisturbed(execution, repetition);
    var clock = Instant.now().minusNanos(Math.round(watch.sampler().seconds() * 1e9));
    files.add(name, new Ended(clock, one.measured()));
  }

  /**
   * Measures an execution again that other programs disturbed, twice at most and while there is
   * time.
   */
  private ExecutionRun undisturbed(Execution execution, int repetition)
      throws IOException, SQLException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      var began = watch.sampler().seconds();
      var one = new ExecutionRun(measurement, execution, repetition, loads, watch);
      var kept = true;
      try {
        one.run();
        var took = watch.sampler().seconds() - began;
        var again =
            attempt < MAX_ATTEMPTS
                    && lost + took <= SHARE_FOR_AGAIN * measurement.plan.needs().seconds()
                ? one.disturbance()
                : Optional.<Violation>empty();
        if (again.isEmpty()) {
          one.disturbance().ifPresent(it -> listener.notice(it.text() + ADVICE));
          return one;
        }
        kept = false;
        lost += took;
        one.discard();
        outcome.measured().violations().add(again.get().repeated());
        listener.notice(again.get().text() + ADVICE);
        listener.step(execution.name() + " once more");
      } finally {
        if (kept) {
          outcome.add(one.measured());
        }
      }
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
    var measured = outcome.measured();
    var resources = new ArrayList<ResourceSeries>();
    measured.phases().clear();
    before
        .values()
        .forEach(it -> {
          resources.addAll(it.measured().resources());
          measured.phases().addAll(it.measured().phases());
        });
    resources.addAll(watch.sampler().series());
    measured.phases().addAll(watch.sampler().marks());
    measured.phases().sort(Comparator.comparingDouble(Phase::fromSeconds));
    replace(measured.resources(), ResourceSeries.joined(resources));
    replace(measured.roles(), measurement.deployment.processors().roles());
    measured.notRun().putAll(measurement.plan.notRun());
    return measured;
  }

  private static <T> void replace(List<T> all, List<T> by) {
    all.clear();
    all.addAll(by);
  }

  /** Notes why the run as a whole says nothing. */
  public void invalid(String reason) {
    outcome.invalid(reason);
  }

  @Override
  public void close() {
    watch.close();
  }
}
