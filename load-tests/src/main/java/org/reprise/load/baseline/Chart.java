package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A chart of published and measured values: what against what, by which series.
 *
 * @param at the places on the horizontal axis: numbers, where each begins with one ({@code 2x500}
 *     is 2), else names; empty where {@code steps} is given
 * @param steps the experiment with an open model whose steps are drawn, each at its rate; its
 *     series are of {@code offered}, {@code answered}, {@code in-time}, {@code average}, {@code
 *     p90} or {@code p99}; null where {@code at} is given
 */
public record Chart(
    String id,
    String title,
    String x,
    String unit,
    @JsonSetter(nulls = Nulls.AS_EMPTY) boolean logarithmic,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> at,
    @Nullable String steps,
    List<Series> series,
    @Nullable String note) {
  /**
   * @param of the expression of each place, empty where there is none; a single one holds {@code
   *     {x}} where the place's text belongs
   * @param published of steps, the expression of each of the report's values by its rate
   */
  public record Series(
      String title,
      List<String> of,
      @JsonSetter(nulls = Nulls.AS_EMPTY) Map<Double, String> published) {}

  public List<String> expressions(Series series) {
    List<String> of = series.of();
    return IntStream.range(0, at.size())
        .mapToObj(i -> of.size() == 1 ? of.getFirst().replace("{x}", at.get(i)) : of.get(i))
        .toList();
  }
}
