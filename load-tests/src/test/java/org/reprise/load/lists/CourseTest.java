package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.LoadModel.Think;

class CourseTest {
  private static final long SECOND = 1_000_000_000L;
  private static final ListsLoad.Imports IMPORTS =
      new ListsLoad.Imports("http://127.0.0.1:1", "f.mrc", Duration.ofMillis(100));

  @Test
  void desksWorkTheirLeastTimeAndAsLongAsOtherFlows() {
    var course = new Course(load(lists(false), IMPORTS));
    course.begin(5 * SECOND);

    assertThat(course.desksGoOn(100 * SECOND)).isTrue();
    course.refreshed();
    course.refreshed();
    assertThat(course.desksGoOn(100 * SECOND)).isTrue();
    course.imported();
    assertThat(course.desksGoOn(100 * SECOND)).isFalse();
    assertThat(course.desksGoOn(6 * SECOND)).isTrue();
  }

  @Test
  void importsAreRepeatedWhileListsAreRefreshed() {
    var course = new Course(load(lists(false), IMPORTS));

    assertThat(course.importAgain(0, SECOND)).isTrue();
    assertThat(course.importAgain(5, SECOND)).isTrue();
    course.refreshed();
    course.refreshed();
    assertThat(course.importAgain(5, SECOND)).isFalse();
    assertThat(course.refreshAgain(1, SECOND)).isFalse();
  }

  @Test
  void importsAreRepeatedForTheDesksTimeWithoutLists() {
    var course = new Course(load(null, IMPORTS));
    course.begin(5 * SECOND);

    assertThat(course.importAgain(3, 6 * SECOND)).isTrue();
    assertThat(course.importAgain(3, 7 * SECOND)).isFalse();
  }

  @Test
  void fastRefreshesAreRepeatedDuringTheImport() {
    var course = new Course(load(lists(true), IMPORTS));

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
    var course = new Course(load(lists(true), IMPORTS));
    course.imported();

    assertThat(course.refreshAgain(0, SECOND)).isTrue();
  }

  private static ListsLoad load(
      ListsLoad.@Nullable Lists lists, ListsLoad.@Nullable Imports imports) {
    return new ListsLoad(
        "diku",
        1000,
        Duration.ofSeconds(2),
        lists,
        new ListsLoad.Desks("http://127.0.0.1:1", 20, 0.43, new Think(1, 7), 3_000, "sp", 1),
        imports);
  }

  private static ListsLoad.Lists lists(boolean repeated) {
    return new ListsLoad.Lists(
        "http://127.0.0.1:1", List.of("a", "b"), "fast", Duration.ZERO, repeated);
  }
}
