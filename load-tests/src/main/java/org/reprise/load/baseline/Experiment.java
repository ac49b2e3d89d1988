package org.reprise.load.baseline;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A group of rows of a published table, with the load that produced them.
 *
 * @param id for example {@code remote-10x100}
 * @param mode how it reaches the system
 * @param loadModel the load that a simulation of it sends
 * @param figures the published cells
 * @param notProduced why no runner produces these figures; null where one does
 * @param note what must be known beside its figures, for example that they come from elsewhere;
 *     null where nothing must
 */
public record Experiment(
    String id,
    Mode mode,
    LoadModel loadModel,
    List<Figure> figures,
    @Nullable String notProduced,
    @Nullable String note) {
  public Experiment {
    figures = List.copyOf(figures);
  }

  /** The operations that it has figures of. */
  public List<String> operations() {
    return figures.stream().map(Figure::operation).distinct().toList();
  }

  /** A published time of an operation, in milliseconds whatever unit the report has. */
  public OptionalDouble timeMs(String operation, String statistic) {
    return figures.stream()
        .filter(f -> f.operation().equals(operation) && f.statistic().equals(statistic))
        .flatMapToDouble(
            f -> Durations.milliseconds(f.unit()).stream().map(each -> f.value() * each))
        .findFirst();
  }

  /**
   * The published figure of an operation, for example {@code create-node}, {@code avg}, {@code ms}.
   */
  public Optional<Figure> figure(String operation, String statistic, String unit) {
    return figures.stream()
        .filter(f -> f.operation().equals(operation))
        .filter(f -> f.statistic().equals(statistic) && f.unit().equals(unit))
        .findFirst();
  }
}
