package org.reprise.ebms.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.Loop;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class LoopTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final Loops loops = new Loops();

  private Health health() {
    return java.util.Objects.requireNonNull(new SendersHealth(loops).health());
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
    assertThat(loops.dead()).isEmpty();
    assertThat(health().getStatus()).isEqualTo(Status.UP);
    loop.close();
  }

  @Test
  void reportsDeadThread() {
    loops.start(
        "dying",
        () -> {
          throw new InterruptedException("as where something else ends it");
        });
    await().atMost(LIMIT).until(() -> !loops.dead().isEmpty());
    assertThat(health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(health().getDetails().toString()).contains("dying");
  }

  @Test
  void endedThreadIsNotReportedAsDead() {
    Loop loop = loops.start("ending", () -> Duration.ofDays(1));
    loop.close();
    assertThat(loops.dead()).isEmpty();
  }
}
