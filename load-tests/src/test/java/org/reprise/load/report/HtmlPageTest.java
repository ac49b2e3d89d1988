package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.OpenRun;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.Views;
import org.reprise.load.baseline.Figure;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;
import org.xml.sax.InputSource;

class HtmlPageTest {
  private static final String GOOD = page(SampleRun.published(0.1), "quick");

  @Test
  void asksNothingOfAnyNetwork() {
    List<String> targets =
        Pattern.compile("(?:src|href|srcset|action|data)\\s*=\\s*\"([^\"]*)\"")
            .matcher(GOOD)
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(targets)
        .isNotEmpty()
        .allSatisfy(t ->
            assertThat(t)
                .matches("#[a-z]+\\d?|data:,|run\\.json|figures\\.csv|gatling/index\\.html"));
    assertThat(GOOD).doesNotContain("<script", "@import", "url(", "http:", "https:");
    assertThat(GOOD).contains("Content-Security-Policy", "default-src 'none'");
  }

  @Test
  void followsTheReadersLightOrDarkAndFitsAPhone() {
    assertThat(GOOD)
        .contains("prefers-color-scheme: dark", "max-width: 620px", "width=device-width")
        .contains("<div class=\"scroll\" tabindex=\"0\" role=\"region\"");
    assertThat(Pattern.compile("<table").matcher(GOOD).results().count())
        .isEqualTo(
            Pattern.compile("<div class=\"scroll\"[^>]*>\\s*<table")
                .matcher(GOOD)
                .results()
                .count());
  }

  @Test
  void holdsEveryPublishedFigureBesideTheMeasuredOne() {
    for (Figure figure : SampleRun.BASELINE.figures().toList()) {
      assertThat(GOOD).contains(">" + Digits.exact(figure.value()) + "</span>");
    }
    assertThat(count(GOOD, "<span class=\"published\">")).isGreaterThan(192);
    assertThat(count(GOOD, "<span class=\"here\">")).isGreaterThan(192);
  }

  @Test
  void tellsTheResultFirstAndEnvironmentsLast() {
    assertThat(
            List.of(
                "7 of 7 claims reproduced.",
                "<svg class=\"chart\"",
                "id=\"claims\"",
                "id=\"explanations\"",
                "id=\"table\"",
                "id=\"repeat\"",
                "id=\"environments\""))
        .extracting(GOOD::indexOf)
        .isSorted()
        .doesNotContain(-1);
    assertThat(GOOD)
        .contains("Valid run", "Intel Core i7-8665U", "Example CPU", "Reproduced")
        .contains("the hypothesis stands", "52 fragments by unnest")
        .contains("reprise run cps --profile quick --seed 42", "gatling/index.html");
    assertThat(GOOD.substring(GOOD.indexOf("id=\"environments\"")))
        .contains("OpenJDK 13.0.4")
        .doesNotContain("not stated");
  }

  @Test
  void countsEachVerdictThatThereIs() {
    RunRecord run = record(SampleRun.published(0.1), "quick");
    List<ClaimRecord> claims = new ArrayList<>(run.claims());
    claims.set(0, Records.with(claims.get(0), "verdict", Verdict.DIFFERS));
    claims.set(1, Records.with(claims.get(1), "verdict", Verdict.BY_CONSTRUCTION));
    Comparison comparison =
        new Comparison(SampleRun.BASELINE, SampleRun.published(0.1).measured(), "quick");

    assertThat(
            RunView.of(
                    new RunReport.Judged(Records.with(run, "claims", claims), comparison),
                    null,
                    List.of())
                .result())
        .isEqualTo("5 of 7 claims reproduced, 1 by construction, 1 different.");
  }

  @Test
  void isAccessible() {
    assertThat(GOOD).contains("<html lang=\"en\">", "scope=\"col\"", "scope=\"rowgroup\"");
    assertThat(Pattern.compile("<th(?![^>]*scope=)[ >]").matcher(GOOD).find()).isFalse();
    assertThat(Pattern.compile("id=\"([^\"]+)\"").matcher(GOOD).results().map(m -> m.group(1)))
        .doesNotHaveDuplicates();
  }

