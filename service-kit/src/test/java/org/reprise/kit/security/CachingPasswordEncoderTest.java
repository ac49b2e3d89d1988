package org.reprise.kit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.crypto.password.PasswordEncoder;

class CachingPasswordEncoderTest {
  private final Counting counting = new Counting();
  private final AtomicLong nanos = new AtomicLong();

  /** Matches what is equal but for a prefix, and counts. */
  private static final class Counting implements PasswordEncoder {
    private int calls;

    @Override
    public @Nullable String encode(@Nullable CharSequence rawPassword) {
      return "hash of " + rawPassword;
    }

    @Override
    public boolean matches(@Nullable CharSequence rawPassword, @Nullable String encodedPassword) {
      calls++;
      return ("hash of " + rawPassword).equals(encodedPassword);
    }
  }

  private CachingPasswordEncoder caching(Duration ttl) {
    return new CachingPasswordEncoder(counting, ttl, nanos::get);
  }

  @Test
  void hashesAMatchingPasswordOnce() {
    CachingPasswordEncoder encoder = caching(Duration.ofMinutes(1));
    for (int i = 0; i < 100; i++) {
      assertThat(encoder.matches("secret", encoder.encode("secret"))).isTrue();
    }
    assertThat(counting.calls).isEqualTo(1);
  }

  @Test
  void hashesAWrongPasswordEachTime() {
    CachingPasswordEncoder encoder = caching(Duration.ofMinutes(1));
    assertThat(encoder.matches("secret", "hash of secret")).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(encoder.matches("guess", "hash of secret")).isFalse();
      assertThat(encoder.matches("secret", "hash of another")).isFalse();
    }
    assertThat(counting.calls).isEqualTo(21);
  }

  @Test
  void emptyPasswordNeverMatches() {
    CachingPasswordEncoder encoder = caching(Duration.ofMinutes(1));
    assertThat(encoder.matches(null, "hash of secret")).isFalse();
    assertThat(encoder.matches("secret", null)).isFalse();
    assertThat(counting.calls).isZero();
  }

  /** Neither concatenation of password and hash stands for another pair. */
  @Test
  void doesNotConfusePasswordAndHash() {
    CachingPasswordEncoder encoder = caching(Duration.ofMinutes(1));
    assertThat(encoder.matches("a", "hash of a")).isTrue();
    assertThat(encoder.matches("", "hash of a\0a")).isFalse();
    assertThat(encoder.matches("a\0hash of a", "")).isFalse();
  }

  /** Else every caller would wait once a minute behind those who guess. */
  @Test
  void matchExpiresOnlyUnused() {
    CachingPasswordEncoder encoder = caching(Duration.ofMinutes(1));
    for (int i = 0; i < 10; i++) {
      assertThat(encoder.matches("secret", "hash of secret")).isTrue();
      nanos.addAndGet(Duration.ofSeconds(50).toNanos());
    }
    assertThat(counting.calls).isEqualTo(1);
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(encoder.matches("secret", "hash of secret")).isTrue();
    assertThat(counting.calls).isEqualTo(2);
  }

  @Test
  void hashesOnceForConcurrentRequests() throws Exception {
    CountDownLatch checking = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    AtomicInteger checks = new AtomicInteger();
    PasswordEncoder slow =
        new PasswordEncoder() {
          @Override
          public @Nullable String encode(@Nullable CharSequence rawPassword) {
            return null;
          }

          @Override
          public boolean matches(@Nullable CharSequence raw, @Nullable String encoded) {
            checks.incrementAndGet();
            checking.countDown();
            try {
              return finish.await(5, TimeUnit.MINUTES)
                  && "right".contentEquals(String.valueOf(raw));
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    CachingPasswordEncoder encoder =
        new CachingPasswordEncoder(slow, Duration.ofMinutes(1), nanos::get);
    List<FutureTask<Boolean>> answers = new ArrayList<>();
    List<Thread> requests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      FutureTask<Boolean> answer = new FutureTask<>(() -> encoder.matches("right", "hash"));
      answers.add(answer);
      requests.add(Thread.ofPlatform().start(answer));
    }
    assertThat(checking.await(5, TimeUnit.MINUTES)).isTrue();
    Instant deadline = Instant.now().plusSeconds(300);
    while (!requests.stream().allMatch(CachingPasswordEncoderTest::waits)
        && Instant.now().isBefore(deadline)) {
      Thread.onSpinWait();
    }
    finish.countDown();
    for (FutureTask<Boolean> answer : answers) {
      assertThat(answer.get(5, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(checks).hasValue(1);
  }

  @Test
  void checkThatFailedDoesNotMakeAPasswordWrong() {
    PasswordEncoder failing =
        new PasswordEncoder() {
          @Override
          public @Nullable String encode(@Nullable CharSequence rawPassword) {
            return null;
          }

          @Override
          public boolean matches(@Nullable CharSequence raw, @Nullable String encoded) {
            throw new AuthenticationServiceException("not checked");
          }
        };
    CachingPasswordEncoder encoder =
        new CachingPasswordEncoder(failing, Duration.ofMinutes(1), nanos::get);
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      answers.add(CompletableFuture.supplyAsync(() -> encoder.matches("right", "hash")));
    }
    assertThat(answers)
        .allSatisfy(answer ->
            assertThatThrownBy(answer::join)
                .hasCauseInstanceOf(AuthenticationServiceException.class));
  }

  private static boolean waits(Thread request) {
    return request.getState() == Thread.State.WAITING
        || request.getState() == Thread.State.TIMED_WAITING
        || request.getState() == Thread.State.TERMINATED;
  }
}
