package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.ListsRun;
import org.reprise.load.SampleRun;
import org.reprise.load.baseline.Figure;
import org.reprise.load.judge.Comparison;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;

class WorkflowReportTest {
  private static final ListsRun BENT =
      ListsRun.good()
          .time("parallel-on", "refresh", 0.9, 1, 1.1)
          .time("lists-separate-on-fast", "refresh", 0.01)
          .time("parallel-on-fast", "refresh", 0.02)
          .time("lists-separate-off-checked-out", "refresh", 0.7);
  private static final String PAGE = page(BENT);
  private static final String TERMINAL = TerminalTable.of(record(BENT));

  @Test
  void theTerminalHasTheReportsTable() {
    assertThat(TERMINAL)
        .containsPattern(
            "ListApp refresh +report, min +8\\.5 +17\\.7 +7\\.5 \\(-1\\) +11\\.4 \\(-6\\.3\\) +- +-")
        .containsPattern(
            "here, s +51\\.0 +106 +45\\.0 \\(-6\\.00\\) +68\\.4 \\(-37\\.8\\) +0\\.684 +1\\.37")
        .containsPattern("spread +± 0\\.00 +± 0\\.00 +± 0\\.00 +± 6\\.84 +± 0\\.00 +± 0\\.00")
        .containsPattern("ratio +×0\\.100 +×0\\.100 +×0\\.100 +×0\\.100 +- +-")
        .containsPattern("Check-in +report, s +1\\.173 +1\\.29 +0\\.992 \\(-0\\.181\\)");
    assertThat(TERMINAL.lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100));
  }

  @Test
  void theTerminalHasPenaltiesEffectAndProcessors() {
    assertThat(TERMINAL)
        .containsPattern(
            "ListApp refresh +\\+108\\.2 % +\\+52\\.0 % +\\+108\\.2 ± 0\\.0 % +\\+52\\.0 ± 15\\.2 % +\\+100\\.0 ± 0\\.0 %")
        .containsPattern(
            "Check-in +\\+10\\.0 % +\\+9\\.6 % +\\+10\\.0 ± 0\\.0 % +\\+9\\.6 ± 0\\.0 %")
        .containsPattern(
            "ListApp refresh of lists-separate-on, to-parallel: report -3\\.9 min, here -23\\.4 s")
        .containsPattern("split on to split off +rep\\. separate")
        .containsPattern("CPU seconds +lists +circulat +import +primary +standby +kafka")
        .containsPattern("…-checked-out .* 1,150")
        .containsPattern("mod-fqm-manager, parallel, split enabled, % +140 +140 +×1\\.00")
        .contains("The query behind the disabled columns")
        .contains("Reproduced", "10 lists of 200,000 items");
  }

  @Test
  void thePageHoldsEveryFigureBesideTheMeasuredOne() {
    for (Figure figure : ListsRun.BASELINE.figures().toList()) {
      assertThat(PAGE).contains(Digits.exact(figure.value()));
    }
    assertThat(PAGE)
        .contains("8.5 min</span>", "11.4 (-6.3) min</span>", "68.4 ± 6.84 (-37.8)</span>")
        .contains("id=\"ratios\"", "+52.0 ± 15.2 %", "id=\"uses\"", "110 → 120", "log 1,150")
        .contains("of one core here", "taken from an earlier report", "db.r6g.xlarge")
        .contains("10 lists refreshed fast again and again, 20 desks")
        .doesNotContain("id=\"throughput\"", "id=\"steps\"", "Little's law", "id=\"explanations\"");
  }

  @Test
  void thePageIsAccessible() {
    assertThat(Pattern.compile("<th(?![^>]*scope=)[ >]").matcher(PAGE).find()).isFalse();
    assertThat(Pattern.compile(" id=\"([^\"]+)\"").matcher(PAGE).results().map(m -> m.group(1)))
        .doesNotHaveDuplicates();
    assertThat(count(PAGE, "<table")).isEqualTo(count(PAGE, "<div class=\"scroll\""));
    for (String target : List.of("#ratios", "#figures", "#uses", "#table")) {
      assertThat(PAGE).contains("href=\"" + target + "\"", "id=\"" + target.substring(1) + "\"");
    }
  }

  @Test
  void cellsThatWereNotRunSaySo() {
    ListsRun run =
        ListsRun.repeated(1)
            .without("parallel-off", "left out by the smoke profile")
            .without("parallel-on-fast", "left out by the smoke profile");
    String text = TerminalTable.of(record(run));
    assertThat(text)
        .contains("NotMeasured: left out by the smoke profile")
        .doesNotContain("spread  ");
    assertThat(text.lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100));
    assertThat(page(run)).contains("title=\"left out by the smoke profile\">NotMeasured");
  }

  @Test
  void aRunThatMeasuredNothingIsDrawn() {
    ListsRun nothing = ListsRun.good();
    ListsRun.BASELINE.experiments().forEach(e -> nothing.without(e.id(), "interrupted"));
    assertThat(page(nothing)).contains("0 of 9 experiments", "Not counted in this run.");
    assertThat(TerminalTable.of(record(nothing))).contains("ListApp refresh");
  }

  @Test
  void theRecordIsReadAsItWasWritten(@TempDir java.nio.file.Path temp) throws Exception {
    RunRecord run = record(BENT);
    RunDirectory directory =
        RunDirectory.create(
            temp, "lists", "quick", java.time.Instant.parse("2026-11-21T10:15:00Z"));
    RunReport.write(directory, run);
    assertThat(directory.read()).isEqualTo(run);
    assertThat(RunJson.write(run)).contains("\"usages\"", "\"model\" : \"workflows\"");
  }

  private static RunRecord record(ListsRun run) {
    Comparison comparison = Comparison.of(ListsRun.BASELINE, run.measured(), "quick");
    return comparison.record(
        "lists-quick-1", "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }

  private static String page(ListsRun run) {
    return HtmlPage.of(record(run), List.of());
  }

  private static long count(String page, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(page).results().count();
  }
}
