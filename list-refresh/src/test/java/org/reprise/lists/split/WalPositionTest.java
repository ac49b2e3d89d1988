package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalPositionTest {
  @ParameterizedTest
  @ValueSource(strings = {"0/0", "0/16B3748", "1/0", "A/FFFFFFFF", "FFFFFFFF/FFFFFFFF"})
  void writesWhatItRead(String text) {
    assertThat(WalPosition.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0/", "/0", "0/G", "0/123456789", "-1/0"})
  void refusesInvalidPositions(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> WalPosition.parse(text));
  }

  @Test
  void comparesAsUnsignedNumber() {
    WalPosition early = WalPosition.parse("7FFFFFFF/FFFFFFFF");
    WalPosition late = WalPosition.parse("80000000/0");
    assertThat(late.shows(early)).isTrue();
    assertThat(early.shows(late)).isFalse();
    assertThat(early.shows(early)).isTrue();
    assertThat(late.since(early)).isEqualTo(1);
  }
}
