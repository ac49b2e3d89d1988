package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkKeyTest {
  @Test
  void readsWhatItWrote() {
    ChunkKey key = new ChunkKey(UUID.randomUUID(), 500);
    assertThat(ChunkKey.parse(key.toString())).isEqualTo(key);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        ":",
        "1:1",
        "00000000-0000-0000-0000-000000000000",
        "00000000-0000-0000-0000-000000000000:",
        "00000000-0000-0000-0000-000000000000:-1",
        "00000000-0000-0000-0000-000000000000:9999999999",
        "00000000-0000-0000-0000-00000000000g:1"
      })
  void refusesOtherKeys(String key) {
    assertThatThrownBy(() -> ChunkKey.parse(key)).isInstanceOf(InvalidChunk.class);
  }
}
