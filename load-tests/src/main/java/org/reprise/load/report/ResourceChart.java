package org.reprise.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.run.Digits;

/**
 * One resource of all processes over the run's clock, phases shaded and numbered. Each process has
 * a dash of its own and its name at the end of its line.
 */
final class ResourceChart {
  private static final double WIDTH = 600;
  private static final double HEIGHT = 230;
  private static final double LEFT = 44;
  private static final double RIGHT = 112;
  private static final double TOP = 24;
  private static final double BOTTOM = 30;

  /** More points than this are drawn as averages of neighbours. */
  private static final int POINTS = 400;

  private static final int STYLES = 5;

  /** Height of a line's name. */
  private static final double LABEL = 13;

  private ResourceChart() {}

  /**
   * Draws it.
   *
   * @param series of one metric; those without a reading are left out
   * @param processes of all charts, so that each keeps its style from one chart to the next
   */
  static String draw(
      String id,
      String title,
      List<ResourceSeries> series,
      List<String> processes,
      List<Phase> phases) {
    List<ResourceSeries> read = series.stream().filter(s -> !s.samples().isEmpty()).toList();
    if (read.isEmpty()) {
      return new Svg(id, "chart wide", WIDTH, HEIGHT, title, "no readings")
          .text("axis", LEFT, HEIGHT / 2, "no readings")
          .end();
    }
    return drawn(id, title, read, processes, phases);
  }

  private static String drawn(
      String id,
      String title,
      List<ResourceSeries> series,
      List<String> processes,
      List<Phase> phases) {
    Svg svg = new Svg(id, "chart wide", WIDTH, HEIGHT, title, description(series));
    Axis x = new Axis(0, Math.max(1, last(series, phases)), LEFT, WIDTH - RIGHT, false);
    Axis y =
        Axis.linear(
            series.stream()
                .flatMap(s -> s.samples().stream())
                .mapToDouble(Sample::value)
                .filter(value -> value > 0)
                .max()
                .orElse(1),
            HEIGHT - BOTTOM,
            TOP);
    phases(svg, x, phases);
    svg.grid(x, y, y.ticks(), Digits::exact);
    List<Double> seconds =
        Axis.linear(x.to(), LEFT, WIDTH - RIGHT).ticks().stream()
            .filter(it -> it <= x.to())
            .toList();
    svg.base(x, y, seconds, it -> Digits.exact(it) + " s");
    List<Label> labels = new ArrayList<>();
    for (ResourceSeries one : series) {
      String style = "p" + processes.indexOf(one.process()) % STYLES;
      line(svg, "process " + style, x, y, one.samples());
      labels.add(new Label(y.at(one.samples().getLast().value()), style, one.process()));
    }
    labels(svg, labels);
    return svg.end();
  }

  private record Label(double at, String style, String process) {}

  /** Writes the names beside the lines' ends, moved apart where they would cover each other. */
  private static void labels(Svg svg, List<Label> labels) {
    List<Label> downwards =
        labels.stream().sorted(Comparator.comparingDouble(Label::at).reversed()).toList();
    double free = HEIGHT - BOTTOM;
    for (int i = 0; i < downwards.size(); i++) {
      Label label = downwards.get(i);
      // Room for the names that follow, higher up.
      double highest = TOP + LABEL * (downwards.size() - 1 - i);
      double at = Math.max(highest, Math.min(label.at() + 4, free));
      svg.text("label " + label.style(), WIDTH - RIGHT + 6, at, label.process());
      free = at - LABEL;
    }
  }

  private static void phases(Svg svg, Axis x, List<Phase> phases) {
    for (int i = 0; i < phases.size(); i++) {
      double from = x.at(phases.get(i).fromSeconds());
      double to = x.at(phases.get(i).toSeconds());
      svg.rectangle(
          i % 2 == 0 ? "phase" : "phase odd", from, TOP, to - from, HEIGHT - BOTTOM - TOP);
      if (to - from >= 12) {
        svg.text("axis middle", (from + to) / 2, TOP - 6, String.valueOf(i + 1));
      }
    }
  }

  private static void line(Svg svg, String classes, Axis x, Axis y, List<Sample> samples) {
    int bucket = Math.max(1, (samples.size() + POINTS - 1) / POINTS);
    List<Double> places = new ArrayList<>();
    for (int i = 0; i < samples.size(); i += bucket) {
      List<Sample> some = samples.subList(i, Math.min(samples.size(), i + bucket));
      places.add(
          x.at(some.stream().mapToDouble(Sample::secondsSinceStart).average().orElseThrow()));
      places.add(y.at(some.stream().mapToDouble(Sample::value).average().orElseThrow()));
    }
    svg.polyline(classes, places.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double last(List<ResourceSeries> series, List<Phase> phases) {
    double samples =
        series.stream()
            .flatMap(s -> s.samples().stream())
            .mapToDouble(Sample::secondsSinceStart)
            .max()
            .orElse(0);
    return Math.max(samples, phases.stream().mapToDouble(Phase::toSeconds).max().orElse(0));
  }

  private static String description(List<ResourceSeries> series) {
    return String.join(
        "; ",
        series.stream()
            .filter(s -> !s.samples().isEmpty())
            .map(s ->
                String.format(
                    Locale.ROOT,
                    "%s: average %s, highest %s %s",
                    s.process(),
                    Digits.of(s.samples().stream().mapToDouble(Sample::value).average().orElse(0)),
                    Digits.of(s.samples().stream().mapToDouble(Sample::value).max().orElse(0)),
                    s.unit()))
            .toList());
  }
}
