package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.run.Environment;
import org.reprise.load.run.RunRecord;

class RunComparisonTest {
  @Test
  void putsTwoRunsSideBySide() {
    RunComparison comparison =
        RunComparison.of(
            record("a", SampleRun.published(0.2), "quick"),
            record("b", SampleRun.published(0.1).without("remote-20x50"), "quick"));
    assertThat(comparison.rows()).hasSize(8 * 5 + 2);
    assertThat(row(comparison, "remote-10x100.create-node.avg").ratio()).isBetween(0.49, 0.51);
    assertThat(row(comparison, "embedded-10x100.flows").ratio()).isBetween(1.96, 2.04);
    assertThat(row(comparison, "remote-20x50.flows").second()).isNull();
    assertThat(row(comparison, "remote-20x50.flows").ratio()).isNull();
    assertThat(comparison.remarks()).isEmpty();
  }

  @Test
  void leavesOutDisturbedExecutionsAndTheScale() {
    SampleRun disturbed =
        SampleRun.published(0.1)
            .quantity("scale.thinkFactor", 3)
            .quantity("remote-20x50.links", 7)
            .bendRuns(it ->
                it.experiment().equals("remote-20x50")
                    ? Records.with(it, "invalidReason", "other programs")
                    : it);
    RunComparison comparison =
        RunComparison.of(
            record("a", SampleRun.published(0.2), "quick"), record("b", disturbed, "quick"));
    assertThat(row(comparison, "remote-20x50.flows").second()).isNull();
    assertThat(comparison.rows())
        .extracting(RunComparison.Difference::id)
        .doesNotContain("scale.thinkFactor", "remote-20x50.links");
    assertThat(comparison.remarks())
        .containsExactly("left out of b: remote, 20 threads: other programs");
  }

  @Test
  void saysWhatStandsAgainstComparing() {
    RunComparison comparison =
        RunComparison.of(
            record("a", SampleRun.published(0.2), "quick"),
            record("b", SampleRun.published(0.1).invalid("interrupted"), "full"));
    assertThat(comparison.comparable()).isFalse();
    assertThat(comparison.reasons())
        .contains("b is invalid: interrupted", "different profile: quick and full");
  }

  @Test
  void anotherSpeedOfTheMachineStandsAgainstComparing() {
    RunRecord first = record("a", SampleRun.published(0.2), "quick");
    assertThat(RunComparison.of(first, calibrated(first, 1.05)).comparable()).isTrue();
    assertThat(RunComparison.of(first, calibrated(first, 1.15)).reasons())
        .singleElement()
        .asString()
        .contains("calibration scores 1235", "1420", "more than 10 % apart");
  }

  @Test
  void otherFlagsAndSettingsStandAgainstComparing() {
    RunRecord first = record("a", SampleRun.published(0.2), "quick");
    Environment it = first.environment();
    RunRecord otherHeap =
        Records.with(first, "environment", Records.with(it, "jvmFlags", List.of("-Xmx1g")));
    RunRecord notDurable =
        Records.with(
            first, "environment", Records.with(it, "postgresSettings", Map.of("fsync", "off")));
    assertThat(RunComparison.of(first, otherHeap).reasons())
        .singleElement()
        .asString()
        .contains("different JVM flags");
    assertThat(RunComparison.of(first, notDurable).reasons())
        .singleElement()
        .asString()
        .contains("different settings of the database", "fsync=off");
    RunRecord small = service(first, Map.of("POOL", "10", "URL", "jdbc:postgresql://a:1/b"));
    RunRecord large = service(first, Map.of("POOL", "50", "URL", "jdbc:postgresql://c:2/d"));
    assertThat(RunComparison.of(small, large).reasons())
        .containsExactly("different setting POOL: 10 and 50");
    assertThat(
            RunComparison.of(
                    service(first, Map.of("LOCATION", "/tmp/area-1")),
                    service(first, Map.of("LOCATION", "/tmp/area-2")))
                .reasons())
        .isEmpty();
    RunRecord otherData =
        Records.with(first, "manifest", Records.with(first.manifest(), "seed", 43L));
    assertThat(RunComparison.of(first, otherData).reasons())
        .containsExactly("different seed: 42 and 43");
  }

