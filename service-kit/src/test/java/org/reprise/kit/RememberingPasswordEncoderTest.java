package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.PasswordEncoder;

class RememberingPasswordEncoderTest {
  private final Counting counting = new Counting();

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

  private RememberingPasswordEncoder remembering(Duration ttl) {
    return new RememberingPasswordEncoder(counting, ttl);
  }

  @Test
  void aMatchIsHashedOnce() {
    RememberingPasswordEncoder encoder = remembering(Duration.ofMinutes(1));
    for (int i = 0; i < 100; i++) {
      assertThat(encoder.matches("secret", encoder.encode("secret"))).isTrue();
    }
    assertThat(counting.calls).isEqualTo(1);
  }

  @Test
  void aWrongPasswordIsHashedEachTime() {
    RememberingPasswordEncoder encoder = remembering(Duration.ofMinutes(1));
    assertThat(encoder.matches("secret", "hash of secret")).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(encoder.matches("guess", "hash of secret")).isFalse();
      assertThat(encoder.matches("secret", "hash of another")).isFalse();
    }
    assertThat(counting.calls).isEqualTo(21);
  }

  @Test
  void nothingIsNoMatch() {
    RememberingPasswordEncoder encoder = remembering(Duration.ofMinutes(1));
    assertThat(encoder.matches(null, "hash of secret")).isFalse();
    assertThat(encoder.matches("secret", null)).isFalse();
    assertThat(counting.calls).isZero();
  }

  /** Neither concatenation of password and hash stands for another pair. */
  @Test
  void passwordAndHashAreApart() {
    RememberingPasswordEncoder encoder = remembering(Duration.ofMinutes(1));
    assertThat(encoder.matches("a", "hash of a")).isTrue();
    assertThat(encoder.matches("", "hash of a\0a")).isFalse();
    assertThat(encoder.matches("a\0hash of a", "")).isFalse();
  }

  @Test
  void aMatchIsForgottenAfterItsTime() {
    RememberingPasswordEncoder encoder = remembering(Duration.ofMillis(1));
    Instant deadline = Instant.now().plusSeconds(30);
    while (counting.calls < 2 && Instant.now().isBefore(deadline)) {
      assertThat(encoder.matches("secret", "hash of secret")).isTrue();
    }
    assertThat(counting.calls).isEqualTo(2);
  }
}
