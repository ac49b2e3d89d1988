package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PingIdsTest {
  private final PingIds ids = PingIds.random("example.org");

  @Test
  void areUuidsOfVersionEightWithAHost() {
    assertThat(ids.messageId(7)).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@example\\.org");
    assertThat(ids.uuid(7).version()).isEqualTo(8);
    assertThat(ids.uuid(7).variant()).isEqualTo(2);
  }

  @Test
  void areUniqueAndTellTheirPing() {
    Set<UUID> seen = new HashSet<>();
    for (long number : new long[] {0, 1, 2, 1000, 1_000_000_007L}) {
      UUID uuid = ids.uuid(number);
      assertThat(seen.add(uuid)).isTrue();
      assertThat(PingIds.tokenOf(uuid)).isEqualTo(ids.token());
      assertThat(PingIds.numberOf(uuid)).hasValue(number);
    }
    assertThat(PingIds.random("example.org").token()).isNotEqualTo(ids.token());
  }

  @Test
  void anybodyElsesUuidHasNoNumber() {
    UUID other = UUID.fromString("3bcc833a-2af4-49c7-92de-3b573fd93ae0");
    assertThat(PingIds.tokenOf(other)).isEmpty();
    assertThat(PingIds.numberOf(other)).isEmpty();
  }

  @Test
  void refusesWhatIsNoTokenOrHost() {
    assertThatThrownBy(() -> new PingIds("abc", "h")).hasMessageContaining("15 hexadecimal");
    assertThatThrownBy(() -> new PingIds(ids.token(), "a b")).hasMessageContaining("host");
  }
}
