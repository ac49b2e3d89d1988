package org.reprise.load.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProcParsingTest {
  @Test
  void readsTicksOfFields() {
    assertThat(
            ProcessUsage.working(" S 1 4317 4317 0 -1 4194560 2617 88119 1 12 7 5 310 44", 12, 13))
        .isEqualTo(0.12, within(1e-9));
  }

  @Test
  void readsMemoryInKibibytes() {
    var status = "Name:\tpostgres\nVmRSS:\t 9000 kB\nRssAnon:\t    1024 kB\nRssShmem:\t 4 kB\n";

    assertThat(ProcessUsage.bytes(status, "RssAnon:")).isEqualTo(1024 * 1024);
    assertThat(ProcessUsage.bytes(status, "RssShmem:")).isEqualTo(4096);
  }

  @Test
  void aZombieHasNoMemory() {
    assertThat(ProcessUsage.bytes("Name:\tpostgres\nState:\tZ (zombie)\n", "RssAnon:")).isZero();
  }

  @Test
  void machineWorksWhenStolenFromButNotWhenIdleOrWaiting() {
    assertThat(ProcessUsage.ofMachine("cpu  100 20 30 99999 88888 4 5 41 0 0"))
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

    assertThat(Gauge.Heap.used(answer)).hasValue(1.7e7);
    assertThat(Gauge.Heap.used("{}")).isEmpty();
  }
}
