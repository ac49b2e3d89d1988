package org.reprise.ldx.admin;

import java.util.List;
import java.util.Locale;

/**
 * A small chart of bars as SVG, oldest on the left. The same numbers stand in the table below it.
 */
final class Chart {
  private static final int WIDTH = 600;
  private static final int HEIGHT = 90;

  private Chart() {}

  /**
   * Draws one.
   *
   * @param title what the numbers are, for those who hear it
   */
  static String bars(String title, String unit, List<Double> values) {
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    Html svg = new Html();
    svg.add("<figure><figcaption>%s, at most %s %s</figcaption>", title, Html.decimal(most), unit);
    svg.add(
        "<svg viewBox=\"0 0 600 90\" role=\"img\" aria-label=\"%s of the last %s polls\""
            + " preserveAspectRatio=\"none\">",
        title, values.size());
    double step = (double) WIDTH / Math.max(1, values.size());
    for (int i = 0; i < values.size(); i++) {
      double height = most == 0 ? 0 : values.get(i) / most * (HEIGHT - 2);
      svg.raw(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
              i * step,
              HEIGHT - height,
              Math.max(1, step * 0.8),
              height));
    }
    return svg.raw("</svg></figure>").toString();
  }
}
