package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkTest {
  @Test
  void isReadAsItWasWritten() {
    var link =
        new Link("http://h/ccm/resource/1", Scenario.CCM_RM.predicate(), "http://h/rm/resource/2");
    assertThat(Link.of(link.text())).isEqualTo(link);
  }
}
