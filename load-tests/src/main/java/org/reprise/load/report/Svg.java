package org.reprise.load.report;

import java.util.List;
import java.util.Locale;

/**
 * SVG text: numbers short, everything else escaped. Colours come from the page's style, by class.
 */
final class Svg {
  private final StringBuilder out = new StringBuilder();

  /** Opens a drawing that tells its title and description to those who cannot see it. */
  Svg(String id, String classes, double width, double height, String title, String description) {
    String name = escaped(id);
    out.append(
        "<svg class=\"%s\" viewBox=\"0 0 %s %s\" role=\"img\" aria-labelledby=\"%s-t %s-d\">"
            .formatted(escaped(classes), number(width), number(height), name, name));
    out.append("<title id=\"%s-t\">%s</title>".formatted(name, escaped(title)));
    out.append("<desc id=\"%s-d\">%s</desc>".formatted(name, escaped(description)));
  }

  Svg line(String classes, double x1, double y1, double x2, double y2) {
    return element("line", classes, List.of("x1", "y1", "x2", "y2"), x1, y1, x2, y2);
  }

  Svg rectangle(String classes, double x, double y, double width, double height) {
    return element("rect", classes, List.of("x", "y", "width", "height"), x, y, width, height);
  }

  Svg circle(String classes, double x, double y, double radius) {
    return element("circle", classes, List.of("cx", "cy", "r"), x, y, radius);
  }

  private Svg element(String name, String classes, List<String> attributes, double... values) {
    out.append("<%s class=\"%s\"".formatted(name, escaped(classes)));
    for (int i = 0; i < values.length; i++) {
      out.append(" %s=\"%s\"".formatted(attributes.get(i), number(values[i])));
    }
    out.append("/>");
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
