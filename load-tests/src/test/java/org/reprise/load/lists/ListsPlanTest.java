package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.stack.Target;

class ListsPlanTest {
  @Test
  void runsEveryExperimentOfTheReport() {
    var plan = plan(ListsProfile.SMOKE, null);

    assertThat(plan.order(1).stream().map(Cell::experiment))
        .containsExactlyInAnyOrderElementsOf(
            ListsPlan.report().experiments().stream().map(Experiment::id).toList());
    assertThat(plan.notRun()).isEmpty();
    assertThat(plan.order(1)).hasSize(9);
  }

  @Test
  void comparedCellsAreAdjacentAndEverySecondRoundIsReversedWithoutWhatNoClaimNeeds() {
    var plan = plan(ListsProfile.FULL, null);

    assertThat(plan.repeat()).isEqualTo(3);
    assertThat(ids(plan, 1))
        .startsWith(
            "lists-separate-off", "lists-separate-on", "lists-separate-on-fast", "cico-di-off");
    var claimed = ids(plan(ListsProfile.QUICK, null), 1);
    assertThat(ids(plan, 2)).isEqualTo(claimed.reversed());
    assertThat(ids(plan, 3)).isEqualTo(claimed);
  }

  @Test
  void repeatsEveryCellAsOftenAsTheUserWants() {
    var plan = plan(ListsProfile.FULL, null, List.of(), 2);

    assertThat(plan.repeat()).isEqualTo(6);
    assertThat(ids(plan, 3)).doesNotContain("parallel-on-fast");
    assertThat(ids(plan, 4)).containsExactlyInAnyOrderElementsOf(ids(plan, 1));
    assertThat(ids(plan(ListsProfile.SMOKE, null, List.of(), 2), 2)).hasSize(9);
  }

  @Test
  void listsTheExperimentsThatOneExperimentLeavesOut() {
    var plan = plan(ListsProfile.QUICK, "parallel-on");

    assertThat(ids(plan, 1)).containsExactly("parallel-on");
    assertThat(plan.notRun()).hasSize(8).containsKey("parallel-off");
  }

  @Test
  void quickRunsWhatClaimsSpeakOf() {
    var plan = plan(ListsProfile.QUICK, null);

    assertThat(ids(plan, 1))
        .containsExactlyInAnyOrderElementsOf(
            ListsPlan.report().claims().stream()
                .flatMap(claim -> claim.experiments().stream())
                .distinct()
                .toList());
    assertThat(plan.repeat()).isEqualTo(3);
    assertThat(plan.notRun().get("parallel-on-fast")).contains("no claim needs it");
  }

  /**
   * On a share of a core a full refresh writes for minutes; the estimate must say so beforehand.
   */
  @Test
  void aPrimaryOnAShareOfACoreTakesLonger() {
    var limited = plan(ListsProfile.FULL, null, List.of());
    var unlimited = plan(ListsProfile.FULL, null, List.of("primary=none", "standby=none"));

    for (var cell : limited.order(1)) {
      if (cell.hasLists() && cell.mode().equals("compat")) {
        assertThat(limited.length(cell))
            .isGreaterThan(unlimited.length(cell).multipliedBy(3).dividedBy(2));
      }
    }
    assertThat(limited.needs().wall()).isGreaterThan(unlimited.needs().wall());
  }

  @Test
  void refusesUnknownExperiment() {
    assertThatThrownBy(() -> plan(ListsProfile.QUICK, "parallel"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'parallel'")
        .hasMessageContaining("parallel-on-fast");
  }

  @Test
  void readsTheConditionOutOfTheQuery() {
    assertThat(ListCondition.of("{\"item_status\": {\"$ne\": \"Available\"}}"))
        .isEqualTo(new ListCondition("Available", true));
    assertThat(ListCondition.of("{\"item_status\": {\"$eq\": \"Checked out\"}}"))
        .isEqualTo(new ListCondition("Checked out", false));
    assertThatThrownBy(() -> ListCondition.of("{\"item_hrid\": {\"$eq\": \"x\"}}"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ListCondition.of("{"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not FQL");
  }

  @Test
  void everyQueryOfTheReportCanBeChecked() {
    assertThat(plan(ListsProfile.SMOKE, null).order(1).stream().filter(Cell::hasLists))
        .hasSize(7)
        .allMatch(cell -> !ListCondition.of(cell.query()).status().isEmpty());
  }

  @Test
  void twoThirdsOfTheItemsAreLent() {
    var inventory = ListsProfile.FULL.inventory();

    assertThat(inventory.out()).isEqualTo(200_000);
    assertThat(inventory.lent().count()).isEqualTo(200_000);
    assertThat(inventory.available().count()).isEqualTo(100_000);
    assertThatThrownBy(() -> new InventorySize(31)).isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> ids(ListsPlan plan, int repetition) {
    return plan.order(repetition).stream().map(Cell::experiment).toList();
  }

  private static ListsPlan plan(ListsProfile profile, @Nullable String experiment) {
    return plan(profile, experiment, List.of());
  }

  private static ListsPlan plan(
      ListsProfile profile, @Nullable String experiment, List<String> processors) {
    return plan(profile, experiment, processors, 1);
  }

  private static ListsPlan plan(
      ListsProfile profile, @Nullable String experiment, List<String> processors, int repeat) {
    return new ListsPlan(
        new RunRequest(
            profile.name(),
            Optional.ofNullable(experiment),
            repeat,
            1,
            processors,
            new Target.LocalProcesses()),
        profile,
        Duration.ZERO);
  }
}
