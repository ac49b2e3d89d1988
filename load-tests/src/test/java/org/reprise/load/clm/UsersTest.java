package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UsersTest {
  private static final Duration THINK = Duration.ofSeconds(2);
  private static final long NOW = -7_654_321_987L; // nanoTime may be negative

  @Test
  void usersWhoAreHeldUpTogetherDoNotStayTogether() {
    var users = 1000;
    var tenths =
        IntStream.range(0, users)
            .mapToLong(user -> Users.untilTurn(THINK, user, NOW).toMillis() / 200)
            .boxed()
            .toList();

    for (long tenth = 5; tenth < 15; tenth++) {
      var turns = tenths.stream().filter(Long.valueOf(tenth)::equals).count();
      assertThat((double) turns).as("turns in tenth %d", tenth).isCloseTo(100, within(3.0));
    }
  }

  @Test
  void turnsOfAUserAreAThinkTimeApart() {
    var turn = NOW + Users.untilTurn(THINK, 7, NOW).toNanos();
    var answered = turn + Duration.ofMillis(300).toNanos();
    var early = turn - Duration.ofMillis(1).toNanos();

    assertThat(Users.untilTurn(THINK, 7, answered)).isEqualTo(THINK.minusMillis(300));
    assertThat(Users.untilTurn(THINK, 7, early)).isEqualTo(THINK.plusMillis(1));
  }

  @Test
  void whoeverDoesNotThinkDoesNotWait() {
    assertThat(Users.untilTurn(Duration.ZERO, 7, NOW)).isZero();
  }
}
