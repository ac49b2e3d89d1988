package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UiScriptsTest {
  /** Else those of one script would create together, and a short window would see all or none. */
  @ParameterizedTest
  @ValueSource(ints = {300, 1100, 1350, 4675})
  void usersOfEachScriptComeInTheMiddleOfAllItsPagesAlike(int users) {
    var writers = users * 3 / 10;
    for (var script = 0; script < 2; script++) {
      var wanted = script;
      var ahead = new int[UiScripts.PAGES];
      IntStream.range(0, writers)
          .filter(user -> UiScripts.script(user, 0, 2) == wanted)
          .forEach(user -> ahead[UiScripts.ahead(user)]++);
      var even = writers / 2 / UiScripts.PAGES;
      for (var count : ahead) {
        assertThat(count).isBetween(even, even + 1);
      }
    }
  }
}
