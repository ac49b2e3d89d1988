package org.reprise.ebms;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Takes all processors that virtual threads have, which are a service's of this JVM, too. */
public final class BusyProcessors implements AutoCloseable {
  private final AtomicBoolean over = new AtomicBoolean();

  /** Has them all. */
  public BusyProcessors() throws InterruptedException {
    int processors = Runtime.getRuntime().availableProcessors();
    CountDownLatch begun = new CountDownLatch(processors);
    for (int i = 0; i < processors; i++) {
      Thread.startVirtualThread(() -> {
        begun.countDown();
        while (!over.get()) {
          Thread.onSpinWait();
        }
      });
    }
    begun.await();
  }

  @Override
  public void close() {
    over.set(true);
  }
}
