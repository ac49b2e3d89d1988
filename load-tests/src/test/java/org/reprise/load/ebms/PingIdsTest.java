package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PingIdsTest {
  private final PingIds ids = PingIds.random("example.org");

  @Test
  void areUuidsWithAHost() {
    assertThat(ids.messageId(7)).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@example\\.org");
  }

  @Test
  void areUniqueAndTellTheirPing() {
    Set<String> seen = new HashSet<>();
    for (int number : new int[] {0, 1, 2, 1000, 1_000_000_007}) {
      assertThat(seen.add(ids.messageId(number))).isTrue();
      assertThat(ids.numberOf(ids.messageId(number))).hasValue(number);
    }
    assertThat(PingIds.random("example.org").token()).isNotEqualTo(ids.token());
  }

  @Test
  void otherIdsHaveNoNumber() {
    for (var other :
        List.of(
            "",
            "somebody@else",
            "3bcc833a-2af4-49c7-92de-3b573fd93ae0@example.org",
            ids.messageId(1).replace("000001@", "00000x@"),
            ids.conversation(1) + "@example.com",
            ids.token() + "-ffffffffffff@example.org")) {
      assertThat(ids.numberOf(other)).as(other).isEmpty();
    }
  }

  @Test
  void rejectsWhatIsNoHost() {
    assertThatThrownBy(() -> PingIds.random("a b")).hasMessageContaining("host");
  }
}
