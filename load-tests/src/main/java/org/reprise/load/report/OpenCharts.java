package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.PageView.Drawing;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;

/** The drawings of open models: how the times are distributed, and how a load went. */
final class OpenCharts {
  /** Shorter steps are drawn as a whole: a second would mix two of them. */
  private static final double SHORTEST_STEP = 5;

  private OpenCharts() {}

  static List<Drawing> distributions(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (OpenLoad load : first(run)) {
      if (!load.distribution().isEmpty()) {
        String title = "Response times, " + MeasuredTables.title(load);
        drawings.add(
            new Drawing(
                title,
                DistributionChart.draw("distribution-" + id(load), title, load.distribution())));
      }
    }
    return drawings;
  }

  /** Of each load with several rates, what goes on beyond the report's steps included. */
  static List<Drawing> goodput(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (String experiment : first(run).stream().map(OpenLoad::experiment).distinct().toList()) {
      List<OpenLoad.Step> steps =
          first(run).stream()
              .filter(load -> load.experiment().equals(experiment))
              .filter(load -> !load.variant().equals(Variant.COLD))
              .flatMap(load -> load.steps().stream())
              .toList();
      if (steps.stream().filter(step -> step.goodput() != null).count() > 1) {
        String title = "Answered in time against offered, per second, " + experiment;
        drawings.add(new Drawing(title, GoodputChart.draw("goodput-" + experiment, title, steps)));
      }
    }
    return drawings;
  }

  /** As reports draw them: over the steps, numbered, second by second. */
  static List<Drawing> courses(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (OpenLoad load : first(run)) {
      if (load.steps().size() > 1 && load.seconds().size() > 1) {
        List<Phase> steps = phases(load);
        List<String> names = List.of("answered", "offered", "average");
        String rates = "Flows per second, " + MeasuredTables.title(load);
        drawings.add(
            new Drawing(
                rates, ResourceChart.draw("rate-" + id(load), rates, rates(load), names, steps)));
        List<Sample> times = times(load);
        String title = "Average response time, ms, " + MeasuredTables.title(load);
        if (!times.isEmpty()) {
          List<ResourceSeries> series = List.of(new ResourceSeries("average", "time", "ms", times));
          drawings.add(
              new Drawing(
                  title, ResourceChart.draw("time-" + id(load), title, series, names, steps)));
        }
      }
    }
    return drawings;
  }

  private static List<OpenLoad> first(RunRecord run) {
    return run.openLoads().stream().filter(l -> l.repetition() == 1).toList();
  }

  private static String id(OpenLoad load) {
    return load.experiment() + "-" + load.variant();
  }

  private static List<Phase> phases(OpenLoad load) {
    double start = start(load);
    return load.steps().stream()
        .map(s ->
            new Phase(
                Digits.of(s.perSecond()) + "/s",
                s.fromSeconds() - start,
                s.fromSeconds() + s.seconds() - start))
        .toList();
  }

  private static List<ResourceSeries> rates(OpenLoad load) {
    List<Sample> answered = new ArrayList<>();
    List<Sample> offered = new ArrayList<>();
    for (OpenLoad.Step step : load.steps()) {
      double from = step.fromSeconds() - start(load);
      double end = from + step.seconds();
      offered.add(new Sample(from, step.perSecond()));
      offered.add(new Sample(end, step.perSecond()));
      if (step.seconds() < SHORTEST_STEP) {
        answered.add(new Sample((from + end) / 2, step.answeredPerSecond()));
      }
    }
    if (answered.isEmpty()) {
      load.seconds()
          .forEach(
              s -> answered.add(new Sample(s.second() + 0.5 - start(load), (double) s.answered())));
    }
    return List.of(
        new ResourceSeries("answered", "rate", "/s", answered),
        new ResourceSeries("offered", "rate", "/s", offered));
  }

  private static List<Sample> times(OpenLoad load) {
    return load.seconds().stream()
        .filter(s -> s.answered() > 0)
        .map(s -> new Sample(s.second() + 0.5 - start(load), s.meanMs()))
        .toList();
  }

  /** What goes on beyond the report's steps begins its drawing anew. */
  private static double start(OpenLoad load) {
    return load.steps().getFirst().fromSeconds();
  }
}
