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
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Claim;
import org.reprise.load.judge.Comparison;
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
  public static final String PAGE = "index.html";
  private static final int DEPTH = 4;
  private static final Template TEMPLATE = template("page", Escapers.HTML);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private RunReport() {}

  /** A run, as it was judged. */
  public record Judged(RunRecord run, Comparison comparison) {
    private static Judged of(RunDirectory directory) throws IOException {
      var run = directory.read();
      var comparison = new Comparison(Baselines.load(run.report()), run.measured(), run.profile());
      return new Judged(
          comparison.record(run.runId(), run.target(), run.manifest(), run.environment()),
          comparison);
    }
  }

  /**
   * Judges a run by its baseline, which may have changed since, and writes its files again.
   *
   * @param original a run against the system that the report measured, drawn as a third column
   * @throws IllegalArgumentException where that is a run of another report
   */
  public static RunView again(RunDirectory directory, @Nullable RunDirectory original)
      throws IOException {
    var run = Judged.of(directory);
    var today = original == null ? null : Judged.of(original);
    if (today != null && !today.run().report().equals(run.run().report())) {
      throw new IllegalArgumentException(
          "%s is a run of another report: %s".formatted(today.run().runId(), today.run().report()));
    }
    return write(directory, run, today);
  }

  /** Writes a run's files and returns what was drawn; the page links the reports beside it. */
  public static RunView write(RunDirectory directory, Judged judged, @Nullable Judged original)
      throws IOException {
    directory.write(judged.run());
    var view = RunView.of(judged, original, beside(directory.path()));
    directory.write("figures.csv", figures(judged.run()));
    directory.write(PAGE, page(view));
    return view;
  }

  private static List<String> beside(Path directory) throws IOException {
    try (Stream<Path> files = Files.find(directory, DEPTH, (f, _) -> f.endsWith(PAGE))) {
      return files
          .map(f -> directory.relativize(f).toString().replace('\\', '/'))
          .filter(name -> !name.equals(PAGE))
          .sorted()
          .toList();
    }
  }

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

  /** A sheet that opens CSV must not take text for a formula, so none begins like one. */
  private static String csv(@Nullable Object value) {
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%.6f", number).replaceAll("\\.?0+$", "");
    }
    String text = value == null ? "" : value.toString();
    String safe = text.matches("(?s)[=+@\\-\t\r].*") ? "'" + text : text;
    return safe.matches("(?s).*[,\"\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }

  public static String page(RunView view) {
    return TEMPLATE.execute(view);
  }

  /** Compiles a template of the pages; its parts may be others. */
  public static Template template(String name, Mustache.Escaper escaper) {
    return Mustache.compiler()
        .withEscaper(escaper)
        .emptyStringIsFalse(true)
        .zeroIsFalse(true)
        .withFormatter(RunReport::text)
        .withLoader(part -> new StringReader(resource(part)))
        .compile(resource(name + ".mustache"));
  }

  private static String text(Object value) {
    return switch (value) {
      case Instant time -> TIME.format(time);
      case Duration length -> length.toSeconds() + " s";
      case Double number -> Digits.of(number);
      case Float place -> String.format(Locale.ROOT, "%.1f", place);
      case Claim.Source source ->
          source == Claim.Source.REPORT
              ? "concluded by the report"
              : "of ours: read from the report's figures, or an aim or bound that we set";
      default -> value.toString();
    };
  }

  private static String resource(String name) {
    try (InputStream in = RunReport.class.getResourceAsStream("/report/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
