package org.reprise.load.triplestore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.load.clm.Link;

/** Whether the index and a plain store hold the same is a check that can fail. */
class HeldTest {
  private static final Link OLD = new Link("http://h/1", "http://p", "http://h/rm/1");
  private static final Link NEW = new Link("http://h/2", "http://p", "http://h/rm/2");
  private static final Held BOTH = new Held(Set.of("http://h/1", "http://h/2"), Set.of(OLD, NEW));

  @Test
  void theSameIsTheSame() {
    var check = BOTH.same("batched", BOTH, Set.of(NEW));
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
      assertThat(BOTH.same("batched", wrong, Set.of()).passed()).isFalse();
      assertThat(wrong.same("batched", BOTH, Set.of()).passed()).isFalse();
    }
  }

  /** Both could have missed it. */
  @Test
  void whatWasCreatedMustBeInBoth() {
    var fewer = new Held(Set.of("http://h/1"), Set.of(OLD));
    var check = fewer.same("per-item", fewer, Set.of(NEW));
    assertThat(check.passed()).isFalse();
    assertThat(check.detail()).endsWith("of 1 links that were created 1 are not in both");
  }
}
