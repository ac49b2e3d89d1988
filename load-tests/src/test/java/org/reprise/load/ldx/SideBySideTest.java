package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.load.ldx.PlainIndexer.Indexed;
import org.reprise.load.ldx.SideBySide.Held;

/** Whether the index and a plain store hold the same is a check that can fail. */
class SideBySideTest {
  private static final Link OLD = new Link("http://h/1", "http://p", "http://h/rm/1");
  private static final Link NEW = new Link("http://h/2", "http://p", "http://h/rm/2");
  private static final Held BOTH = new Held(Set.of("http://h/1", "http://h/2"), Set.of(OLD, NEW));

  @Test
  void theSameIsTheSame() {
    var check = SideBySide.same("batched", BOTH, BOTH, Set.of(NEW));
    assertThat(check.passed()).isTrue();
    assertThat(check.id()).isEqualTo("same-as-plain-store.batched");
    assertThat(check.detail())
        .isEqualTo(
            "Jena TDB2 holds 2 resources with 2 links, the index 2 of them with 2; of 1 links that"
                + " were created 0 are not in both");
  }

  @Test
  void whatOneLacksOrHasOtherwiseFails() {
    var fewer = new Held(Set.of("http://h/1"), Set.of(OLD));
    var bare = new Held(BOTH.artifacts(), Set.of(OLD));
    var other = new Held(BOTH.artifacts(), Set.of(OLD, new Link("http://h/2", "http://p", "x")));
    for (var wrong : List.of(fewer, bare, other)) {
      assertThat(SideBySide.same("batched", BOTH, wrong, Set.of()).passed()).isFalse();
      assertThat(SideBySide.same("batched", wrong, BOTH, Set.of()).passed()).isFalse();
    }
  }

  /** Both could have missed it. */
  @Test
  void whatWasCreatedMustBeInBoth() {
    var fewer = new Held(Set.of("http://h/1"), Set.of(OLD));
    var check = SideBySide.same("per-item", fewer, fewer, Set.of(NEW));
    assertThat(check.passed()).isFalse();
    assertThat(check.detail()).endsWith("of 1 links that were created 1 are not in both");
  }

  @Test
  void everyRoundIsReadWhole() {
    var whole = Collections.nCopies(SideBySide.ROUNDS, new Indexed(20, 0.1));
    assertThat(SideBySide.sameChanges(Map.of("ldx", whole), 20).passed()).isTrue();
    assertThat(SideBySide.sameChanges(Map.of("ldx", whole), 21).detail())
        .isEqualTo("4 rounds of 21 changes: ldx read [20, 20, 20, 20]");
    assertThat(SideBySide.sameChanges(Map.of("ldx", whole.subList(0, 3)), 20).passed()).isFalse();
  }
}
