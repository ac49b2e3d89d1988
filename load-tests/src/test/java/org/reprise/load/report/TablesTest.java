package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.ListsRun;
import org.reprise.load.SampleRun;
import org.reprise.load.Views;
import org.reprise.load.baseline.Figure;
import org.reprise.load.judge.Comparison;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;

class TablesTest {
  private static final ListsRun BENT =
      ListsRun.good()
          .time("parallel-on", "refresh", 0.9, 1, 1.1)
          .time("lists-separate-on-fast", "refresh", 0.01)
          .time("parallel-on-fast", "refresh", 0.02)
          .time("lists-separate-off-checked-out", "refresh", 0.7);
  private static final String PAGE = page(BENT);
  private static final String TERMINAL = Views.terminal(record(BENT));

  @Test
  void theTerminalHasTheReportsTable() {
    assertThat(TERMINAL)
        .containsPattern("ListApp refresh, min +report +8\\.5 +17\\.7 +7\\.5 \\(-1\\)")
        .containsPattern("here +0\\.850 +1\\.77 +0\\.750 \\(-0\\.100\\)")
        .containsPattern("1\\.14 ± 0\\.283 \\(-0\\.630\\)")
        .containsPattern("0\\.011 +0\\.023")
        .containsPattern("ratio +×0\\.100 +×0\\.100 +×0\\.100")
        .containsPattern("Check-in, s +report +1\\.173 +1\\.29 +0\\.992 \\(-0\\.181\\)");
    assertThat(TERMINAL.lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100));
  }

  @Test
  void theTerminalHasPenaltiesEffectAndProcessors() {
    assertThat(TERMINAL)
        .containsPattern("ListApp refresh +report +\\+108\\.2 % +\\+52\\.0 % +-")
        .containsPattern("here +\\+108\\.2 % +\\+52\\.0 ± 37\\.8 % +\\+100\\.0 %")
        .containsPattern("Check-in +report +\\+10\\.0 % +\\+9\\.6 %")
        .containsPattern("alone less in parallel, split enabled +report +-3\\.9")
        .containsPattern("Split enabled divided by disabled")
        .containsPattern("Process +CPU, s +peak CPU, % .* +resident, MiB")
        .containsPattern("primary .* 310")
        .containsPattern("mod-fqm-manager, parallel, split enabled, % +140 +140 +×1\\.00")
        .contains("the query behind the disabled columns")
        .contains("Reproduced", "200,000");
  }

  @Test
  void thePageHoldsEveryFigureBesideTheMeasuredOne() {
    for (Figure figure : ListsRun.BASELINE.figures().toList()) {
      assertThat(PAGE).contains(Digits.exact(figure.value()));
    }
    assertThat(PAGE)
        .contains("ListApp refresh, min</th>", ">11.4 (-6.3)</span>")
        .contains(">1.14 ± 0.283 (-0.630)</span>")
        .contains("id=\"uses\"", "+52.0 ± 37.8 %", "heap after, MiB")
        .contains("of one core here", "from an earlier report")
        .doesNotContain("id=\"steps\"", "Little&#39;s law", "id=\"explanations\"");
  }

  @Test
  void thePageIsAccessible() {
    assertThat(Pattern.compile("<th(?![^>]*scope=)[ >]").matcher(PAGE).find()).isFalse();
    assertThat(Pattern.compile(" id=\"([^\"]+)\"").matcher(PAGE).results().map(m -> m.group(1)))
        .doesNotHaveDuplicates();
    assertThat(count(PAGE, "<table")).isEqualTo(count(PAGE, "<div class=\"scroll\""));
    for (String target : List.of("#figures", "#uses", "#table")) {
      assertThat(PAGE).contains("href=\"" + target + "\"", "id=\"" + target.substring(1) + "\"");
    }
  }

  @Test
  void cellsThatWereNotRunSaySo() {
    ListsRun run =
        ListsRun.repeated(1)
            .without("parallel-off", "left out by the smoke profile")
            .without("parallel-on-fast", "left out by the smoke profile");
    String text = Views.terminal(record(run));
    assertThat(text).contains("NotMeasured: left out by the smoke profile");
    assertThat(text.lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100));
    assertThat(page(run)).contains("title=\"left out by the smoke profile\">NotMeasured");
  }

  @Test
  void aRunThatMeasuredNothingIsDrawn() {
    ListsRun nothing = ListsRun.good();
    ListsRun.BASELINE.experiments().forEach(e -> nothing.without(e.id(), "interrupted"));
    assertThat(page(nothing)).contains("0 of 9 experiments");
    assertThat(Views.terminal(record(nothing))).contains("ListApp refresh");
  }

  @Test
  void theRecordIsReadAsItWasWritten(@TempDir java.nio.file.Path temp) throws Exception {
    RunRecord run = record(BENT);
    RunDirectory directory =
        RunDirectory.create(
            temp, "lists", "quick", java.time.Instant.parse("2026-11-21T10:15:00Z"));
    RunReport.write(directory, new RunReport.Judged(run, judged(run)), null);
    assertThat(directory.read()).isEqualTo(run);
    assertThat(RunJson.text(run)).contains("\"usages\"");
  }

  private static Comparison judged(RunRecord run) {
    return new Comparison(ListsRun.BASELINE, run.measured(), run.profile());
  }

  private static RunRecord record(ListsRun run) {
    Comparison comparison = new Comparison(ListsRun.BASELINE, run.measured(), "quick");
    return comparison.record(
        "lists-quick-1", "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }

  private static String page(ListsRun run) {
    return Views.page(record(run), ListsRun.BASELINE, List.of());
  }

  private static long count(String page, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(page).results().count();
  }
}
