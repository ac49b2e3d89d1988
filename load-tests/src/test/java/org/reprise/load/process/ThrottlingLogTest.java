package org.reprise.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
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

  private static final class FailingAtSecond implements RoleGroup {
    private final CountDownLatch readings = new CountDownLatch(3);

    @Override
    public Throttling throttling() {
      readings.countDown();
      if (readings.getCount() == 1) {
        throw new IllegalStateException("no such number");
      }
      return new Throttling(10, 5, 1);
    }

    @Override
    public String handle() {
      return "group";
    }

    @Override
    public List<String> prefix() {
      return List.of();
    }

    @Override
    public void limit(OptionalDouble cores) {}

    @Override
    public void remove() {}
  }
}