  @Test
  void drawsWellFormedChartsWithTitleAndDescription() throws Exception {
    List<String> drawings =
        Pattern.compile("<svg class=\"chart.*?</svg>", Pattern.DOTALL)
            .matcher(GOOD)
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(drawings).hasSize(3 + 4);
    for (String drawing : drawings) {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(drawing)));
      assertThat(drawing).contains("<title id=", "<desc id=", "role=\"img\"", "<polyline");
      assertThat(drawing).doesNotContain("NaN", "Infinity");
      // The last place has half of its label, such as "1,350", to its right.
      assertThat(numbers("<tspan x=\"([\\d.]+)", drawing))
          .allMatch(it -> it + 20 <= numbers("viewBox=\"0 0 (\\d+)", drawing).getFirst());
    }
  }

  private static List<Double> numbers(String expression, String text) {
    return Pattern.compile(expression)
        .matcher(text)
        .results()
        .map(it -> Double.valueOf(it.group(1)))
        .toList();
  }

  @Test
  void escapesWhatItIsGiven() {
    String page =
        page(
            SampleRun.published(0.1)
                .check(new Check("odd", true, "<img src=x onerror=alert(1)> & \"more\"")),
            "quick");
    assertThat(page).doesNotContain("<img").contains("&lt;img src");
  }

  @Test
  void saysWhyARunIsInvalid() {
    String page = page(SampleRun.published(0.1).invalid("interrupted"), "quick");
    assertThat(page).contains("Invalid run", "<li>interrupted</li>", "the run is invalid");
    assertThat(page).doesNotContain("Valid run");
  }

  @Test
  void saysAReasonOnce() {
    SampleRun failed = SampleRun.published(0.1).check(new Check("read-back", false, "3 differ"));
    assertThat(page(failed.invalid("the disk was full"), "quick"))
        .containsOnlyOnce("3 differ")
        .containsOnlyOnce("the disk was full");
  }

  @Test
  void saysWhatWasNotMeasured() {
    String page = page(SampleRun.published(0.1).without("remote-20x50"), "quick");
    assertThat(count(page, "title=\"left out by the quick profile\">NotMeasured"))
        .isGreaterThanOrEqualTo(24);
  }

  @Test
  void drawsARunThatMeasuredNothing() {
    SampleRun nothing = SampleRun.published(0.1);
    SampleRun.BASELINE.experiments().forEach(e -> nothing.without(e.id()));
    assertThat(page(nothing, "quick")).contains("0 of 8 experiments", "Not measured in this run.");
  }

  @Test
  void smokeSaysThatItJudgesNoClaim() {
    assertThat(page(SampleRun.published(0.1), "smoke"))
        .contains("None of the 7 claims was judged: smoke judges no claim.");
  }

  @Test
  void writesTheWholeDirectory(@TempDir Path temp) throws Exception {
    RunDirectory directory =
        RunDirectory.create(temp, "cps", "quick", Instant.parse("2026-11-21T10:15:00Z"));
    Files.createDirectories(directory.path().resolve("gatling/remote"));
    Files.writeString(directory.path().resolve("gatling/remote/index.html"), "theirs");
    RunRecord run = record(SampleRun.published(0.1), "quick");
    RunReport.write(directory, new RunReport.Judged(run, judged(run)), null);
    assertThat(directory.path().resolve("index.html"))
        .content()
        .contains("href=\"gatling/remote/index.html\"");
    assertThat(directory.path().resolve("figures.csv")).content().isEqualTo(RunReport.figures(run));
    assertThat(directory.read()).isEqualTo(run);
    assertThat(RunJson.text(directory.read())).isEqualTo(RunJson.text(run));
  }

  @Test
  void aRunWithAnOpenModelShowsItsStepsAndDrawings() {
    String open = open(OpenRun.good());
    for (Figure figure : OpenRun.BASELINE.figures().toList()) {
      assertThat(open).contains(">" + Digits.exact(figure.value()) + "</span>");
    }
    assertThat(open)
        .contains(
            "90 %, ms",
            "Highest rate with the average under the limit, /s", "468,000,000", "9,360,000,000")
        .contains("Answered in time by offered rate", ">In time /s</th>")
        .contains("Response times, maximum", "Flows per second, maximum")
        .contains("Average response time, maximum, beyond the report&#39;s steps")
        .contains("shared the 2 cores", "14 ms on average, in all times")
        .doesNotContain("Little&#39;s law", "id=\"explanations\"");
    assertThat(GOOD)
        .contains("Little&#39;s law", "id=\"explanations\"")
        .doesNotContain("id=\"capacity\"");
    assertThat(count(open, "<svg class")).isGreaterThanOrEqualTo(8);
  }

  /** A baseline may have changed since: values and verdicts are of one judgement. */
  @Test
  void judgesClaimsAnewWhenARunIsDrawnAgain() {
    RunRecord run = record(SampleRun.published(0.1), "quick");
    RunRecord before = Records.with(run, "claims", List.of(), "figures", List.of());

    assertThat(Views.page(before, SampleRun.BASELINE, List.of("gatling/index.html")))
        .isEqualTo(GOOD);
  }

  @Test
  void drawsReportsPointsBesideStepsOfARamp() {
    assertThat(open(OpenRun.good()))
        .contains("average, report: 0.16 pings/s 69.0, 0.32 pings/s 90.0, 50 pings/s 250;")
        .contains("answered within the report&#39;s limit, report: 50 pings/s 50.0;");
  }

  @Test
  void claimThatWasLeftOutSaysWhyOnce() {
    SampleRun part = SampleRun.published(0.1).without("remote-20x50");
    String why = "left out by the quick profile: remote, 20 threads";
    String page = page(part, "quick");
    String claim = page.substring(page.indexOf("Remote throughput is flat from 10 threads on."));

    assertThat(count(claim.substring(0, claim.indexOf("</details>")), why)).isEqualTo(1);
    assertThat(page).doesNotContain("rate(remote");
  }

  @Test
  void aGeneratorThatWasTheLimitIsSaid() {
    OpenRun limited = OpenRun.good().bend(s -> s.perSecond() < 150 ? s : late(s));
    assertThat(open(limited)).contains("the generator was the limit");
  }

  @Test
  void theTerminalShowsOpenRunsWithinItsWidth() {
    String text = Views.terminal(record(OpenRun.good()));
    assertThat(text).contains("11,066", "Every step", "Capacity", "Delay");
    assertThat(text.lines().mapToInt(String::length).max().orElseThrow()).isLessThanOrEqualTo(100);
  }

  private static OpenLoad.Step late(OpenLoad.Step it) {
    return new OpenLoad.Step(
        it.perSecond(),
        it.fromSeconds(),
        it.seconds(),
        it.sent(),
        it.answered(),
        it.inTime(),
        it.errors(),
        it.meanMs(),
        it.p90Ms(),
        it.p99Ms(),
        it.maxMs(),
        20,
        20,
        it.cpuMs());
  }

  private static String open(OpenRun run) {
    return Views.page(record(run), OpenRun.BASELINE, List.of());
  }

  private static Comparison judged(RunRecord run) {
    return new Comparison(SampleRun.BASELINE, run.measured(), run.profile());
  }

  private static RunRecord record(OpenRun run) {
    Comparison comparison = new Comparison(OpenRun.BASELINE, run.measured(), "quick");
    RunRecord record =
        comparison.record(
            "ebms-quick-1",
            "local",
            SampleRun.manifest(comparison.scale()),
            SampleRun.environment());
    assertThat(RunJson.text(record)).contains("openLoads");
    return record;
  }

  static String page(SampleRun sample, String profile) {
    return Views.page(record(sample, profile), SampleRun.BASELINE, List.of("gatling/index.html"));
  }

  static RunRecord record(SampleRun sample, String profile) {
    Comparison comparison = new Comparison(SampleRun.BASELINE, sample.measured(), profile);
    return comparison.record(
        "cps-quick-1", "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }

  private static long count(String page, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(page).results().count();
  }
}
