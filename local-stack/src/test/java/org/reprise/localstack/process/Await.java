package org.reprise.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits in tests: a condition and a generous deadline. */
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private Await() {}

  public static void that(String what, Callable<Boolean> condition) {
    assertThat(Waiting.until(LIMIT, condition)).as(what).isTrue();
  }
}
