package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.clm.UserLoad.Group;
import org.reprise.load.clm.Users;

class UiScriptsTest {
  /** Else those of one script would create together, and a short window would see all or none. */
  @ParameterizedTest
  @ValueSource(ints = {300, 1100, 1350, 4675})
  void usersOfEachScriptComeInTheMiddleOfAllItsPagesAlike(int users) {
    var writers = users * 3 / 10;
    var writing = new Group(UiScripts.WRITES, writers, Duration.ZERO);
    var groups =
        Users.order(List.of(new Group(UiScripts.READS, users - writers, Duration.ZERO), writing));
    for (var script = 0; script < 2; script++) {
      var wanted = script;
      var ahead = new int[UiScripts.PAGES];
      IntStream.range(0, users)
          .filter(user -> groups.get(user) == writing && UiScripts.script(user, 0, 2) == wanted)
          .forEach(user -> ahead[UiScripts.ahead(user)]++);
      var even = writers / 2 / UiScripts.PAGES;
      for (var count : ahead) {
        assertThat(count).isBetween(even - 2, even + 3);
      }
    }
  }
}
