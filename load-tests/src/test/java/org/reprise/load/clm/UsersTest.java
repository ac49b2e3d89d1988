package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UsersTest {
  private static final Duration THINK = Duration.ofSeconds(2);
  private static final Duration ELAPSED = Duration.ofMillis(7_654);

  @Test
  void usersWhoAreHeldUpTogetherDoNotStayTogether() {
    var tenths =
        IntStream.range(0, 1000)
            .mapToLong(user -> Users.untilTurn(THINK, user / 1000.0, ELAPSED).toMillis() / 200)
            .boxed()
            .toList();

    for (long tenth = 5; tenth < 15; tenth++) {
      var turns = tenths.stream().filter(Long.valueOf(tenth)::equals).count();
      assertThat((double) turns).as("turns in tenth %d", tenth).isCloseTo(100, within(3.0));
    }
  }

  @Test
  void turnsOfAUserAreAThinkTimeApart() {
    var turn = ELAPSED.plus(Users.untilTurn(THINK, 0.7, ELAPSED));

    assertThat(Users.untilTurn(THINK, 0.7, turn.plusMillis(300))).isEqualTo(THINK.minusMillis(300));
    assertThat(Users.untilTurn(THINK, 0.7, turn.minusMillis(1))).isEqualTo(THINK.plusMillis(1));
  }

  @Test
  void whoeverDoesNotThinkDoesNotWait() {
    assertThat(Users.untilTurn(Duration.ZERO, 0.7, ELAPSED)).isZero();
  }
}
