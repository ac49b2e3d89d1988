package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A group of rows of a published table, with the load that produced them.
 *
 * @param id for example {@code remote-10x100}
 * @param mode how it reaches the system
 * @param loadModel the load that a simulation of it sends
 * @param figures the published cells
 * @param saturating whether its load goes beyond what the system carries on purpose, so that errors
 *     and delays beyond the knee are data; null where it does not
 * @param notProduced why no runner produces these figures; null where one does
 * @param note what must be known beside its figures, for example that they come from elsewhere;
 *     null where nothing must
 */
public record Experiment(
    String id,
    Mode mode,
    LoadModel loadModel,
    List<Figure> figures,
    @Nullable Boolean saturating,
    @Nullable String notProduced,
    @Nullable String note) {
  public Experiment {
    figures = List.copyOf(figures);
  }

  /** Whether errors and delays beyond the knee are data. */
  public boolean goesBeyondTheKnee() {
    return Boolean.TRUE.equals(saturating);
  }

  /** The operations that it has figures of. */
  @JsonIgnore
  public List<String> operations() {
    return figures.stream()
        .map(Figure::operation)
        .filter(Objects::nonNull)
        .map(String::valueOf)
        .distinct()
        .toList();
  }

  /**
   * The published figure of an operation, for example {@code create-node}, {@code avg}, {@code ms}.
   */
  public Optional<Figure> figure(String operation, String statistic, String unit) {
    return figures.stream()
        .filter(f -> operation.equals(f.operation()))
        .filter(f -> f.statistic().equals(statistic) && f.unit().equals(unit))
        .findFirst();
  }
}
