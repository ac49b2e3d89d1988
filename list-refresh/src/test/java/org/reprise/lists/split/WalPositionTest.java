package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WalPositionTest {
  @Test
  void comparesAsUnsignedNumber() {
    WalPosition early = new WalPosition(0x7FFFFFFF_FFFFFFFFL);
    WalPosition late = new WalPosition(0x80000000_00000000L);
    assertThat(late.shows(early)).isTrue();
    assertThat(early.shows(late)).isFalse();
    assertThat(early.shows(early)).isTrue();
    assertThat(late.since(early)).isEqualTo(1);
    assertThat(WalPosition.later(early, late)).isEqualTo(late);
  }

  @Test
  void isWrittenAsPostgresqlReadsIt() {
    assertThat(new WalPosition(0xA_00000010L)).hasToString("A/10");
  }
}
