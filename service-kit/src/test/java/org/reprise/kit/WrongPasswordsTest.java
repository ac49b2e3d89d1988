package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.kit.KitService.basic;
import static org.reprise.kit.KitService.right;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Many wrong passwords at once: those who are known are served all the same. */
class WrongPasswordsTest {
  private static final int WRONG = 200;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @Test
  void wrongPasswordsDelayNeitherCachedCallersNorHealth() {
    Queue<HttpResponse<String>> refused = new ConcurrentLinkedQueue<>();
    try (KitService service = KitService.withPassword();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(hello(service)).isEqualTo(200);
      for (int i = 0; i < WRONG; i++) {
        String wrong = basic("reprise", "guess " + i);
        String path = i % 2 == 0 ? "/hello" : "/pages/hello";
        callers.execute(() -> refused.add(service.get(path, "Authorization", wrong)));
      }
      await().atMost(LIMIT).until(() -> refused.size() >= 3);

      assertThat(hello(service)).isEqualTo(200);
      assertThat(service.get("/actuator/health").statusCode()).isEqualTo(200);

      // Those that waited for too long are answered 503, however many.
      assertThat(refused)
          .as("checks that were done before")
          .filteredOn(answer -> answer.statusCode() == 401)
          .hasSizeLessThan(WRONG / 2);
      await().atMost(LIMIT).until(() -> refused.size() == WRONG);
    }
    assertThat(refused)
        .allSatisfy(answer -> {
          assertThat(answer.statusCode()).isIn(401, 503);
          assertThat(answer.headers().firstValue("Retry-After").isPresent())
              .isEqualTo(answer.statusCode() == 503);
        });
  }

  private static int hello(KitService service) {
    return service.get("/hello", "Authorization", right()).statusCode();
  }
}
