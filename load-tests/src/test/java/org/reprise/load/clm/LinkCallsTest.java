package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkCallsTest {
  private static final String SOURCE = "http://127.0.0.1:8886/ccm/resource/1";

  /** Credentials go to the application that was named, whatever its answers name. */
  @Test
  void whatWasCreatedIsSavedAtTheOriginThatWasNamed() {
    assertThat(LinkCalls.at("http://127.0.0.1:8886", "http://elsewhere/ccm/resource/1?v=%2F"))
        .isEqualTo("http://127.0.0.1:8886/ccm/resource/1?v=%2F");
    assertThat(LinkCalls.at("http://127.0.0.1:8886", SOURCE)).isEqualTo(SOURCE);
  }
}
