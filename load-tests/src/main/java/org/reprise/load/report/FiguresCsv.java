package org.reprise.load.report;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/** Every figure of a run as CSV (RFC 4180), one line each. */
public final class FiguresCsv {
  private static final String HEAD =
      "id,experiment,operation,statistic,unit,kind,published,measured,ratio,verdict,why,spread";

  private FiguresCsv() {}

  /** The CSV text. */
  public static String of(RunRecord run) {
    Stream<String> lines =
        run.experiments().stream().flatMap(e -> e.figures().stream().map(f -> line(e, f)));
    return Stream.concat(Stream.of(HEAD), lines).collect(Collectors.joining("\r\n", "", "\r\n"));
  }

  private static String line(ExperimentRecord experiment, FigureRecord figure) {
    return Stream.of(
            text(figure.id()),
            text(experiment.id()),
            figure.operation() == null ? text(figure.role()) : text(figure.operation()),
            text(figure.statistic()),
            text(figure.unit()),
            figure.kind().name(),
            number(figure.published()),
            number(figure.measured()),
            number(figure.ratio()),
            figure.verdict(),
            text(figure.why()),
            number(figure.spread()))
        .collect(Collectors.joining(","));
  }

  private static String number(@Nullable Double value) {
    return value == null
        ? ""
        : String.format(Locale.ROOT, "%.6f", value).replaceAll("0+$", "").replaceAll("\\.$", "");
  }

  /**
   * A program that opens CSV as a sheet must not take text for a formula, so none begins like one.
   */
  private static String text(@Nullable String value) {
    if (value == null) {
      return "";
    }
    String safe = value.matches("(?s)[=+@\\-\t\r].*") ? "'" + value : value;
    return safe.matches("(?s).*[,\"\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }
}
