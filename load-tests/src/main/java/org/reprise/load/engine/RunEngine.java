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
import org.reprise.load.generator.Phase;
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
  private static final double SHARE_FOR_AGAIN = 0.25; // of the profile's time
  private static final int MAX_WARM_UPS = 6; // where a profile names no other

  private final Measurement measurement;
  private final Plan plan;
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
    this.plan = measurement.plan;
    this.processors = measurement.deployment.processors();
    this.listener = measurement.listener;
    this.directory = directory;
    this.earlier = directory.executions();
    earlier.forEach((name, measured) -> {
      if (!measured.roles().equals(processors.roles())) {
        throw new EnvironmentException(
            "the run cannot go on: %s was measured with the processors %s, now they would be %s"
                .formatted(name, measured.roles(), processors.roles()));
      }
    });
    var sampler = new ResourceSampler(listener::notice, end(earlier.values()));
    this.watch = new Watch(sampler, new LinkedHashMap<>());
    this.loads =
        new LoadLauncher(
            home, directory.path(), sampler, listener, plan.profile().generatorFlags());
    this.outcome = new Outcome(plan.baseline(), 1);
    watch.on(measurement.roles());
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
    var repeat = plan.repeat();
    try {
      measurement.prepare(loads, outcome);
      for (var execution : measurement.warmUps()) {
        warmUp(execution);
      }
      for (int repetition = 1; repetition <= repeat; repetition++) {
        var number = repetition;
        var executions = measurement.executions(repetition);
        var names = executions.stream().map(it -> Plan.name(it.name(), number)).toList();
        // What is compared within a repetition is measured in one go, not hours apart.
        if ((plan.profile().paired() || repeat > 1) && !earlier.keySet().containsAll(names)) {
          earlier.keySet().removeAll(names);
        }
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

  /** Again while compilers are busy, and before roles are limited: they would use a limit up. */
  private void warmUp(Execution execution) throws IOException, SQLException, InterruptedException {
    var usual = plan.profile().judged() ? MAX_WARM_UPS : 1;
    var most = (int) plan.profile().settings().getOrDefault("warmUps", usual);
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
                && lost + seconds <= SHARE_FOR_AGAIN * plan.needs().seconds();
      } finally {
        if (!again) {
          outcome.add(attempt.result.measured());
        }
      }
      disturbance.ifPresent(
          it -> listener.notice(it.text() + "; end it, or run when it has ended"));
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
    measured.notRun().putAll(plan.notRun());
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
    private List<Sample> samples = List.of();

    private Attempt(Execution execution, int repetition) {
      this.execution = execution;
      this.repetition = repetition;
      this.result = new Outcome(plan.baseline(), repetition);
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
          var throttled = processors.throttled(phases.getFirst() + all, sampler::cpuSeconds);
          measured.throttled().addAll(throttled);
        }
      }
    }

    private void conduct() throws IOException, SQLException, InterruptedException {
      execution.reset();
      watch.on(execution.roles());
      var load = execution.arrange();
      var before = heaps();
      var neighbours = new Neighbours();
      work = watch.work();
      try {
        samples = send(load);
      } catch (InterruptedException | IOException | RuntimeException e) {
        try {
          samples = loads.left(load);
          samples.forEach(this::add);
        } catch (IOException damaged) {
          e.addSuppressed(damaged);
        }
        throw e;
      }
      work = watch.work().since(work);
      busiest = neighbours.busiest(watch.processes()).orElse("");
      samples.forEach(this::add);
      var after = heaps();
      result.usages(
          samples.stream()
              .filter(it -> it.phase().variant().equals(counted(it)))
              .flatMap(it -> watch.usages(it, number(it), before, after).stream())
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
          plan.baseline().claims().stream()
              .filter(it -> it.of().startsWith(Operand.HEAP.word() + "("))
              .anyMatch(it -> it.experiments().contains(execution.name()));
      return plan.profile().judged() && isCompared ? watch.heaps() : Map.of();
    }

    /** Roles are held to their processors while load is sent, and only then; never in a search. */
    private List<Sample> send(LoadLauncher.Load load) throws IOException, InterruptedException {
      limits = load.spec().phases().stream().noneMatch(it -> it.variant().equals(Variant.SEARCH));
      if (limits) {
        processors.limit();
      }
      try {
        return execution.send(loads, load);
      } finally {
        processors.lift();
      }
    }

    private String counted(Sample sample) {
      return rounds(sample, Variant.STEADY).isEmpty() ? Variant.REPORT_EXACT : Variant.STEADY;
    }

    /** Returns the windows of its experiment, which takes turns with others in one load. */
    private List<Sample> rounds(Sample sample, String variant) {
      return samples.stream()
          .filter(it -> Objects.equals(it.phase().experiment(), sample.phase().experiment()))
          .filter(it -> it.phase().variant().equals(variant))
          .toList();
    }

    private int number(Sample sample) {
      var all = rounds(sample, sample.phase().variant());
      return all.size() < 2 ? repetition : repetition * Measured.ROUNDS + 1 + all.indexOf(sample);
    }

    private void add(Sample sample) {
      var phase = sample.phase();
      if (phase.experiment() == null) {
        // What is counted after a warm-up is judged by itself.
        var isWarmUp = phase.name().startsWith(Phase.WARM_UP);
        sample.faults().forEach(isWarmUp ? listener::notice : result::invalid);
        return;
      }
      var name =
          phase.experiment()
              + (phase.variant().equals(Variant.REPORT_EXACT) ? "" : " " + phase.variant())
              + (repetition == 1 ? "" : " (" + repetition + ")");
      watch.sampler().mark(name, sample.start(), sample.length());
      // A second of a neighbour is much of a round, and little of all.
      var all = rounds(sample, phase.variant());
      var others = watch.hasServices() ? watch.percent(ResourceSampler.OTHERS, all) : null;
      // Beyond the report's own load errors and delays are what is looked for.
      var isSearch = phase.variant().equals(Variant.SEARCH);
      var violations =
          violations(sample, others).stream()
              .filter(it -> !isSearch || it.rule() == Violation.Rule.NEIGHBOUR)
              .toList();
      // Rounds have reasons in common, each of which is said once.
      var known = result.measured().violations();
      violations.stream()
          .filter(it -> !it.fatal() && !known.contains(it))
          .forEach(it -> listener.notice(it.text() + "; its figures are worse for it"));
      known.removeAll(violations);
      known.addAll(violations);
      var fatal = violations.stream().filter(Violation::fatal).toList();
      var fault = fatal.isEmpty() ? null : fatal.getFirst().text();
      result.add(sample, phase, number(sample), fault, others, step -> watch.withCpu(sample, step));
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
              plan.profile().judged()
                  && (phase.variant().equals(Variant.SEARCH)
                      || !(phase.shape() instanceof Shape.Circles)),
              plan.baseline()
                  .experiment(String.valueOf(phase.experiment()))
                  .filter(Experiment::saturating)
                  .isPresent(),
              work,
              timed ? watch.percent(ResourceSampler.GENERATOR, List.of(sample)) : null,
              others,
              busiest,
              Runtime.getRuntime().availableProcessors())
          .violations();
    }

    /** Returns why to measure again: others used the machine, and nothing else is wrong. */
    private Optional<Violation> disturbance() {
      var measured = result.measured();
      var passed = measured.checks().stream().allMatch(Check::passed);
      return measured.violations().stream()
          .filter(it -> it.isDisturbance() && it.rule() == Violation.Rule.NEIGHBOUR)
          .filter(_ -> passed && measured.invalidReasons().isEmpty())
          .findFirst();
    }
  }
}
