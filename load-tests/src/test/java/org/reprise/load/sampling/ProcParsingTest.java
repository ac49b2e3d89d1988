package org.reprise.load.sampling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProcParsingTest {
  @Test
  void readsTimesBehindANameWithBlanksAndParentheses() {
    var stat =
        ProcStat.parse(
            "4317 (postgres: (x) y) S 1 4317 4317 0 -1 4194560 2617 88119 1 12 7 5 310 44 20 0 1 0 123 231 456");

    assertThat(stat).isEqualTo(new ProcStat(12, 354));
  }

  @Test
  void refusesWhatIsNoStatLine() {
    assertThatThrownBy(() -> ProcStat.parse("4317 postgres S 1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProcStat.parse("4317 (postgres) S 1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too few fields");
  }

  @Test
  void readsMemoryInKibibytes() {
    var status =
        ProcStatus.parse(
            "Name:\tpostgres\nVmRSS:\t 9000 kB\nRssAnon:\t    1024 kB\nRssFile:\t 2048 kB\nRssShmem:\t 4 kB\n");

    assertThat(status).isEqualTo(new ProcStatus(1024 * 1024, 2048 * 1024, 4096));
  }

  @Test
  void aZombieHasNoMemory() {
    assertThat(ProcStatus.parse("Name:\tpostgres\nState:\tZ (zombie)\n"))
        .isEqualTo(new ProcStatus(0, 0, 0));
  }

  @Test
  void machineWorksWhenStolenFromButNotWhenIdleOrWaiting() {
    assertThat(MachineUsage.working("cpu  100 20 30 99999 88888 4 5 41 0 0"))
        .isEqualTo(2.00, within(1e-9));
  }

  @Test
  void readsTheHeapInUse() {
    var answer =
        """
        {"name": "jvm.memory.used", "baseUnit": "bytes",
         "measurements": [{"statistic": "VALUE", "value": 1.7E7}],
         "availableTags": [{"tag": "id", "values": ["Eden Space", "Tenured Gen"]}]}
        """;

    assertThat(HeapGauge.usedHeap(answer.getBytes(UTF_8))).hasValue(1.7e7);
    assertThat(HeapGauge.usedHeap("{}".getBytes(UTF_8))).isEmpty();
  }
}
