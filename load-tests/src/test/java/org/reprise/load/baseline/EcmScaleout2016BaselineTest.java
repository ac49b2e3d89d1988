package org.reprise.load.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.baseline.LoadModel.Workflows;

class EcmScaleout2016BaselineTest {
  private final Baseline baseline = Baselines.load("ecm-scaleout-2016");

  @ParameterizedTest
  @CsvSource({
    "xfs-250-users.response, ms, 150",
    "xfs-1000-users.response, ms, 500",
    "scale-250-users.response, ms, 150",
    "scale-1000-users.response, ms, 700",
    "default-500.response, ms, 1500",
    "tuned-500.response, ms, 275",
    "index-off.all-searches, ms, 7000",
    "index-on.all-searches, ms, 200",
    "storage-reads.pool-1-gib-20k, calls, 2000000",
    "storage-reads.pool-8-gib-20k, calls, 1200000",
    "throughput.tuned, '', 1.3",
    "cpu.xfs-1000-users, %, 2300",
    "cpu.node, %, 1960",
    "cpu.database, %, 230",
    "disk.scale-1000-users, MiB/s, 115",
    "population.text-1k.count, documents, 3000000",
    "level.high.cpu-least, %, 2000",
    "inodes.limit, inodes, 614464",
  })
  void holdsTheFigure(String id, String unit, double value) {
    Figure figure = baseline.find(id).orElseThrow();
    assertThat(figure.unit()).isEqualTo(unit);
    assertThat(figure.value()).isEqualTo(value);
  }

  @Test
  void factorsFollowFromTheirTimes() {
    for (String id : List.of("tuning.response", "index.gain")) {
      Figure figure = baseline.find(id).orElseThrow();
      double value =
          Formulas.value(
              Objects.requireNonNull(figure.formula()),
              it -> baseline.find(it).orElseThrow().value());
      assertThat(value).as(id).isCloseTo(figure.value(), offset(0.005));
    }
  }

  /** The count of Table 14 that the report does not add up, and its rows' sizes. */
  @Test
  void populationHasTheRowsOfTheTable() {
    assertThat(sum(".count")).isEqualTo(5_134_500 + 180_000);
    assertThat(sum(".size")).isCloseTo(293.7, offset(1e-9));
  }

  private double sum(String end) {
    return baseline.statements().stream()
        .filter(it -> it.id().matches("population\\..+\\" + end))
        .mapToDouble(Figure::value)
        .sum();
  }

  /** mmdiag's own identities, which a slip of the pen would break. */
  @Test
  void countersOfOpenFilesAgree() {
    assertThat(open("ins") - open("rem")).isEqualTo(open("cached"));
    assertThat(open("creat") - open("destr")).isEqualTo(open("created"));
    assertThat(open("steals-clean") + open("steals-dirty")).isEqualTo(open("steals"));
    assertThat(open("freed") - open("reuse")).isEqualTo(open("free"));
  }

  private double open(String id) {
    return baseline.find("mmdiag." + id).orElseThrow().value();
  }

  @Test
  void levelsAndLowerBoundsAreNoResults() {
    assertThat(baseline.statements())
        .filteredOn(it -> it.id().startsWith("level."))
        .hasSize(12)
        .allMatch(it -> it.kind() == Figure.Kind.REQUIREMENT);
    assertThat(
            Stream.of("throughput.tuned", "read-rate.pool-4-gib-100k")
                .map(it -> String.valueOf(baseline.find(it).orElseThrow().note())))
        .allMatch(it -> it.contains("lower bound"));
  }

  @Test
  void triesEachPoolWithEachNumberOfFiles() {
    for (String pool : List.of("1", "2", "4", "6", "8")) {
      for (String files : List.of("4k", "20k", "100k")) {
        Experiment one = baseline.require("pool-" + pool + "-gib-" + files);
        assertThat(((Workflows) one.loadModel()).workflows().getFirst().users()).isEqualTo(750);
      }
    }
  }
}
