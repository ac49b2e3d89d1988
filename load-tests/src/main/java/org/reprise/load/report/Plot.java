package org.reprise.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.reprise.load.measure.Phase;
import org.reprise.load.run.Digits;

/** A drawing over two axes: lines, marks, bars and shaded phases. */
final class Plot {
  /** Height of a line's name. */
  private static final double LABEL = 13;

  /** Narrower phases have no room for their number. */
  private static final double NUMBERED = 12;

  private final Frame frame;
  private final Axis x;
  private final Axis y;
  private final Svg svg;

  /** A place that is given by two values. */
  record Point(double x, double y) {}

  /** The name of a line, at the height of its end. */
  record Label(String name, String style, double y) {}

  /** A finished drawing. */
  record Drawing(String title, String svg) {}

  /**
   * Size of a drawing, in pixels where it has room, and the places of its axes.
   *
   * @param classes of the page's style
   * @param width of the whole
   * @param height of the whole
   * @param left where the horizontal axis begins
   * @param right where it ends
   * @param top where the vertical axis ends
   * @param bottom where it begins
   */
  record Frame(
      String classes,
      double width,
      double height,
      double left,
      double right,
      double top,
      double bottom) {
    static final Frame SMALL = new Frame("chart", 300, 210, 44, 282, 18, 178);
    static final Frame MIDDLE = new Frame("chart", 580, 230, 58, 562, 18, 198);

    /** With room for the lines' names on the right. */
    static final Frame WIDE = new Frame("chart wide", 600, 230, 44, 488, 24, 200);

    /** A horizontal axis from 0. */
    Axis across(double highest) {
      return Axis.linear(highest, left, right);
    }

    Axis acrossLogarithmic(double lowest, double highest) {
      return Axis.logarithmic(lowest, highest, left, right);
    }

    /** A horizontal axis that ends exactly at these values. */
    Axis acrossExactly(double from, double to, boolean logarithmic) {
      return new Axis(from, to, left, right, logarithmic);
    }

    /** A vertical axis from 0. */
    Axis up(double highest) {
      return Axis.linear(highest, bottom, top);
    }

    Axis upLogarithmic(double lowest, double highest) {
      return Axis.logarithmic(lowest, highest, bottom, top);
    }

    /** What stands in the place of a drawing of which there are no values. */
    Drawing empty(String id, String title) {
      return new Drawing(
          title,
          new Svg(id, classes, width, height, title, "no readings")
              .text("axis", left, height / 2, "no readings")
              .end());
    }
  }

  Plot(Frame frame, Axis x, Axis y, String id, String title, String description) {
    this.frame = frame;
    this.x = x;
    this.y = y;
    this.svg = new Svg(id, frame.classes, frame.width, frame.height, title, description);
  }

  /** The values beside the drawing, each with a line across it. */
  Plot grid(List<Double> values) {
    for (double value : values) {
      svg.line("grid", x.start(), y.at(value), x.end(), y.at(value));
      svg.text("axis end", x.start() - 6, y.at(value) + 4, Digits.exact(value));
    }
    return this;
  }

  /** The values below the drawing, and the line that they stand on. */
  Plot base(List<Double> values, DoubleFunction<String> text) {
    for (double value : values) {
      svg.line("tick", x.at(value), y.start(), x.at(value), y.start() + 4);
      svg.text("axis middle", x.at(value), y.start() + 16, text.apply(value));
    }
    svg.line("base", x.start(), y.start(), x.end(), y.start());
    return this;
  }

  /** What the axes measure. */
  Plot units(String across, String up) {
    svg.text("axis end", frame.right, frame.height - 3, across);
    svg.text("axis", 0, frame.height - 3, up);
    return this;
  }

  Plot line(String classes, List<Point> points) {
    svg.polyline(
        classes,
        points.stream().flatMapToDouble(p -> DoubleStream.of(x.at(p.x()), y.at(p.y()))).toArray());
    return this;
  }

  Plot circle(Point at) {
    svg.circle("point measured", x.at(at.x()), y.at(at.y()), 3.6);
    return this;
  }

  Plot square(Point at) {
    svg.rectangle("point published", x.at(at.x()) - 3.2, y.at(at.y()) - 3.2, 6.4, 6.4);
    return this;
  }

  /** A text beside a point, so many pixels from it. */
  Plot text(String classes, Point at, double right, double down, String text) {
    svg.text(classes, x.at(at.x()) + right, y.at(at.y()) + down, text);
    return this;
  }

  /** A bar on the base; one that is there can be seen. */
  Plot bar(double from, double to, double value) {
    double height = Math.max(1.5, frame.bottom - y.at(value));
    svg.rectangle(
        "bar", x.at(from) + 0.5, frame.bottom - height, x.at(to) - x.at(from) - 1, height);
    return this;
  }

  /** Shades and numbers phases. */
  Plot phases(List<Phase> phases) {
    for (int i = 0; i < phases.size(); i++) {
      double from = x.at(phases.get(i).fromSeconds());
      double to = x.at(phases.get(i).toSeconds());
      String classes = i % 2 == 0 ? "phase" : "phase odd";
      svg.rectangle(classes, from, frame.top, to - from, frame.bottom - frame.top);
      if (to - from >= NUMBERED) {
        svg.text("axis middle", (from + to) / 2, frame.top - 6, String.valueOf(i + 1));
      }
    }
    return this;
  }

  /** Writes names beside the lines' ends, moved apart where they would cover each other. */
  Plot labels(List<Label> labels) {
    List<Label> downwards = new ArrayList<>(labels);
    downwards.sort(Comparator.comparingDouble(it -> -y.at(it.y())));
    double free = frame.bottom;
    for (int i = 0; i < downwards.size(); i++) {
      Label label = downwards.get(i);
      // Room for the names that follow, higher up.
      double highest = frame.top + LABEL * (downwards.size() - 1 - i);
      double at = Math.max(highest, Math.min(y.at(label.y()) + 4, free));
      svg.text("label " + label.style(), frame.right + 6, at, label.name());
      free = at - LABEL;
    }
    return this;
  }

  Drawing drawn(String title) {
    return new Drawing(title, svg.end());
  }
}
