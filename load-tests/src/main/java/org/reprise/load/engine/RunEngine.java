package org.reprise.load.engine;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Operand;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Processors;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Stretch;
import org.reprise.load.measure.Variant;
import org.reprise.load.measure.Violation;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.sampling.Neighbours;
import org.reprise.load.sampling.ResourceSampler;

/**
 * Runs a system's {@link Measurement} from its first repetition to its last check. The result of an
 * execution is in the run's directory from its end on; one that is there already, since the run was
 * stopped and goes on, is not measured again.
 */
public final class RunEngine implements AutoCloseable {
  private static final int MAX_ATTEMPTS = 3;

  /** Of the profile's time, for executions that are measured again. */
  private static final double SHARE_FOR_AGAIN = 0.25;

  private static final int MAX_WARM_UPS = 6;

  private static final String ADVICE = "; end it, or run when it has ended";

  private final Measurement measurement;
  private final Processors processors;
  private final RunListener listener;
  private final RunDirectory directory;

  /** Results from before the run was stopped whose place has not come yet, by execution. */
  private final Map<String, Measured> earlier;

  private final Watch watch;
  private final LoadLauncher loads;
  private final Outcome outcome;

  /** Seconds that went into executions that were measured again. */
  private double lost;

  /**
   * Prepares a run, or goes on with one that was stopped.
   *
   * @throws EnvironmentException where a role has another share of the processors than before
   */
  public RunEngine(Measurement measurement, Home home, RunDirectory directory) throws IOException {
    this.measurement = measurement;
    this.processors = measurement.deployment.processors();
    this.listener = measurement.listener;
    this.directory = directory;
    this.earlier = directory.executions();
    requireSameProcessors();
    var sampler = new ResourceSampler(listener::notice, end(earlier.values()));
    this.watch = new Watch(sampler, new LinkedHashMap<>());
    this.loads =
        new LoadLauncher(
            home, directory.path(), sampler, listener, measurement.plan.profile().generatorFlags());
    this.outcome = new Outcome(measurement.plan.baseline(), 1);
    watch.on(measurement.roles());
  }

  private void requireSameProcessors() {
    earlier.forEach((name, measured) -> {
      if (!measured.roles().equals(processors.roles())) {
        throw new EnvironmentException(
            "the run cannot go on: %s was measured with the processors %s, now they would be %s"
                .formatted(name, measured.roles(), processors.roles()));
      }
    });
  }

  /** Returns where the run's clock goes on: it stands still while the run is stopped. */
  private static double end(Collection<Measured> earlier) {
    return earlier.stream()
        .flatMapToDouble(it ->
            DoubleStream.concat(
                it.phases().stream().mapToDouble(Stretch::toSeconds),
                it.resources().stream()
                    .flatMap(series -> series.samples().stream())
                    .mapToDouble(ResourceSeries.Sample::secondsSinceStart)))
        .reduce(0, Math::max);
  }

  public Outcome outcome() {
    return outcome;
  }

