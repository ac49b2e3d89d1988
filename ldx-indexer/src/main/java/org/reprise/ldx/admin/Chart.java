package org.reprise.ldx.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.reprise.ldx.admin.SourceView.PollView;

/**
 * A chart of the last polls, oldest on the left, in a frame of 600 by 90.
 *
 * @param max the highest value, with its unit
 */
record Chart(String title, String max, List<Bar> bars) {
  private static final int MAX_BARS = 60;
  private static final double WIDTH = 600;
  private static final double HEIGHT = 88;
  private static final double FILLED = 0.8;

  record Bar(double x, double width, double height) {}

  static Chart of(
      String title, String unit, List<PollView> newestFirst, ToDoubleFunction<PollView> value) {
    List<PollView> polls = newestFirst.stream().limit(MAX_BARS).toList().reversed();
    double max = polls.stream().mapToDouble(value).max().orElse(0);
    double step = WIDTH / Math.max(1, polls.size());
    List<Bar> bars = new ArrayList<>();
    for (PollView poll : polls) {
      double height = max == 0 ? 0 : value.applyAsDouble(poll) / max * HEIGHT;
      bars.add(new Bar(bars.size() * step, step * FILLED, height));
    }
    return new Chart(
        title, String.format(Locale.ROOT, max % 1 == 0 ? "%,.0f %s" : "%,.1f %s", max, unit), bars);
  }
}
