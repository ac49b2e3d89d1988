package org.reprise.load.report;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * SVG text: numbers short, everything else escaped. Colours come from the page's style, by class.
 */
final class Svg {
  private final StringBuilder out = new StringBuilder();

  /** Opens a drawing that tells its title and description to those who cannot see it. */
  Svg(String id, String classes, double width, double height, String title, String description) {
    out.append(
        "<svg class=\"%s\" viewBox=\"0 0 %s %s\" role=\"img\" aria-labelledby=\"%s-t %s-d\">"
            .formatted(escaped(classes), number(width), number(height), escaped(id), escaped(id)));
    out.append("<title id=\"%s-t\">%s</title>".formatted(escaped(id), escaped(title)));
    out.append("<desc id=\"%s-d\">%s</desc>".formatted(escaped(id), escaped(description)));
  }

  Svg line(String classes, double x1, double y1, double x2, double y2) {
    out.append(
        "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>"
            .formatted(escaped(classes), number(x1), number(y1), number(x2), number(y2)));
    return this;
  }

  Svg rectangle(String classes, double x, double y, double width, double height) {
    out.append(
        "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>"
            .formatted(escaped(classes), number(x), number(y), number(width), number(height)));
    return this;
  }

  Svg circle(String classes, double x, double y, double radius) {
    out.append(
        "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"/>"
            .formatted(escaped(classes), number(x), number(y), number(radius)));
    return this;
  }

  /** A line through points, given as x, y, x, y and so on. */
  Svg polyline(String classes, double[] points) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i + 1 < points.length; i += 2) {
      path.append(i == 0 ? "" : " ").append(number(points[i])).append(',');
      path.append(number(points[i + 1]));
    }
    out.append("<polyline class=\"%s\" points=\"%s\"/>".formatted(escaped(classes), path));
    return this;
  }

  Svg text(String classes, double x, double y, String text) {
    out.append(
        "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>"
            .formatted(escaped(classes), number(x), number(y), escaped(text)));
    return this;
  }

  /** Values beside the drawing, each with a line across it. */
  Svg grid(Axis x, Axis y, List<Double> values, DoubleFunction<String> text) {
    for (double value : values) {
      line("grid", x.start(), y.at(value), x.end(), y.at(value));
      text("axis end", x.start() - 6, y.at(value) + 4, text.apply(value));
    }
    return this;
  }

  /** Values below the drawing, and the line that they stand on. */
  Svg base(Axis x, Axis y, List<Double> values, DoubleFunction<String> text) {
    for (double value : values) {
      line("tick", x.at(value), y.start(), x.at(value), y.start() + 4);
      text("axis middle", x.at(value), y.start() + 16, text.apply(value));
    }
    return line("base", x.start(), y.start(), x.end(), y.start());
  }

  /** The finished drawing. */
  String end() {
    return out + "</svg>";
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "0";
    }
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
