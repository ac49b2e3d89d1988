package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CourseTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void desksWorkTheirLeastTimeAndAsLongAsOtherFlows() {
    var course = new Course(load(lists(false), imports(false)));
    course.begin(5 * SECOND);

    assertThat(course.desksGoOn(100 * SECOND)).isTrue();
    course.refreshed();
    course.refreshed();
    assertThat(course.desksGoOn(100 * SECOND)).isTrue();
    course.imported();
    assertThat(course.desksGoOn(100 * SECOND)).isFalse();
    assertThat(course.desksGoOn(6 * SECOND)).isTrue();
    assertThat(course.over(100 * SECOND)).isTrue();
  }

  @Test
  void importsAreRepeatedWhileListsAreRefreshed() {
    var course = new Course(load(lists(false), imports(true)));

    assertThat(course.importAgain(0, SECOND)).isTrue();
    assertThat(course.importAgain(5, SECOND)).isTrue();
    course.refreshed();
    course.refreshed();
    assertThat(course.importAgain(5, SECOND)).isFalse();
    assertThat(course.refreshAgain(1, SECOND)).isFalse();
  }

  @Test
  void importsAreRepeatedForTheDesksTimeWithoutLists() {
    var course = new Course(load(null, imports(true)));
    course.begin(5 * SECOND);

    assertThat(course.importAgain(3, 6 * SECOND)).isTrue();
    assertThat(course.importAgain(3, 7 * SECOND)).isFalse();
  }

  @Test
  void fastRefreshesAreRepeatedDuringTheImport() {
    var course = new Course(load(lists(true), imports(false)));

    assertThat(course.refreshAgain(0, SECOND)).isTrue();
    assertThat(course.refreshAgain(9, SECOND)).isTrue();
    assertThat(course.importAgain(1, SECOND)).isFalse();
    course.imported();
    assertThat(course.refreshAgain(9, SECOND)).isFalse();
  }

  @Test
  void refreshesAreRepeatedForTheDesksTimeWithoutAnImport() {
    var course = new Course(load(lists(true), null));
    course.begin(5 * SECOND);

    assertThat(course.refreshAgain(9, 6 * SECOND)).isTrue();
    assertThat(course.refreshAgain(9, 7 * SECOND)).isFalse();
  }

  @Test
  void everyListIsRefreshedAtLeastOnce() {
    var course = new Course(load(lists(true), imports(false)));
    course.imported();

    assertThat(course.refreshAgain(0, SECOND)).isTrue();
  }

  @Test
  void refusesTwoFlowsThatWaitForEachOther() {
    assertThatThrownBy(() -> load(lists(true), imports(true)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("wait for each other");
  }

  private static FlowLoad load(FlowLoad.@Nullable Lists lists, FlowLoad.@Nullable Imports imports) {
    return new FlowLoad(
        "diku",
        lists,
        new FlowLoad.Desks("http://127.0.0.1:1", 20, 0.43, 1, 7, 2_000, 3_000, "sp", 1),
        imports);
  }

  private static FlowLoad.Lists lists(boolean repeated) {
    return new FlowLoad.Lists("http://127.0.0.1:1", List.of("a", "b"), "fast", 0, repeated);
  }

  private static FlowLoad.Imports imports(boolean repeated) {
    return new FlowLoad.Imports("http://127.0.0.1:1", "f.mrc", 10, 1, 100, repeated);
  }
}
