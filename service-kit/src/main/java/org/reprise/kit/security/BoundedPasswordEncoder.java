package org.reprise.kit.security;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Limits how many passwords are checked at a time. A check keeps a processor busy on purpose:
 * without a limit, wrong passwords would take all processors from authenticated callers.
 */
final class BoundedPasswordEncoder implements PasswordEncoder {
  private final PasswordEncoder encoder;
  private final Semaphore turns;
  private final Duration timeout;

  BoundedPasswordEncoder(PasswordEncoder encoder, int maxChecks, Duration timeout) {
    this.encoder = encoder;
    this.turns = new Semaphore(maxChecks, true);
    this.timeout = timeout;
  }

  @Override
  public @Nullable String encode(@Nullable CharSequence rawPassword) {
    return encoder.encode(rawPassword);
  }

  @Override
  public boolean matches(@Nullable CharSequence rawPassword, @Nullable String encodedPassword) {
    try {
      if (!turns.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AuthenticationServiceException("Too many passwords are being checked.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AuthenticationServiceException("The check of a password was interrupted.", e);
    }
    try {
      return encoder.matches(rawPassword, encodedPassword);
    } finally {
      turns.release();
    }
  }
}
