package org.reprise.ldx.rdf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextsTest {
  @Test
  void replacesCharactersThatXmlCannotHold() {
    assertThat(Texts.storable("a\u0001b\uffff\ud800 \ud83d\ude00", 20))
        .isEqualTo("a b   \ud83d\ude00");
  }

  @Test
  void refusesUriThatXmlCannotHold() {
    assertThat(Texts.isUsableUri("http://a.test/\ufffd")).isTrue();
    assertThat(Texts.isUsableUri("http://a.test/\ufffe")).isFalse();
    assertThat(Texts.isUsableUri("http://a.test/\uffff")).isFalse();
  }

  @Test
  void cutsBetweenCharacters() {
    assertThat(Texts.storable("a\ud83d\ude00b", 2)).isEqualTo("a\ud83d\ude00…");
  }
}
