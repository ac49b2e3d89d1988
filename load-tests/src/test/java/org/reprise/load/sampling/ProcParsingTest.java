package org.reprise.load.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void sumsTheHeapsPools() {
    var text =
        """
        # HELP jvm_memory_used_bytes The amount of used memory
        jvm_memory_used_bytes{area="heap",id="Eden Space"} 1.5E7
        jvm_memory_used_bytes{area="heap",id="Tenured Gen"} 2000000.0
        jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.0E7
        """;

    assertThat(HeapGauge.usedHeap(text.lines())).hasValue(1.7e7);
    assertThat(HeapGauge.usedHeap("nothing 1".lines())).isEmpty();
  }
}
