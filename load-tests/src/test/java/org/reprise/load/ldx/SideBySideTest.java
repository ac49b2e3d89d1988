package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.load.clm.Link;

/** That all read every change of each round is a check that can fail. */
class SideBySideTest {
  private static final Link OLD = new Link("http://h/1", "http://p", "http://h/rm/1");
  private static final Link NEW = new Link("http://h/2", "http://p", "http://h/rm/2");
  private static final Set<Link> BOTH = Set.of(OLD, NEW);

  @Test
  void everyRoundIsReadWhole() {
    var whole = List.of(80L, 20L, 20L, 20L, 20L);
    assertThat(SideBySide.sameChanges(whole, 20).passed()).isTrue();
    assertThat(SideBySide.sameChanges(whole, 21).passed()).isFalse();
    assertThat(SideBySide.sameChanges(whole, 21).detail())
        .isEqualTo("4 rounds of 21 changes, of which the index read [20, 20, 20, 20]");
    assertThat(SideBySide.sameChanges(whole.subList(0, 4), 20).passed()).isFalse();
  }

  @Test
  void sameLinksPass() {
    var check = SideBySide.sameLinks(BOTH, Map.of("ldx", BOTH, "jena-batched", BOTH));
    assertThat(check.passed()).isTrue();
    assertThat(check.detail()).isEqualTo("2 links were created");
  }

  @Test
  void missingOrOtherLinksFail() {
    var other = Set.of(OLD, new Link("http://h/2", "http://p", "x"));
    for (var wrong : List.of(Set.of(OLD), other, Set.<Link>of())) {
      assertThat(SideBySide.sameLinks(BOTH, Map.of("ldx", wrong, "jena", BOTH)).passed()).isFalse();
      assertThat(SideBySide.sameLinks(BOTH, Map.of("ldx", BOTH, "jena", wrong)).passed()).isFalse();
    }
    assertThat(SideBySide.sameLinks(BOTH, Map.of("ldx", BOTH, "jena", other)).detail())
        .endsWith("; jena holds 1 of them and 1 others");
  }
}
