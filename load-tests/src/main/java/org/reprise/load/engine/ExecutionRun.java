package org.reprise.load.engine;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.measure.Violation;
import org.reprise.load.sampling.Neighbours;
import org.reprise.load.sampling.ResourceSampler;

/** One execution from its reset to its last check, and what it came to. */
final class ExecutionRun {
  private final Measurement measurement;
  private final Execution execution;
  private final int repetition;
  private final LoadLauncher loads;
  private final Watch watch;
  private final RunListener listener;
  private final Outcome outcome;
  private final double from;
  private final int marksBefore;
  private String busiest = "";

  ExecutionRun(
      Measurement measurement,
      Execution execution,
      int repetition,
      LoadLauncher loads,
      Watch watch) {
    this.measurement = measurement;
    this.execution = execution;
    this.repetition = repetition;
    this.loads = loads;
    this.watch = watch;
    this.listener = loads.listener();
    this.outcome = new Outcome(measurement.plan.baseline(), repetition);
    this.from = watch.sampler().seconds();
    this.marksBefore = watch.sampler().marks().size();
  }

  void run() throws IOException, SQLException, InterruptedException {
    try {
      conduct();
    } finally {
      var measured = outcome.measured();
      var sampler = watch.sampler();
      var processors = measurement.deployment.processors();
      sampler.series().stream()
          .map(it -> it.since(from))
          .filter(it -> !it.samples().isEmpty())
          .forEach(measured.resources()::add);
      measured.phases().addAll(sampler.marks().subList(marksBefore, sampler.marks().size()));
      measured.roles().addAll(processors.roles());
      try {
        measured.throttled().addAll(processors.throttled(sampler.seconds(), measured));
      } catch (RuntimeException e) {
        listener.notice("cannot tell how much roles were throttled: " + e);
      }
    }
  }

  private void conduct() throws IOException, SQLException, InterruptedException {
    execution.reset();
    watch.on(execution.roles());
    var load = execution.arrange();
    var before = watch.atRest(measurement.readsHeaps());
    var neighbours = new Neighbours();
    var samples = limited(load);
    busiest = neighbours.busiest(watch.processes()).orElse("");
    if (samples.isEmpty()) {
      outcome.invalid(load.name() + ": no part of it was sent to its end");
    }
    Watch.AtRest after;
    var reads = new ArrayList<Optional<Execution.Reads>>();
    try {
      after = watch.atRest(measurement.readsHeaps());
      for (var sample : samples) {
        reads.add(execution.reads(sample));
      }
    } catch (IOException | SQLException | InterruptedException | RuntimeException e) {
      keep(samples);
      throw e;
    }
    // What was read before and after belongs to one phase, or to none.
    var counted = samples.stream().filter(it -> it.phase().experiment() != null).count();
    var usages = new ArrayList<Usage>();
    var faults = new ArrayList<String>();
    for (int i = 0; i < samples.size(); i++) {
      var sample = samples.get(i);
      if (sample.phase().experiment() == null) {
        faults.addAll(sample.faults());
        continue;
      }
      if (tellsUse(sample, samples)) {
        usages.addAll(
            counted == 1
                ? watch.usages(sample, repetition, before, after)
                : watch.usages(sample, repetition, Watch.NOTHING, Watch.NOTHING));
      }
      add(sample, reads.get(i)).ifPresent(faults::add);
    }
    outcome.usages(usages);
    faults.forEach(outcome::invalid);
    watch.off(execution.roles());
    execution.rest(samples);
    execution.check(samples, outcome);
    outcome.measured().checks().stream()
        .filter(check -> !check.passed())
        .forEach(check -> listener.notice(check.id() + ": " + check.detail()));
  }

  /** Returns what it came to, ended or not, with the course of resources since it began. */
  Measured measured() {
    return outcome.measured();
  }

  /** Why it is worth measuring again: others used the machine, and nothing else is wrong. */
  Optional<Violation> disturbance() {
    var measured = outcome.measured();
    return measured.invalidReasons().isEmpty() && measured.checks().stream().allMatch(Check::passed)
        ? measured.violations().stream()
            .filter(it -> it.isDisturbance() && it.rule() == Violation.Rule.NEIGHBOUR)
            .findFirst()
        : Optional.empty();
  }