  public LoadLauncher loads() {
    return loads;
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
      measurement.prepare(loads, outcome);
      for (var execution : measurement.warmUps()) {
        warmUp(execution);
      }
      for (int repetition = 1; repetition <= repeat; repetition++) {
        var executions = measurement.executions(repetition);
        dropIncomplete(executions, repetition);
        for (var execution : executions) {
          listener.step(
              execution.name() + (repeat > 1 ? " (%d of %d)".formatted(repetition, repeat) : ""));
          measure(execution, repetition);
        }
      }
      // A load and its floor, which are compared, are measured in one go: both again, or neither.
      earlier.clear();
      measurement.finish(this);
    } catch (SQLException e) {
      throw new IOException("the database: " + e.getMessage(), e);
    }
  }

  /**
   * Warms services up, before any role is limited: under a limit the compilers would use that up.
   * The load is sent again while the compilers have much to do.
   */
  private void warmUp(Execution execution) throws IOException, SQLException, InterruptedException {
    var most = measurement.plan.profile().judged() ? MAX_WARM_UPS : 1;
    var isCold = true;
    for (int i = 0; isCold && i < most; i++) {
      listener.step(execution.name());
      execution.reset();
      watch.on(execution.roles());
      var load = execution.arrange();
      var start = watch.work();
      var samples = execution.send(loads, load);
      samples.forEach(sample -> sample.faults().forEach(listener::notice));
      isCold = watch.work().since(start).isCold();
    }
  }

  /** What is compared within a repetition is measured in one go, not hours apart. */
  private void dropIncomplete(List<Execution> executions, int repetition) {
    var names = executions.stream().map(it -> Plan.name(it.name(), repetition)).toList();
    var paired = measurement.plan.profile().paired() || measurement.plan.repeat() > 1;
    if (paired && !earlier.keySet().containsAll(names)) {
      earlier.keySet().removeAll(names);
    }
  }

  /**
   * Measures an execution, or takes its result from before the run was stopped. One that other
   * programs disturbed is measured again, twice at most and while there is time.
   */
  public void measure(Execution execution, int repetition)
      throws IOException, SQLException, InterruptedException {
    var name = Plan.name(execution.name(), repetition);
    if (earlier.containsKey(name)) {
      take(name);
      return;
    }
    for (int number = 1; ; number++) {
      var attempt = new Attempt(execution, repetition);
      var disturbance = Optional.<Violation>empty();
      var seconds = 0.0;
      var again = false;
      try {
        attempt.run();
        disturbance = attempt.disturbance();
        seconds = watch.sampler().seconds() - attempt.start;
        again =
            disturbance.isPresent()
                && number < MAX_ATTEMPTS
                && lost + seconds <= SHARE_FOR_AGAIN * measurement.plan.needs().seconds();
      } finally {
        if (!again) {
          outcome.add(attempt.result.measured());
        }
      }
      disturbance.ifPresent(it -> listener.notice(it.text() + ADVICE));
      if (!again) {
        directory.addExecution(name, attempt.result.measured());
        return;
      }
      lost += seconds;
      watch.sampler().keepMarks(attempt.marksBefore);
      outcome.measured().violations().add(disturbance.orElseThrow().repeated());
      listener.step(execution.name() + " once more");
    }
  }

  private void take(String name) {
    var before = Objects.requireNonNull(earlier.remove(name));
    outcome.add(before);
    outcome.measured().resources().addAll(before.resources());
    outcome.measured().phases().addAll(before.phases());
  }

  /**
   * Ends the measuring; returns everything for the judge. Results from before the run was stopped
   * are part of it, also where the run was stopped again before it came to that.
   */
  public Measured measured() {
    List.copyOf(earlier.keySet()).forEach(this::take);
    var measured = outcome.measured();
    measured.resources().addAll(watch.sampler().series());
    var joined = ResourceSeries.joined(measured.resources());
    measured.resources().clear();
    measured.resources().addAll(joined);
    measured.phases().addAll(watch.sampler().marks());
    measured.phases().sort(Comparator.comparingDouble(Stretch::fromSeconds));
    measured.roles().addAll(processors.roles());
    measured.notRun().putAll(measurement.plan.notRun());
    return measured;
  }

  @Override
  public void close() {
    watch.sampler().close();
  }

  /** An execution from its reset to its last check, and its result, complete or not. */
  private final class Attempt {
    private final Execution execution;
    private final int repetition;
    private final Outcome result;
    private final double start = watch.sampler().seconds();
    private final int marksBefore = watch.sampler().marks().size();
    private String busiest = "";
    private boolean limits;
    private Watch.Work work = new Watch.Work(0, 0, 0);

    private Attempt(Execution execution, int repetition) {
      this.execution = execution;
      this.repetition = repetition;
      this.result = new Outcome(measurement.plan.baseline(), repetition);
    }

    private void run() throws IOException, SQLException, InterruptedException {
      try {
        conduct();
      } finally {
        var measured = result.measured();
        var sampler = watch.sampler();
        sampler.series().stream()
            .map(it -> it.since(start))
            .filter(it -> !it.samples().isEmpty())
            .forEach(measured.resources()::add);
        measured.phases().addAll(sampler.marks().subList(marksBefore, sampler.marks().size()));
        measured.roles().addAll(processors.roles());
        var phases = measured.phases().stream().map(it -> it.name()).toList();
        if (!phases.isEmpty() && limits) {
          var all = phases.size() == 1 ? "" : " to " + phases.getLast();
          measured
              .throttled()
              .addAll(processors.throttled(phases.getFirst() + all, sampler::cpuSeconds));
        }
      }
    }

    private void conduct() throws IOException, SQLException, InterruptedException {
      execution.reset();
      watch.on(execution.roles());
      var load = execution.arrange();
      var before = heaps();
      var neighbours = new Neighbours();
      var workBefore = watch.work();
      List<Sample> samples;
      try {
        samples = send(load);
      } catch (InterruptedException | IOException | RuntimeException e) {
        try {
          loads.left(load).forEach(this::add);
        } catch (IOException damaged) {
          e.addSuppressed(damaged);
        }
        throw e;
      }
      work = watch.work().since(workBefore);
      busiest = neighbours.busiest(watch.processes()).orElse("");
      samples.forEach(this::add);
      var after = heaps();
      var counted = samples.stream().filter(it -> it.phase().experiment() != null).toList();
      // What was read before and after belongs to one phase, or to none.
      var single = counted.size() == 1;
      result.usages(
          counted.stream()
              .filter(it -> readsUse(it, samples))
              .flatMap(it ->
                  watch
                      .usages(it, repetition, single ? before : Map.of(), single ? after : Map.of())
                      .stream())
              .toList());
      watch.off(execution.roles());
      execution.rest(samples);
      execution.check(samples, result);
      result.measured().checks().stream()
          .filter(check -> !check.passed())
          .forEach(check -> listener.notice(check.id() + ": " + check.detail()));
    }

    /** A look takes a second and a collection of each service: only where a claim compares them. */
    private Map<String, Double> heaps() throws IOException, InterruptedException {
      var isCompared =
          measurement.plan.baseline().claims().stream()
              .filter(it -> it.of().startsWith(Operand.HEAP.word() + "("))
              .anyMatch(it -> it.experiments().contains(execution.name()));
      return measurement.plan.profile().judged() && isCompared ? watch.heaps() : Map.of();
    }

    /** Roles are held to their processors while load is sent, and only then; never in a search. */
    private List<Sample> send(LoadLauncher.Load load) throws IOException, InterruptedException {
      limits = load.spec().phases().stream().noneMatch(it -> it.variant().equals(Variant.SEARCH));
      if (!limits) {
        return execution.send(loads, load);
      }
      processors.limit();
      try {
        return execution.send(loads, load);
      } finally {
        processors.lift();
      }
    }

    private static boolean readsUse(Sample sample, List<Sample> samples) {
      var phase = sample.phase();
      var steady =
          samples.stream()
              .map(Sample::phase)
              .anyMatch(it ->
                  Objects.equals(it.experiment(), phase.experiment())
                      && it.variant().equals(Variant.STEADY));
      return phase.variant().equals(steady ? Variant.STEADY : Variant.REPORT_EXACT);
    }

    private void add(Sample sample) {
      var phase = sample.phase();
      if (phase.experiment() == null) {
        sample.faults().forEach(result::invalid);
        return;
      }
      var name =
          phase.experiment()
              + (phase.variant().equals(Variant.REPORT_EXACT) ? "" : " " + phase.variant())
              + (repetition == 1 ? "" : " (" + repetition + ")");
      watch.sampler().mark(name, sample.start(), sample.length());
      var others = watch.hasServices() ? watch.percent(ResourceSampler.OTHERS, sample) : null;
      // Beyond the report's own load errors and delays are what is looked for.
      var violations =
          violations(sample, others).stream()
              .filter(it ->
                  !phase.variant().equals(Variant.SEARCH) || it.rule() == Violation.Rule.NEIGHBOUR)
              .toList();
      violations.stream()
          .filter(it -> !it.fatal())
          .forEach(it -> listener.notice(it.text() + "; its figures are worse for it"));
      result.measured().violations().addAll(violations);
      var fatal = violations.stream().filter(Violation::fatal).toList();
      var fault = fatal.isEmpty() ? null : fatal.getFirst().text();
      result.add(sample, phase, fault, others, step -> watch.withCpu(sample, step));
      // A neighbour spoils the figures of its time; the rest of the run is worth something.
      fatal.stream()
          .filter(it -> !it.isDisturbance())
          .limit(1)
          .forEach(it -> result.invalid(it.text()));
    }

    private List<Violation> violations(Sample sample, @Nullable Double others) {
      var phase = sample.phase();
      var timed = sample.arrived() != null || sample.lag().getTotalCount() > 0;
      return new Validity(
              sample,
              repetition,
              // What a cold start does to the machine is in the report's own figures, too.
              measurement.plan.profile().judged()
                  && (phase.variant().equals(Variant.SEARCH)
                      || !(phase.shape() instanceof Shape.Circles)),
              measurement
                  .plan
                  .baseline()
                  .experiment(String.valueOf(phase.experiment()))
                  .filter(Experiment::saturating)
                  .isPresent(),
              work,
              timed ? watch.percent(ResourceSampler.GENERATOR, sample) : null,
              others,
              busiest,
              Runtime.getRuntime().availableProcessors())
          .violations();
    }

    /** Returns why to measure again: others used the machine, and nothing else is wrong. */
    private Optional<Violation> disturbance() {
      var measured = result.measured();
      return measured.invalidReasons().isEmpty()
              && measured.checks().stream().allMatch(Check::passed)
          ? measured.violations().stream()
              .filter(it -> it.isDisturbance() && it.rule() == Violation.Rule.NEIGHBOUR)
              .findFirst()
          : Optional.empty();
    }
  }
}
