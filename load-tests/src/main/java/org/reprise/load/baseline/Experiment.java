package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group of rows of a published table, with the load that produced them.
 *
 * @param embedded whether the system is called in the generator's own process, by its Java API
 * @param figures the published cells: those of the tables, and then those that the text gives
 * @param saturating whether its load goes beyond what the system carries on purpose, so that errors
 *     and delays beyond the knee are data
 * @param note what must be known beside its figures, for example that they come from elsewhere
 */
public record Experiment(
    String id,
    @Nullable String title,
    @JsonSetter(nulls = Nulls.AS_EMPTY) boolean embedded,
    LoadModel loadModel,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<Figure> figures,
    @JsonSetter(nulls = Nulls.AS_EMPTY) boolean saturating,
    @Nullable String note) {
  /** Returns the experiment with the figures of tables, which come first. */
  Experiment with(Stream<Figure> printed) {
    List<Figure> all = Stream.concat(printed, figures.stream()).toList();
    return new Experiment(id, title, embedded, loadModel, all, saturating, note);
  }

  @JsonIgnore
  public List<String> operations() {
    return figures.stream().flatMap(it -> Stream.ofNullable(it.operation())).distinct().toList();
  }
}
