package org.reprise.load.content;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.LoadModel.Think;

class ContentUserTest {
  private static ContentUser user(int number) {
    return new ContentUser(
        new ContentLoad(
            new Repository.Address("", "", ""),
            List.of(),
            List.of(),
            Duration.ZERO,
            new Think(2, 5.6),
            Map.of("add", 10, "remove", 30, "view", 60),
            1),
        number);
  }

  @Test
  void drawsOperationsByTheirWeights() {
    var user = user(1);
    var drawn =
        Stream.generate(
                () -> {
                  user.added("id");
                  return user.next();
                })
            .limit(10_000)
            .collect(groupingBy(it -> it, counting()));
    assertThat(drawn.get("add")).isBetween(800L, 1200L);
    assertThat(drawn.get("remove")).isBetween(2700L, 3300L);
    assertThat(drawn.get("view")).isBetween(5600L, 6400L);
  }

  @Test
  void addsWhereItHasNothingToRemove() {
    var user = user(2);
    assertThat(Stream.generate(user::next).limit(500)).containsOnly("add", "view");
    user.added("first");
    user.added("second");
    assertThat(user.subject("remove")).isEqualTo("first");
  }

  @Test
  void thinksWithinItsBounds() {
    var user = user(3);
    assertThat(Stream.generate(user::think).limit(1000))
        .allMatch(it -> it.toMillis() >= 2000 && it.toMillis() <= 5600);
  }

  @Test
  void usersOfASeedDoTheSame() {
    var first = user(4);
    var same = user(4);
    assertThat(Stream.generate(first::next).limit(100))
        .containsExactlyElementsOf(Stream.generate(same::next).limit(100).toList());
  }
}
