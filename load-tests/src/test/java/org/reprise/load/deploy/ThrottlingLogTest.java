package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.Throttling;

class ThrottlingLogTest {
  @Test
  void aReadingThatFailsIsNotTheLastOne() throws Exception {
    var began = System.nanoTime();
    var group = new FailingAtSecond();
    try (var log = new ThrottlingLog(Map.of("primary", group))) {
      assertThat(group.readings.await(20, TimeUnit.SECONDS)).isTrue();

      assertThat(log.between(began, System.nanoTime()).get("primary"))
          .isEqualTo(new Throttling(10, 5, 1));
    }
  }

  private static final class FailingAtSecond implements ThrottlingLog.Source {
    private final CountDownLatch readings = new CountDownLatch(3);

    @Override
    public Throttling throttling() {
      readings.countDown();
      if (readings.getCount() == 1) {
        throw new IllegalStateException("no such number");
      }
      return new Throttling(10, 5, 1);
    }
  }
}
