package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.reprise.load.Quantities;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.Views;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;
import tools.jackson.core.type.TypeReference;

/** Reports of another shape need a baseline, and no line of code. */
class OtherReportsTest {
  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<OperationSummary> operations = new ArrayList<>();
  private final List<Usage> usages = new ArrayList<>();
  private final Map<String, Double> quantities = new LinkedHashMap<>();

  @Test
  void severalServicesWorkloadsAndTables() throws IOException {
    for (int repetition = 1; repetition <= 3; repetition++) {
      execution("links-500", repetition, Variant.REPORT_EXACT, 60, 0.10 * repetition);
      calls("link-a-b", 16, 20);
      calls("link-b-c", 22, 20);
      calls("browse", 3, 900);
      use("configurations", 30);
      use("feed", 9);
      use("indexer", 4 + 0.1 * repetition);
      execution("links-1000", repetition, Variant.REPORT_EXACT, 60, 0.2);
      calls("link-a-b", 32, 20);
      calls("link-b-c", 44, 20);
      calls("browse", 24, 900);
      use("configurations", 40 + repetition);
      use("feed", 12);
      use("indexer", 5);
    }
    RunRecord run = judged("links");

    Map<String, FigureRecord> figures = figures(run);
    assertThat(at(figures, "links-500.a-b").measured()).isEqualTo(960.0);
    assertThat(at(figures, "links-500.a-b").unit()).isEqualTo("links/h");
    assertThat(at(figures, "links-1000.all").measured()).isEqualTo(6000.0);
    assertThat(at(figures, "links-1000.cpu").measured()).isEqualTo(42.0);
    assertThat(at(figures, "links-1000.cpu").spread()).isBetween(2.4, 2.6);
    assertThat(verdicts(run))
        .containsEntry("near-linear", Verdict.REPRODUCED)
        .containsEntry("index-idle", Verdict.REPRODUCED);
    assertThat(run.figures().stream().skip(run.figures().size() - 2L))
        .extracting(FigureRecord::measured)
        .containsExactly(76.0, 4560.0);
    assertThat(Views.terminal(run, baseline(run.runId())))
        .containsPattern("Links made, links/h")
        .containsPattern("A to B +report +1,664 +3,205\\s+here +960 +1,920")
        .containsPattern("500 users +report +21 +- +-\\s+here +30.0.* +9.00 +4.20 ± 0.248");
    assertThat(Views.page(run, baseline(run.runId()), List.of()))
        .contains("Links made, links/h", "CPU of the services");
  }

  @Test
  void matricesOfStudies() throws IOException {
    for (String experiment : List.of("xfs-250", "xfs-1000", "shared-250", "shared-1000")) {
      boolean many = experiment.endsWith("1000");
      for (String variant : List.of(Variant.REPORT_EXACT, Variant.STEADY)) {
        execution(experiment, 1, variant, 30, 0);
        calls("view", many ? 4000 : 1000, many ? 50 : 15);
        calls("add", many ? 400 : 100, 30);
      }
      use("node", many ? 150 : 40);
      use("database", 20);
    }
    quantities.put("cache-8g.read", 12.5);
    quantities.put("cache-8g.calls", 120_000.0);
    RunRecord run = judged("documents");

    Map<String, FigureRecord> figures = figures(run);
    assertThat(at(figures, "xfs-1000.db").measured()).isEqualTo(20.0);
    assertThat(at(figures, "cache-8g.read").measured()).isEqualTo(12.5);
    assertThat(at(figures, "cache-8g.calls").measured()).isEqualTo(120_000.0);
    assertThat(verdicts(run))
        .containsEntry("throughput", Verdict.REPRODUCED)
        .containsEntry("alike-when-light", Verdict.REPRODUCED);
    assertThat(Views.terminal(run, baseline(run.runId())))
        .containsPattern("1000 users +report +500 +700 +×1.40\\s+here +50.0 .* ×1.00");
  }

  private void execution(
      String experiment, int repetition, String variant, double seconds, double others) {
    runs.add(
        new ExperimentRun(
            experiment, variant, repetition, "closed", 10, 1, seconds, 0, 0, null, null, others));
  }

  private void calls(String operation, long count, double meanMs) {
    ExperimentRun run = runs.removeLast();
    runs.add(
        new ExperimentRun(
            run.experiment(),
            run.variant(),
            run.repetition(),
            run.loadModel(),
            run.threads(),
            run.circles(),
            run.seconds(),
            run.flowsPerSecond() + count / run.seconds(),
            0,
            null,
            null,
            run.othersPercent()));
    operations.add(
        new OperationSummary(
            run.experiment(),
            run.variant(),
            run.repetition(),
            operation,
            count,
            0,
            meanMs / 2,
            meanMs * 2,
            meanMs,
            meanMs / 20,
            meanMs,
            meanMs * 1.5,
            meanMs * 1.9,
            meanMs * 1.2,
            List.of(meanMs * 0.99, meanMs, meanMs * 1.01)));
  }

  private void use(String role, double percent) {
    ExperimentRun run = runs.getLast();
    usages.add(
        new Usage(
            run.experiment(), run.repetition(), role, 100, percent, percent * 2, null, null, null));
  }

  private RunRecord judged(String name) throws IOException {
    Measured measured =
        Records.with(
            Records.measured(runs, operations),
            "usages",
            usages,
            "quantities",
            Quantities.once(quantities));
    Comparison comparison = new Comparison(baseline(name), measured, "quick");
    return comparison.record(
        name, "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }

  private static Baseline baseline(String name) throws IOException {
    String file = "/baselines/" + name + ".yaml";
    try (InputStream in =
        Objects.requireNonNull(OtherReportsTest.class.getResourceAsStream(file))) {
      return Baselines.parse(in, name + ".yaml", new TypeReference<Baseline>() {});
    }
  }

  private static Map<String, Verdict> verdicts(RunRecord run) {
    return run.claims().stream().collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::verdict));
  }

  private static Map<String, FigureRecord> figures(RunRecord run) {
    return run.figures().stream().collect(Collectors.toMap(FigureRecord::id, it -> it));
  }

  private static FigureRecord at(Map<String, FigureRecord> figures, String id) {
    return Objects.requireNonNull(figures.get(id), id);
  }
}
