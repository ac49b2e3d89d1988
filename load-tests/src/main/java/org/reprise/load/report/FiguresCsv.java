package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/** Every figure of a run as CSV (RFC 4180), one line each. */
final class FiguresCsv {
  private static final String HEAD = "id,unit,published,measured,spread,ratio,verdict,why";

  private FiguresCsv() {}

  static String of(RunRecord run) {
    return Stream.concat(Stream.of(HEAD), run.figures().stream().map(FiguresCsv::line))
        .collect(joining("\r\n", "", "\r\n"));
  }

  private static String line(FigureRecord it) {
    return Stream.of(
            it.id(),
            it.unit(),
            it.published(),
            it.measured(),
            it.spread(),
            it.ratio(),
            it.verdict(),
            it.why())
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
