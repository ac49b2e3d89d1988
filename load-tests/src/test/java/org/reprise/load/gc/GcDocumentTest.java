package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GcDocumentTest {
  private static final String GLOBAL = "http://gc/gc/configuration/";

  static final String STREAM =
      """
      @prefix oslc_config: <http://open-services.net/ns/config#> .
      @prefix gc: <urn:reprise:gc#> .
      <http://gc/gc/configuration/7> a oslc_config:Configuration, oslc_config:Stream ;
        oslc_config:component <http://gc/gc/component/3> ;
        oslc_config:previousBaseline <http://gc/gc/configuration/5> ;
        oslc_config:contribution <http://gc/gc/configuration/7#b>, <http://gc/gc/configuration/7#a> ;
        gc:resolvesTo <http://gc/gc/configuration/7#r2>, <http://gc/gc/configuration/7#r1> .
      <http://gc/gc/configuration/7#a> oslc_config:configuration <http://rm/rm/configuration/1> ;
        oslc_config:contributionOrder "a2" .
      <http://gc/gc/configuration/7#b> oslc_config:configuration <http://qm/qm/configuration/2> ;
        oslc_config:contributionOrder "a1" .
      <http://gc/gc/configuration/7#r1> oslc_config:configuration <http://gc/gc/configuration/7> ;
        oslc_config:component <http://gc/gc/component/3> ; gc:position 1 .
      <http://gc/gc/configuration/7#r2> oslc_config:configuration <http://qm/qm/configuration/2> ;
        oslc_config:component <http://qm/qm/component/9> ; gc:position 2 .
      <http://gc/gc/configuration/7#r3> oslc_config:configuration <http://rm/rm/configuration/1> ;
        oslc_config:component <http://rm/rm/component/9> ; gc:position 3 .
      <http://gc/gc/configuration/7#r4> oslc_config:configuration <http://rm/rm/configuration/8> ;
        oslc_config:component <http://rm/rm/component/9> ; gc:position 4 ; gc:skew true .
      """;

  @Test
  void readsContributionsAndWhatTheyResolveToInTheirOrder() {
    var document = GcDocument.of(GLOBAL + 7, STREAM);

    assertThat(document.isBaseline()).isFalse();
    assertThat(document.component()).isEqualTo("http://gc/gc/component/3");
    assertThat(document.previousBaseline()).isEqualTo(GLOBAL + 5);
    assertThat(document.baselineOfStream()).isEmpty();
    assertThat(document.targets())
        .containsExactly("http://qm/qm/configuration/2", "http://rm/rm/configuration/1");
    assertThat(document.resolved()).hasSize(4);
    assertThat(document.selected(GLOBAL))
        .containsExactly("http://qm/qm/configuration/2", "http://rm/rm/configuration/1");
    assertThat(document.componentOf("http://rm/rm/configuration/1"))
        .contains("http://rm/rm/component/9");
  }

  @Test
  void readsTheMembersOfAContainer() {
    assertThat(
            GcDocument.members(
                "http://rm/c",
                "<http://rm/c> <http://www.w3.org/ns/ldp#contains> <http://rm/2>, <http://rm/1> ."))
        .isEqualTo(List.of("http://rm/1", "http://rm/2"));
  }
}
