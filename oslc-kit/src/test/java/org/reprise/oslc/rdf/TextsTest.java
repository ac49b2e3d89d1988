package org.reprise.oslc.rdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslc.refusal.Refusal;

class TextsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x>",
        "http://a/b>",
        "http://a/b c",
        "http://a/b\u00a0c",
        "/a/b",
        "dcterms:title"
      })
  void rejectsTextsThatAreNoUris(String text) {
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(() -> Texts.requireUri("oslc_config:overrides", text))
        .withMessageContaining("oslc_config:overrides");
  }

  @Test
  void rejectsUriOverLimitInBytes() {
    String start = "http://a/";
    String longest = start + "b".repeat(2_000 - start.length());
    assertThat(Texts.requireUri("branch", longest)).isEqualTo(longest);
    assertThatExceptionOfType(Refusal.class)
        .isThrownBy(() -> Texts.requireUri("branch", start + "\u00fc".repeat(1_000)))
        .withMessageContaining("2,000 bytes");
  }
}
