package org.reprise.load.baseline;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A chart of published and measured values: what against what, by which series.
 *
 * @param id unique in its report
 * @param x what stands on the horizontal axis, for example {@code users}
 * @param unit of the values
 * @param logarithmic whether equal ratios are equal distances; null where they are not
 * @param at the places on the horizontal axis: numbers, where each begins with one ({@code 2x500}
 *     is 2), else names; null where {@code steps} is given
 * @param steps the experiment with an open model whose steps are drawn, each at its rate; the
 *     values of its series are {@link #STEP_VALUES}; null where {@code at} is given
 * @param note what a reader must know; null where nothing
 */
public record Chart(
    String id,
    String title,
    String x,
    String unit,
    @Nullable Boolean logarithmic,
    @Nullable List<String> at,
    @Nullable String steps,
    List<Series> series,
    @Nullable String note) {
  /** What a series of steps may show. */
  public static final List<String> STEP_VALUES =
      List.of("offered", "answered", "in-time", "average", "p90", "p99");

  public Chart {
    if ((at == null) == (steps == null)) {
      throw new IllegalArgumentException("chart %s: either at or steps is given".formatted(id));
    }
    at = at == null ? null : List.copyOf(at);
    series = List.copyOf(series);
    for (Series it : series) {
      int values = it.of().size();
      if (values != 1 && (at == null || values != at.size())) {
        throw new IllegalArgumentException(
            "chart %s, series \"%s\": one value for each place, or one with {x}"
                .formatted(id, it.title()));
      }
      if (steps != null && !STEP_VALUES.contains(it.of().getFirst())) {
        throw new IllegalArgumentException(
            "chart %s, series \"%s\": a step has %s, not %s"
                .formatted(id, it.title(), String.join(", ", STEP_VALUES), it.of().getFirst()));
      }
    }
  }

  /**
   * A line of a chart.
   *
   * @param of the expression of each place, empty where there is none; a single one holds {@code
   *     {x}} where the place's text belongs
   */
  public record Series(String title, List<String> of) {
    public Series {
      of = List.copyOf(of);
    }
  }

  /** The places of the horizontal axis; empty for a chart of steps. */
  public List<String> places() {
    return Objects.requireNonNullElse(at, List.of());
  }

  /** The expressions of a series, one for each place. */
  public List<String> expressions(Series series) {
    return IntStream.range(0, places().size())
        .mapToObj(i ->
            series.of().size() == 1
                ? series.of().getFirst().replace("{x}", places().get(i))
                : series.of().get(i))
        .toList();
  }
}