  /** Takes back what the sampler noted of it, since it is measured again. */
  void discard() {
    watch.sampler().keepMarks(marksBefore);
  }

  /** What was measured is a result, whatever failed after it. */
  private void keep(List<Sample> samples) {
    for (var sample : samples) {
      if (sample.phase().experiment() != null) {
        add(sample, Optional.empty()).ifPresent(outcome::invalid);
      }
    }
  }

  /** Of the phases of one experiment the warm one, where there is one, tells what processes use. */
  private static boolean tellsUse(Sample sample, List<Sample> samples) {
    var phase = sample.phase();
    var steady =
        samples.stream()
            .map(Sample::phase)
            .anyMatch(it ->
                Objects.equals(it.experiment(), phase.experiment())
                    && it.variant().equals(Variant.STEADY));
    return phase.variant().equals(steady ? Variant.STEADY : Variant.REPORT_EXACT);
  }

  /** Roles are held to their processors while load is sent, and only then. */
  private List<Sample> limited(LoadLauncher.Load load) throws IOException, InterruptedException {
    measurement.deployment.processors().limit();
    try {
      try {
        return execution.send(loads, load);
      } finally {
        measurement.deployment.processors().lift();
      }
    } catch (InterruptedException | IOException | RuntimeException e) {
      try {
        keep(loads.left(load));
      } catch (IOException damaged) {
        e.addSuppressed(damaged);
      }
      throw e;
    }
  }

  /** Adds a sample; why it says nothing, empty where it does. */
  private Optional<String> add(Sample sample, Optional<Execution.Reads> reads) {
    var phase = sample.phase();
    watch.sampler().mark(name(sample), sample.start(), sample.length());
    var arrived = sample.arrived();
    if (arrived != null) {
      outcome.measured().openLoads().add(watch.course(sample, arrived, repetition));
    }
    if (phase.variant().equals(Variant.SEARCH)) {
      // Beyond the report's own load errors and delays are what is looked for.
      outcome.add(sample, phase, repetition, null, others(sample));
      return Optional.empty();
    }
    var baseline = measurement.plan.baseline();
    var timed = arrived != null || sample.lag().getTotalCount() > 0;
    var violations =
        new Validity(
                sample,
                repetition,
                measurement.plan.profile().judged() && !startsCold(phase),
                baseline
                    .experiment(String.valueOf(phase.experiment()))
                    .filter(Experiment::saturating)
                    .isPresent(),
                timed ? watch.percent(ResourceSampler.GENERATOR, sample) : null,
                others(sample),
                busiest,
                Runtime.getRuntime().availableProcessors(),
                reads.orElse(null))
            .violations();
    outcome.measured().violations().addAll(violations);
    violations.stream()
        .filter(violation -> !violation.fatal())
        .forEach(violation -> listener.notice(violation.text() + "; its figures are worse for it"));
    var fault = violations.stream().filter(Violation::fatal).map(Violation::text).findFirst();
    outcome.add(sample, phase, repetition, fault.orElse(null), others(sample));
    // What a neighbour spoils is worth nothing itself, and the rest of the run is.
    return violations.stream()
        .filter(it -> it.fatal() && !it.isDisturbance())
        .map(Violation::text)
        .findFirst();
  }

  /** What a cold start does to generator and machine is in the report's own figures, too. */
  private static boolean startsCold(Phase phase) {
    return phase.shape() instanceof Shape.Circles || phase.variant().equals(Variant.COLD);
  }

  private String name(Sample sample) {
    var phase = sample.phase();
    return phase.experiment()
        + (phase.variant().equals(Variant.REPORT_EXACT) ? "" : " " + phase.variant())
        + (repetition == 1 ? "" : " (" + repetition + ")");
  }

  private @Nullable Double others(Sample sample) {
    return watch.hasServices() ? watch.percent(ResourceSampler.OTHERS, sample) : null;
  }
}
