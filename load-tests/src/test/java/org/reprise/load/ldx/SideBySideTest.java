package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reprise.load.triplestore.PlainIndexer.Indexed;

/** That all read every change of each round is a check that can fail. */
class SideBySideTest {
  @Test
  void everyRoundIsReadWhole() {
    var whole = Collections.nCopies(SideBySide.ROUNDS, new Indexed(20, 0.1));
    assertThat(SideBySide.sameChanges(Map.of("ldx", whole), 20).passed()).isTrue();
    assertThat(SideBySide.sameChanges(Map.of("ldx", whole), 21).detail())
        .isEqualTo("4 rounds of 21 changes: ldx read [20, 20, 20, 20]");
    assertThat(SideBySide.sameChanges(Map.of("ldx", whole.subList(0, 3)), 20).passed()).isFalse();
  }
}
