package org.reprise.ebms.ping;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.envelope.PartyId;

class PongGroupTest {
  private static final UUID ID = UUID.fromString("00000000-0000-0000-0000-00000000000a");

  private static final BiConsumer<String, RuntimeException> NONE =
      (line, why) -> {
        throw why;
      };

  private static StoredPong pong(int number) {
    return new StoredPong(
        new UUID(1, number),
        "example.org",
        URI.create("http://127.0.0.1:8884/ebms?x=" + number),
        "cpa ü|" + number,
        "talk\u00a0" + number,
        "ref-" + number + "@example.org",
        List.of(new PartyId("urn:osb:oin", "0001"), new PartyId(null, "two")),
        List.of(new PartyId("", "0002")),
        Instant.parse("2026-11-21T07:46:30.05Z").plusMillis(number));
  }

  @Test
  void readsWhatItWrote() {
    List<StoredPong> pongs = List.of(pong(1), pong(2), pong(3));
    PongGroup read = PongGroup.of(ID, PongGroup.text(pongs), NONE);
    assertThat(read.id()).isEqualTo(ID);
    assertThat(read.remaining()).containsExactlyInAnyOrderElementsOf(pongs);
    assertThat(read.remaining())
        .allSatisfy(pong -> assertThat(pong.body()).isEqualTo(same(pongs, pong).body()));
  }

  private static StoredPong same(List<StoredPong> pongs, StoredPong one) {
    return pongs.stream().filter(one::equals).findFirst().orElseThrow();
  }

  @Test
  void endsWithItsLastPong() {
    PongGroup group = new PongGroup(ID, List.of(pong(1), pong(2)));
    assertThat(group.isPartlySent()).isFalse();
    assertThat(group.remove(pong(1))).isFalse();
    assertThat(group.isPartlySent()).isTrue();
    assertThat(group.remove(pong(2))).isTrue();
    assertThat(group.isPartlySent()).isFalse();
  }

  @Test
  void rewritesOnceForSentPongs() {
    PongGroup group = new PongGroup(ID, List.of(pong(1), pong(2)));
    group.remove(pong(1));
    assertThat(PongGroup.of(ID, group.shrunk(), NONE).remaining()).containsExactly(pong(2));
    assertThat(group.isPartlySent()).isFalse();
  }

  @Test
  void readsTheRestOfARowWithUnreadableLines() {
    List<String> unreadable = new ArrayList<>();
    String text = PongGroup.text(List.of(pong(1))) + "a\tb\n" + PongGroup.text(List.of(pong(2)));
    PongGroup group =
        PongGroup.of(
            ID,
            text.replace("http://127.0.0.1:8884/ebms?x=1\t", "no address\t"),
            (line, why) -> unreadable.add(why.getMessage()));
    assertThat(group.remaining()).containsExactly(pong(2));
    assertThat(unreadable)
        .satisfiesExactly(
            first -> assertThat(first).contains("no address"),
            second -> assertThat(second).contains("2 fields"));
  }
}
