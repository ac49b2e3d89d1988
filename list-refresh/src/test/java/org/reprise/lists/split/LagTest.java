package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.postgresql.replication.LogSequenceNumber;

class LagTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private final Lag lag = new Lag();

  private Duration note(long written, long replayed, long second) {
    lag.note(LogSequenceNumber.valueOf(written), second * SECOND);
    return age(replayed, second);
  }

  private Duration age(long replayed, long second) {
    return lag.age(LogSequenceNumber.valueOf(replayed), second * SECOND);
  }

  @Test
  void idleReaderHasNoLag() {
    assertThat(note(100, 100, 0)).isZero();
    assertThat(note(100, 100, 3_600)).isZero();
  }

  @Test
  void isTheAgeOfTheOldestMissingPosition() {
    note(100, 100, 0);
    note(200, 100, 1);
    note(300, 100, 2);
    assertThat(note(400, 100, 5)).isEqualTo(Duration.ofSeconds(4));
    assertThat(note(400, 200, 6)).isEqualTo(Duration.ofSeconds(4));
    assertThat(note(400, 400, 7)).isZero();
  }

  @Test
  void growsWhileReaderIsStuckAndWriterIsIdle() {
    note(200, 100, 0);
    assertThat(note(200, 100, 60)).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void usesKnownPositionsWhileTheWriterDoesNotAnswer() {
    note(200, 100, 0);
    assertThat(age(100, 30)).isEqualTo(Duration.ofSeconds(30));
    assertThat(age(200, 31)).isZero();
  }

  @Test
  void staysExactBeyondTheKeptPositions() {
    for (int second = 0; second < 50_000; second++) {
      note(1_000 + second, 0, second);
    }
    assertThat(note(60_000, 0, 50_000)).isEqualTo(Duration.ofSeconds(50_000));
  }
}