  private static RunRecord service(RunRecord run, Map<String, String> settings) {
    return Records.with(
        run, "environment", Records.with(run.environment(), "serviceSettings", settings));
  }

  @Test
  void anotherScaleStandsAgainstComparing() {
    assertThat(
            RunComparison.of(
                    record("a", SampleRun.published(0.2), "quick"),
                    record("b", SampleRun.published(0.2).without("remote-20x50"), "quick"))
                .reasons())
        .singleElement()
        .asString()
        .contains("different scale: 8 of 8", "7 of 8");
  }

  @Test
  void otherProcessorsOfARoleStandAgainstComparing() {
    assertThat(RunComparison.of(limited(0.3, "cgroup-v1"), limited(0.3, "cgroup-v1")).comparable())
        .isTrue();
    assertThat(RunComparison.of(limited(0.3, "cgroup-v1"), limited(0.5, "cgroup-v1")).reasons())
        .containsExactly(
            "different processors of postgresql: 0.3 of a core by cgroup-v1 and 0.5 of a core by"
                + " cgroup-v1");
    assertThat(RunComparison.of(limited(0.3, "cgroup-v1"), limited(0.3, "systemd")).comparable())
        .isFalse();
    assertThat(
            RunComparison.of(
                    limited(0.3, "cgroup-v1"), record("b", SampleRun.published(0.2), "quick"))
                .reasons())
        .containsExactly(
            "different processors of postgresql: 0.3 of a core by cgroup-v1 and no limit");
  }

  private static RunRecord limited(double cores, String way) {
    Comparison comparison =
        new Comparison(
            SampleRun.BASELINE,
            Records.with(
                SampleRun.published(0.2).measured(),
                "roles",
                List.of(new RoleProcessors("postgresql", cores, way, null))),
            "quick");
    return comparison.record(
        "limited", "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }

  @Test
  void aRatioHasASpreadAndOneOfAlikeRunsDoesNotDiffer() {
    RunComparison.Difference alike =
        row(
            RunComparison.of(
                record("a", SampleRun.published(0.2), "quick"),
                record("b", SampleRun.published(0.2), "quick")),
            "remote-10x100.create-node.avg");
    assertThat(alike.spread()).isBetween(0.001, 0.01);
    assertThat(alike.differs()).isFalse();
    RunComparison.Difference faster =
        row(
            RunComparison.of(
                record("a", SampleRun.published(0.2), "quick"),
                record("b", SampleRun.published(0.1), "quick")),
            "remote-10x100.create-node.avg");
    assertThat(faster.differs()).isTrue();
  }

  private static RunRecord calibrated(RunRecord run, double factor) {
    Environment it = run.environment();
    Environment other =
        new Environment(
            it.cpu(),
            it.cores(),
            it.memoryBytes(),
            it.os(),
            it.jdk(),
            it.jvmFlags(),
            it.postgres(),
            it.postgresSettings(),
            it.serviceSettings(),
            Objects.requireNonNull(it.calibrationScore()) * factor);
    return new Comparison(SampleRun.BASELINE, SampleRun.published(0.2).measured(), "quick")
        .record("b", "local", run.manifest(), other);
  }

  private static RunComparison.Difference row(RunComparison comparison, String id) {
    return comparison.rows().stream().filter(r -> r.id().equals(id)).findFirst().orElseThrow();
  }

  private static RunRecord record(String id, SampleRun run, String profile) {
    Comparison comparison = new Comparison(SampleRun.BASELINE, run.measured(), profile);
    return comparison.record(
        id, "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }
}
