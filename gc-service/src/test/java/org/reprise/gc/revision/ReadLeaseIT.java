package org.reprise.gc.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.reprise.gc.GcServer;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;

class ReadLeaseIT {
  private static final Duration LENGTH = Duration.ofMinutes(1);

  /** While a virtual machine sleeps, only the wall clock goes on. */
  @Test
  void answersNothingFromMemoryAfterSleepOfMachine() {
    AtomicReference<InstantSource> clock = new AtomicReference<>(InstantSource.system());
    try (ReadLease lease =
        new ReadLease(
            GcServer.shared().part(OwnConnections.class),
            "sleeping",
            LENGTH,
            () -> clock.get().instant(),
            acknowledgement -> {},
            new Loops())) {
      await()
          .until(() -> {
            lease.memory().put(1L, 5L);
            return lease.known(1) != null;
          });
      assertThat(lease.known(1)).isEqualTo(5);
      clock.set(InstantSource.offset(InstantSource.system(), LENGTH));
      assertThat(lease.known(1)).isNull();
    }
  }
}
