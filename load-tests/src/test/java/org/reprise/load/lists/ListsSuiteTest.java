package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;
import tools.jackson.core.JacksonException;

class ListsSuiteTest {
  @Test
  void runsEveryExperimentOfTheReport() {
    var plan = plan("full", null);

    assertThat(ListsSuite.order(plan, 1).stream().map(Workload::experiment))
        .containsExactlyInAnyOrderElementsOf(
            new ListsSuite().baseline().experiments().stream().map(Experiment::id).toList());
    assertThat(plan.notRun()).isEmpty();
    assertThat(ListsSuite.order(plan, 1)).hasSize(9);
  }

  @Test
  void comparedCellsAreAdjacentAndEverySecondRoundIsReversedWithoutWhatNoClaimNeeds() {
    var plan = plan("full", null);

    assertThat(plan.repeat()).isEqualTo(3);
    assertThat(ids(plan, 1))
        .startsWith(
            "lists-separate-off", "lists-separate-on", "lists-separate-on-fast", "cico-di-off");
    var claimed =
        List.of(
            "lists-separate-off",
            "lists-separate-on",
            "lists-separate-on-fast", // an aim of ours
            "cico-di-off",
            "cico-di-on",
            "parallel-off",
            "parallel-on");
    assertThat(ids(plan, 2)).isEqualTo(claimed.reversed());
    assertThat(ids(plan, 3)).isEqualTo(claimed);
  }

  @Test
  void repeatsEveryCellAsOftenAsTheUserWants() {
    var plan = plan("full", null, 2);

    assertThat(plan.repeat()).isEqualTo(6);
    assertThat(ids(plan, 3)).doesNotContain("parallel-on-fast");
    assertThat(ids(plan, 4)).containsExactlyInAnyOrderElementsOf(ids(plan, 1));
    assertThat(ids(plan("smoke", null, 2), 2)).hasSize(5);
  }

  @Test
  void listsTheExperimentsThatOneExperimentLeavesOut() {
    var plan = plan("quick", "parallel-on");

    assertThat(ids(plan, 1)).containsExactly("parallel-on");
    assertThat(plan.notRun()).hasSize(8).containsKey("parallel-off");
  }

  @Test
  void quickRunsTheCellsOfTheHeadlineWithEnoughInThem() {
    var plan = plan("quick", null);

    assertThat(ids(plan, 1))
        .containsExactly("lists-separate-off", "lists-separate-on", "parallel-off", "parallel-on");
    assertThat(plan.repeat()).isEqualTo(4);
    assertThat(plan.profile().count("items")).isGreaterThanOrEqualTo(20_000);
    assertThat(plan.profile().count("records")).isGreaterThanOrEqualTo(4_000);
    assertThat(plan.needs().seconds()).isLessThanOrEqualTo(450);
    assertThat(plan.notRun().get("parallel-on-fast")).contains("left out of the profile quick");
  }

  @Test
  void smokeHasEverythingThatCellsHave() {
    var cells = ListsSuite.order(plan("smoke", null), 1);

    assertThat(cells)
        .extracting(cell -> List.of(cell.hasLists(), cell.hasDesks(), cell.split()))
        .containsExactlyInAnyOrder(
            List.of(true, false, true),
            List.of(false, true, false),
            List.of(true, true, false),
            List.of(true, true, true),
            List.of(true, false, false));
    var lists = cells.stream().filter(Workload::hasLists).toList();
    assertThat(lists).extracting(Workload::mode).contains("compat", "fast");
    assertThat(lists).extracting(Workload::query).anyMatch(it -> it.contains("Checked out"));
    assertThat(lists).extracting(Workload::query).anyMatch(it -> it.contains("Available"));
    assertThat(lists).extracting(Workload::repeated).contains(false, true);
  }

  @Test
  void refusesUnknownExperiment() {
    assertThatThrownBy(() -> plan("quick", "parallel"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'parallel'")
        .hasMessageContaining("parallel-on-fast");
  }

  @Test
  void refusesPagesOfWhichNoneIsTheLast() {
    var suite = new ListsSuite();
    suite.pageSize = 0;

    assertThatThrownBy(() -> Plan.local(suite, "quick"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("page size: at least 1, not 0");
  }

  @Test
  void readsTheConditionOutOfTheQuery() {
    assertThat(Workload.Condition.of("{\"item_status\": {\"$ne\": \"Available\"}}"))
        .isEqualTo(new Workload.Condition("Available", true));
    assertThat(Workload.Condition.of("{\"item_status\": {\"$eq\": \"Checked out\"}}"))
        .isEqualTo(new Workload.Condition("Checked out", false));
    assertThatThrownBy(() -> Workload.Condition.of("{\"item_hrid\": {\"$eq\": \"x\"}}"))
        .isInstanceOf(JacksonException.class);
  }

  @Test
  void everyQueryOfTheReportCanBeChecked() {
    assertThat(ListsSuite.order(plan("full", null), 1).stream().filter(Workload::hasLists))
        .hasSize(7)
        .allMatch(cell -> !Workload.Condition.of(cell.query()).status().isEmpty());
  }

  @Test
  void twoThirdsOfTheItemsAreLent() {
    var inventory = new Inventory(Profile.of("lists", "full").count("items"));

    assertThat(inventory.out()).isEqualTo(200_000);
    assertThat(inventory.numbers(true).count()).isEqualTo(200_000);
    assertThat(inventory.numbers(false).count()).isEqualTo(100_000);
    assertThatThrownBy(() -> new Inventory(31)).isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> ids(Plan plan, int repetition) {
    return ListsSuite.order(plan, repetition).stream().map(Workload::experiment).toList();
  }

  private static Plan plan(String profile, @Nullable String experiment) {
    return plan(profile, experiment, 1);
  }

  private static Plan plan(String profile, @Nullable String experiment, int repeat) {
    return Plan.of(
        new ListsSuite(),
        profile,
        Optional.ofNullable(experiment),
        repeat,
        1,
        List.of(),
        new Target.LocalProcesses());
  }
}
