package org.reprise.load.report;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Figure;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/** Every figure of a run as CSV (RFC 4180), one line each. */
public final class FiguresCsv {
  private static final String HEAD =
      "id,experiment,operation,statistic,unit,kind,published,measured,ratio,verdict,why,spread";

  private FiguresCsv() {}

  public static String of(RunRecord run) {
    Baseline baseline = Baselines.load(run.report());
    Map<String, FigureRecord> records =
        run.figures().stream().collect(toMap(FigureRecord::id, it -> it, (first, _) -> first));
    Stream<String> lines =
        baseline.experiments().stream()
            .flatMap(e ->
                e.figures().stream()
                    .flatMap(f -> Stream.ofNullable(records.get(f.id())).map(r -> line(e, f, r))));
    return Stream.concat(Stream.of(HEAD), lines).collect(joining("\r\n", "", "\r\n"));
  }

  private static String line(Experiment experiment, Figure figure, FigureRecord it) {
    return Stream.of(
            figure.id(),
            experiment.id(),
            figure.operation() == null ? figure.role() : figure.operation(),
            figure.statistic(),
            figure.unit(),
            figure.kind(),
            it.published(),
            it.measured(),
            it.ratio(),
            it.verdict(),
            it.why(),
            it.spread())
        .map(FiguresCsv::text)
        .collect(joining(","));
  }

  /**
   * A program that opens CSV as a sheet must not take text for a formula, so none begins like one.
   */
  private static String text(@Nullable Object value) {
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%.6f", number).replaceAll("\\.?0+$", "");
    }
    String text = value == null ? "" : value.toString();
    String safe = text.matches("(?s)[=+@\\-\t\r].*") ? "'" + text : text;
    return safe.matches("(?s).*[,\"\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }
}
