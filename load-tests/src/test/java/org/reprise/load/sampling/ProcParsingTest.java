package org.reprise.load.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** Found as a 0: a thread had ended between the list and the look at it. */
  @Test
  void countsCompilersWhileThreadsComeAndGo() throws InterruptedException {
    assumeThat(Path.of("/proc/self/task")).isDirectory();
    var over = new AtomicBoolean();
    var churn =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                Thread.ofPlatform().start(() -> {});
              }
            });
    try {
      for (int i = 0; i < 500; i++) {
        assertThat(ProcessUsage.compilers(ProcessHandle.current())).isPositive();
      }
    } finally {
      over.set(true);
      churn.join();
    }
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
