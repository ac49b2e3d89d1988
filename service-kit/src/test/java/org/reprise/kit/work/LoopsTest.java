package org.reprise.kit.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

class LoopsTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final Loops loops = new Loops();

  private boolean isUp() {
    return loops.health().getStatus().equals(Status.UP);
  }

  private Object fault(String name) {
    return loops.health().getDetails().getOrDefault(name, "");
  }

  @Test
  void survivesExceptionsAndErrors() {
    AtomicInteger runs = new AtomicInteger();
    Loop loop =
        loops.start(
            "failing",
            () -> {
              switch (runs.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("expected by the test");
                case 2 -> throw new OutOfMemoryError("expected by the test");
                default -> {}
              }
              return Duration.ofDays(1);
            });
    await().atMost(LIMIT).until(() -> runs.get() == 3);
    assertThat(isUp()).isTrue();
    loop.close();
    assertThat(isUp()).as("it was closed").isTrue();
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void logsStackOfRepeatedFailureOnce(CapturedOutput log) {
    AtomicInteger runs = new AtomicInteger();
    try (Loop loop =
        loops.start(
            "repeating",
            () -> {
              if (runs.incrementAndGet() < 4) {
                throw new IllegalStateException("expected by the test");
              }
              return Duration.ofDays(1);
            })) {
      await().atMost(LIMIT).until(() -> runs.get() == 4);
      assertThat(loop.fault()).isEmpty();
    }
    assertThat(log.getAll().lines().filter(line -> line.contains("'repeating' failed")))
        .hasSize(3)
        .filteredOn(
            line -> line.contains("failed again: java.lang.IllegalStateException: expected"))
        .hasSize(2);
  }

  @Test
  void isDownAfterThreadEnded() {
    loops.start("resting", () -> Duration.ofDays(1));
    loops.start(
        "dying",
        () -> {
          throw new InterruptedException("as where something else ends it");
        });
    await().atMost(LIMIT).until(() -> !isUp());
    assertThat(loops.health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(loops.health().getDetails()).containsOnlyKeys("dying");
    assertThat(fault("dying")).isEqualTo("ended");
  }

  @Test
  void isDownWhileStepIsBlocked() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    try (Loop loop =
        loops.start(
            new Loop(
                "waiting",
                Duration.ofSeconds(1),
                () -> {
                  runs.incrementAndGet();
                  end.await();
                  return Duration.ofDays(1);
                }))) {
      await().atMost(LIMIT).until(() -> !isUp());
      assertThat(fault("waiting").toString()).startsWith("blocked");
      end.countDown();
      await().atMost(LIMIT).until(this::isUp);
      loop.wake();
      await().atMost(LIMIT).until(() -> runs.get() == 2 && isUp());
    }
  }
}
