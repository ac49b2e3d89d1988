package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.OperationSummary;

/** What makes the figures of a cell worthless. */
class CellRunTest {
  private static final Cell SPLIT_ON =
      ListsPlan.baseline().experiments().stream()
          .map(Cell::of)
          .filter(cell -> cell.hasLists() && cell.split())
          .findFirst()
          .orElseThrow();

  private static final ReadSources FROM_STANDBY = new ReadSources(1, 0, 0);
  private static final ReadSources FROM_WRITER = new ReadSources(0, 1, 0);
  private static final ReadSources FROM_BOTH = new ReadSources(0, 0, 1);

  private static FlowLoad load(int lists) {
    List<String> ids = List.of("a", "b").subList(0, lists);
    return new FlowLoad(
        SPLIT_ON.experiment(),
        1,
        "diku",
        new FlowLoad.Lists("http://127.0.0.1:1", ids, "compat", 0, false),
        null,
        null);
  }

  private static FlowSample sample(long finished, long errors) {
    return new FlowSample(
        "2026-01-01T00:00:00Z",
        1,
        List.of(summary(finished, errors)),
        List.of(),
        List.of(),
        List.of(),
        List.of(new FlowSample.Refreshed("a", "r", 200)),
        1,
        errors == 0 ? List.of() : List.of("refresh: 503"));
  }

  private static OperationSummary summary(long count, long errors) {
    return new OperationSummary(
        SPLIT_ON.experiment(), "steady", 1, "refresh", count, errors, 1, 1, 1, 0, 1, 1, 1, 1.0);
  }

  @Test
  void refreshesReadElsewhereThanTheCellsSettingSays() {
    assertThat(CellRun.fault(SPLIT_ON, load(1), sample(1, 0), FROM_STANDBY)).isNull();
    assertThat(CellRun.fault(SPLIT_ON, load(1), sample(1, 0), FROM_WRITER))
        .isEqualTo(
            "the split is on, but 1 of 1 refreshes read from the writer, 0 of them from both"
                + " servers");
    assertThat(CellRun.fault(SPLIT_ON, load(1), sample(1, 0), FROM_BOTH))
        .isEqualTo(
            "the split is on, but 1 of 1 refreshes read from the writer, 1 of them from both"
                + " servers");
  }

  @Test
  void flowsThatFailedOrWereNotDone() {
    assertThat(CellRun.fault(SPLIT_ON, load(1), sample(0, 0), FROM_STANDBY))
        .startsWith("nothing was done");
    assertThat(CellRun.fault(SPLIT_ON, load(1), sample(10, 1), FROM_STANDBY))
        .startsWith("1 of 11 flows failed: refresh: 503");
    assertThat(CellRun.fault(SPLIT_ON, load(2), sample(1, 0), FROM_STANDBY))
        .isEqualTo("1 of 2 lists were refreshed");
  }
}
