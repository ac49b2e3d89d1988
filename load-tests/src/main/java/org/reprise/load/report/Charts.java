package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Mode;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.PageView.Drawing;
import org.reprise.load.report.ScalingChart.Point;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/** The page's drawings. */
final class Charts {
  private static final Map<String, String> METRICS = new LinkedHashMap<>();

  static {
    METRICS.put(ResourceSeries.CPU, "CPU");
    METRICS.put(ResourceSeries.RSS, "Resident memory");
    METRICS.put(ResourceSeries.HEAP, "Java heap in use");
    METRICS.put(ResourceSeries.DATABASE_SIZE, "Database size");
  }

  private Charts() {}

  /**
   * One chart for each mode and operation: averages against threads, those of a mode on one scale.
   */
  static List<Drawing> averages(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (Mode mode : modes(run)) {
      List<Point> all = new ArrayList<>();
      for (String operation : run.report().operations().keySet()) {
        all.addAll(points(run, mode, e -> published(e, operation)));
        all.addAll(points(run, mode, e -> steady(e, operation)));
      }
      ScalingChart chart = new ScalingChart("ms", 300, 210, all);
      for (Map.Entry<String, String> operation : run.report().operations().entrySet()) {
        String title = "%s, %s".formatted(operation.getValue(), word(mode));
        String id = "average-%s-%s".formatted(word(mode), operation.getKey());
        List<Point> published = points(run, mode, e -> published(e, operation.getKey()));
        List<Point> measured = points(run, mode, e -> steady(e, operation.getKey()));
        drawings.add(new Drawing(title, chart.draw(id, title, published, measured)));
      }
    }
    return drawings;
  }

  /** One chart for each mode: flows per second against threads. */
  static List<Drawing> throughput(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (Mode mode : modes(run)) {
      String title = "Throughput, " + word(mode);
      List<Point> published = points(run, mode, ExperimentRecord::publishedFlowsPerSecond);
      List<Point> measured = points(run, mode, Charts::steadyRate);
      List<Point> both = Stream.concat(published.stream(), measured.stream()).toList();
      ScalingChart chart = new ScalingChart("flows/s", 580, 230, both);
      drawings.add(
          new Drawing(title, chart.draw("throughput-" + word(mode), title, published, measured)));
    }
    return drawings;
  }

  private static @Nullable Double steadyRate(ExperimentRecord experiment) {
    OptionalDouble rate =
        experiment.runs().stream()
            .filter(r -> r.variant().equals(Variant.STEADY))
            .mapToDouble(ExperimentRun::flowsPerSecond)
            .average();
    return rate.isPresent() ? (Double) rate.getAsDouble() : null;
  }

  /** One chart for each resource that was sampled. */
  static List<Drawing> resources(RunRecord run) {
    List<String> processes =
        run.resources().stream().map(ResourceSeries::process).distinct().toList();
    List<Drawing> drawings = new ArrayList<>();
    for (Map.Entry<String, String> metric : METRICS.entrySet()) {
      List<ResourceSeries> series =
          run.resources().stream()
              .filter(s -> s.metric().equals(metric.getKey()) && !s.samples().isEmpty())
              .toList();
      if (!series.isEmpty()) {
        String title = "%s, %s".formatted(metric.getValue(), series.getFirst().unit());
        String id = "resource-" + metric.getKey();
        drawings.add(
            new Drawing(title, ResourceChart.draw(id, title, series, processes, run.phases())));
      }
    }
    return drawings;
  }

  private static List<Mode> modes(RunRecord run) {
    return run.experiments().stream()
        .filter(it -> it.loadModel() instanceof LoadModel.Closed)
        .map(ExperimentRecord::mode)
        .distinct()
        .toList();
  }

  private static String word(Mode mode) {
    return switch (mode) {
      case EMBEDDED -> "embedded";
      case REMOTE -> "remote";
    };
  }

  private static List<Point> points(
      RunRecord run, Mode mode, Function<ExperimentRecord, @Nullable Double> value) {
    List<Point> points = new ArrayList<>();
    for (ExperimentRecord experiment : run.experiments()) {
      Double at = value.apply(experiment);
      if (experiment.mode() == mode && at != null && threads(experiment.loadModel()) > 0) {
        points.add(new Point(threads(experiment.loadModel()), at));
      }
    }
    return points;
  }

  private static int threads(LoadModel load) {
    return load instanceof LoadModel.Closed closed ? closed.threads() : 0;
  }

  private static @Nullable Double published(ExperimentRecord experiment, String operation) {
    return experiment.figures().stream()
        .filter(f -> operation.equals(f.operation()) && f.unit().equals("ms"))
        .filter(f -> f.statistic().equals("avg"))
        .map(FigureRecord::published)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Double steady(ExperimentRecord experiment, String operation) {
    double sum = 0;
    long calls = 0;
    for (OperationSummary o : experiment.operations()) {
      if (o.variant().equals(Variant.STEADY) && o.operation().equals(operation)) {
        sum += o.meanMs() * o.count();
        calls += o.count();
      }
    }
    return calls == 0 ? null : sum / calls;
  }
}
