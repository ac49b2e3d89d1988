package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operation;
import org.reprise.load.baseline.Statement;
import org.reprise.load.baseline.UsageOf;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Repeats;

/**
 * The report's own figures. It gives no flows per second for a closed model; in a closed model
 * without pause they follow by Little's law (J. D. C. Little, 1961): threads divided by the time of
 * one flow.
 */
final class PublishedEvidence implements Evidence {
  private final Baseline baseline;

  PublishedEvidence(Baseline baseline) {
    this.baseline = baseline;
  }

  @Override
  public Optional<Reading> average(String experiment, String operation) {
    return value(experiment, operation, "avg").map(v -> new Reading(v, 0));
  }

  /** The operation's minimum, milliseconds. */
  Optional<Double> minimum(String experiment, String operation) {
    return value(experiment, operation, "min");
  }

  private Optional<Double> value(String experiment, String operation, String statistic) {
    return baseline
        .experiment(experiment)
        .flatMap(e -> e.timeMs(operation, statistic).stream().boxed().findFirst());
  }

  @Override
  public Repeats averages(String experiment, String operation) {
    return value(experiment, operation, "avg").map(Repeats::once).orElse(Repeats.NONE);
  }

  @Override
  public Repeats usage(UsageOf meant) {
    return baseline.statements().stream()
        .filter(s -> meant.equals(s.usage()))
        .map(s -> Repeats.once(s.value()))
        .findFirst()
        .orElse(Repeats.NONE);
  }

  @Override
  public Optional<Reading> throughput(String experiment) {
    return baseline.experiment(experiment).flatMap(this::littlesLaw);
  }

  private Optional<Reading> littlesLaw(Experiment experiment) {
    return switch (experiment.loadModel()) {
      case LoadModel.Closed(int threads, int _, double pause) ->
          flow(experiment.id())
              .map(f -> new Reading(threads * 1000 / (f.value() + pause * 1000), 0));
      case LoadModel.Constant(double perSecond, Integer _) ->
          Optional.of(new Reading(perSecond, 0));
      case LoadModel.Ramp _, LoadModel.Workflows _ -> Optional.empty();
    };
  }

  @Override
  public Optional<Reading> flow(String experiment) {
    List<Optional<Reading>> averages =
        baseline.operations().stream()
            .map(Operation::id)
            .map(operation -> average(experiment, operation))
            .toList();
    if (averages.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    return Optional.of(
        new Reading(
            averages.stream().flatMap(Optional::stream).mapToDouble(Reading::value).sum(), 0));
  }

  @Override
  public List<Step> steps(String experiment) {
    return List.of();
  }

  @Override
  public Optional<Step> beyondKnee(String experiment) {
    return Optional.empty();
  }

  @Override
  public Optional<Double> errorShare(String experiment) {
    return baseline
        .experiment(experiment)
        .flatMap(e -> e.figure(baseline.operations().getFirst().id(), "error", "%"))
        .map(f -> f.value() / 100);
  }

  @Override
  public Optional<Double> quantity(String name) {
    return baseline.statement(name).map(Statement::value);
  }

  @Override
  public Optional<Course> course(String experiment, String process, String metric) {
    return Optional.empty();
  }

  @Override
  public Optional<String> invalid(String experiment) {
    return Optional.empty();
  }

  @Override
  public Optional<String> missing(String experiment) {
    return flow(experiment).isPresent()
        ? Optional.empty()
        : Optional.of("the report gives no averages");
  }
}
