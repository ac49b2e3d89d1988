package org.reprise.load.report;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.reprise.load.baseline.LoadModel.Workflows;
import org.reprise.load.measure.Repeats;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/**
 * Finds the cells of a run whose loads are workflows.
 *
 * @param run the run
 */
record WorkflowCells(RunRecord run) {
  /** The experiment behind the report's cell of the operation. */
  Optional<ExperimentRecord> cell(String operation, Place place) {
    return find(w -> split(w) == place.split() && parallel(w) == place.parallel())
        .filter(e -> figure(e, operation, "avg").isPresent())
        .findFirst();
  }

  /** The experiment in which lists are refreshed in the fast way, which no report has. */
  Optional<ExperimentRecord> fast(boolean parallel) {
    return find(w -> parallel(w) == parallel && refreshes(w, "fast")).findFirst();
  }

  /** The experiment of lists alone that have another query than the report's cells here. */
  Optional<ExperimentRecord> otherQuery() {
    return find(w -> !parallel(w) && refreshes(w, "compat"))
        .filter(e -> e.figures().isEmpty())
        .findFirst();
  }

  /** Whether the operation is that of the lists, beside which the others run. */
  private boolean isRefresh(String operation) {
    return cell(operation, Place.SEPARATE_ON)
        .filter(e -> e.loadModel() instanceof Workflows w && w.workflow("lists").isPresent())
        .isPresent();
  }

  private static boolean refreshes(Workflows workflows, String way) {
    return workflows
        .workflow("lists")
        .filter(w -> way.equals(w.settings().get("refresh")))
        .isPresent();
  }

  private static boolean split(Workflows workflows) {
    return Boolean.TRUE.equals(workflows.settings().get("split"));
  }

  private static boolean parallel(Workflows workflows) {
    return workflows.workflow("lists").isPresent() && workflows.workflows().size() > 1;
  }

  private Stream<ExperimentRecord> find(Predicate<Workflows> wanted) {
    return run.experiments().stream()
        .filter(e -> e.loadModel() instanceof Workflows w && wanted.test(w));
  }

  /** A published figure of the operation and what was measured for it. */
  static Optional<FigureRecord> figure(
      ExperimentRecord experiment, String operation, String statistic) {
    return experiment.figures().stream()
        .filter(f -> f.operation().equals(operation) && f.statistic().equals(statistic))
        .findFirst();
  }

  /** One published average divided by another. */
  OptionalDouble publishedRatio(String operation, Place of, Place to) {
    OptionalDouble one = published(operation, of);
    OptionalDouble other = published(operation, to);
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(one.getAsDouble() / other.getAsDouble())
        : OptionalDouble.empty();
  }

  private OptionalDouble published(String operation, Place place) {
    return cell(operation, place).flatMap(e -> figure(e, operation, "avg")).stream()
        .mapToDouble(FigureRecord::published)
        .findFirst();
  }

  /** One measured average divided by another, repetition by repetition. */
  Repeats ratio(String operation, Place of, Place to) {
    return measured(operation, of).dividedBy(measured(operation, to));
  }

  /** That beside fast refreshes divided by that of a cell. */
  Repeats fastTo(String operation, Place to) {
    return fastInParallel(operation).dividedBy(measured(operation, to));
  }

  /** That in the company of fast refreshes divided by that alone. */
  Repeats fastCompany(String operation) {
    return isRefresh(operation)
        ? fastInParallel(operation).dividedBy(measured(fast(false), operation))
        : fastTo(operation, Place.SEPARATE_ON);
  }

  private Repeats fastInParallel(String operation) {
    return measured(fast(true), operation);
  }

  private Repeats measured(String operation, Place place) {
    return measured(cell(operation, place), operation);
  }

  /** The averages in each repetition of an experiment, milliseconds. */
  static Repeats measured(Optional<ExperimentRecord> experiment, String operation) {
    return experiment
        .map(e -> Repeats.averages(e.operations(), Variant.REPORT_EXACT, operation))
        .orElse(Repeats.NONE);
  }

  /** The other query's time divided by that of the report's query here, both alone. */
  Repeats otherQueryRatio(String operation) {
    return measured(otherQuery(), operation).dividedBy(measured(operation, Place.SEPARATE_OFF));
  }
}
