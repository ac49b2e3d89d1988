package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Claim;
import org.reprise.load.run.Digits;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;

/**
 * Writes a run's files: the record, the figures, and one self-contained page, which asks nothing of
 * any network, follows the reader's light or dark setting, and fits a phone. Text is escaped by the
 * template; only the page's own style is raw.
 */
public final class RunReport {
  /** The page's file. */
  public static final String PAGE = "index.html";

  private static final int DEPTH = 4;
  private static final Template TEMPLATE = template("page", Escapers.HTML);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private RunReport() {}

  /**
   * Writes run.json, figures.csv and index.html; the page links every other report that lies in the
   * directory.
   */
  public static void write(RunDirectory directory, RunRecord run) throws IOException {
    directory.write(run);
    draw(directory, run);
  }

  /** Draws figures.csv and index.html again from the record. */
  public static void draw(RunDirectory directory, RunRecord run) throws IOException {
    directory.write("figures.csv", figures(run));
    directory.write(PAGE, page(run, Baselines.load(run.report()), beside(directory.path())));
  }

  /** Pages of other tools below the directory, as relative paths. */
  private static List<String> beside(Path directory) throws IOException {
    try (Stream<Path> files = Files.find(directory, DEPTH, (f, _) -> f.endsWith(PAGE))) {
      return files
          .map(f -> directory.relativize(f).toString().replace('\\', '/'))
          .filter(name -> !name.equals(PAGE))
          .sorted()
          .toList();
    }
  }

  /** Returns every figure as CSV (RFC 4180), one line each. */
  static String figures(RunRecord run) {
    return Stream.concat(
            Stream.of("id,unit,published,measured,spread,ratio,verdict,why"),
            run.figures().stream().map(RunReport::csv))
        .collect(joining("\r\n", "", "\r\n"));
  }

  private static String csv(FigureRecord it) {
    return Stream.of(
            it.id(),
            it.unit(),
            it.published(),
            it.measured(),
            it.spread(),
            it.ratio(),
            it.verdict(),
            it.why())
        .map(RunReport::csv)
        .collect(joining(","));
  }

  /**
   * A program that opens CSV as a sheet must not take text for a formula, so none begins like one.
   */
  private static String csv(@Nullable Object value) {
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%.6f", number).replaceAll("\\.?0+$", "");
    }
    String text = value == null ? "" : value.toString();
    String safe = text.matches("(?s)[=+@\\-\t\r].*") ? "'" + text : text;
    return safe.matches("(?s).*[,\"\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }

  /**
   * Returns the page.
   *
   * @param baseline the report of the run
   * @param beside relative paths of other tools' reports about the same run
   */
  public static String page(RunRecord run, Baseline baseline, List<String> beside) {
    return TEMPLATE.execute(RunView.of(run, baseline, beside));
  }

  /** Returns a template of the run's view, which formats numbers and times. */
  static Template template(String name, Mustache.Escaper escaper) {
    return Mustache.compiler()
        .withEscaper(escaper)
        .emptyStringIsFalse(true)
        .zeroIsFalse(true)
        .withFormatter(RunReport::text)
        .withLoader(part -> new StringReader(resource(part + ".mustache")))
        .compile(resource(name + ".mustache"));
  }

  private static String text(Object value) {
    return switch (value) {
      case Instant time -> TIME.format(time);
      case Duration length -> length.toSeconds() + " s";
      case Double number -> Digits.of(number);
      case Float place -> String.format(Locale.ROOT, "%.1f", place);
      case Claim.Source source ->
          source == Claim.Source.REPORT ? "concluded by the report" : "read from its figures by us";
      default -> value.toString();
    };
  }

  static String resource(String name) {
    try (InputStream in = RunReport.class.getResourceAsStream("/report/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
