package org.reprise.load.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Claim;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;

/**
 * A run as one self-contained page: it asks nothing of any network, follows the reader's light or
 * dark setting, and fits a phone. Text is escaped by the template; only the page's own style is
 * raw.
 */
public final class HtmlPage {
  private static final Template TEMPLATE = template("page", Escapers.HTML);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private HtmlPage() {}

  /**
   * The page.
   *
   * @param beside relative paths of other tools' reports about the same run
   */
  public static String of(RunRecord run, List<String> beside) {
    return of(run, Baselines.load(run.report()), beside);
  }

  /** The same of a report that this program does not carry. */
  public static String of(RunRecord run, Baseline baseline, List<String> beside) {
    return TEMPLATE.execute(RunView.of(run, baseline, beside));
  }

  /** Returns a template of the run's view, which formats numbers and times. */
  static Template template(String name, Mustache.Escaper escaper) {
    return Mustache.compiler()
        .withEscaper(escaper)
        .emptyStringIsFalse(true)
        .zeroIsFalse(true)
        .withFormatter(HtmlPage::text)
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
    try (InputStream in = HtmlPage.class.getResourceAsStream("/report/" + name)) {
      if (in == null) {
        throw new IllegalStateException("report/" + name + " is missing from the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
