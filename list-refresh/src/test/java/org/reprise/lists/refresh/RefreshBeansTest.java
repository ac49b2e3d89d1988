package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefreshBeansTest {
  private static final RefreshSettings TEN_OF_EACH =
      new RefreshSettings(
          RefreshMode.FAST,
          Duration.ofSeconds(10),
          1_000,
          10,
          10,
          1_000,
          Duration.ofSeconds(15),
          3,
          1_250_000,
          Duration.ofSeconds(5));

  private static Map<RefreshMode, Integer> atOnce(int writing, int reading) {
    return RefreshBeans.maxParallel(TEN_OF_EACH, writing, reading);
  }

  private static Map<RefreshMode, Integer> each(int fast, int compat) {
    return Map.of(RefreshMode.FAST, fast, RefreshMode.COMPAT, compat);
  }

  @Test
  void usesTheSetParallelismWhereThePoolAllowsIt() {
    assertThat(atOnce(24, 24)).isEqualTo(each(10, 10));
    assertThat(atOnce(24, 16)).isEqualTo(each(10, 10));
  }

  @Test
  void refreshesLeaveConnectionsOfTheWriterFree() {
    assertThat(atOnce(8, 16)).isEqualTo(each(3, 3));
    assertThat(atOnce(1, 16)).isEqualTo(each(1, 1));
  }

  @Test
  void refreshesLeaveConnectionsOfTheReaderFree() {
    assertThat(atOnce(24, 8)).isEqualTo(each(6, 6));
    assertThat(atOnce(24, 1)).isEqualTo(each(1, 1));
  }
}
