package org.reprise.kit.security;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Checks few passwords at a time. A check keeps a processor busy for long on purpose: without a
 * bound, wrong passwords would take all processors from those who are known.
 */
final class BoundedPasswordEncoder implements PasswordEncoder {
  private final PasswordEncoder encoder;
  private final Semaphore turns;
  private final Duration longestWait;

  /**
   * Makes an encoder.
   *
   * @param encoder what checks
   * @param atOnce how many checks run at a time
   * @param longestWait how long a check waits for its turn
   */
  BoundedPasswordEncoder(PasswordEncoder encoder, int atOnce, Duration longestWait) {
    this.encoder = encoder;
    this.turns = new Semaphore(atOnce, true);
    this.longestWait = longestWait;
  }

  @Override
  public @Nullable String encode(@Nullable CharSequence rawPassword) {
    return encoder.encode(rawPassword);
  }

  /**
   * Checks a password.
   *
   * @throws AuthenticationServiceException when it was not checked, since others were first
   */
  @Override
  public boolean matches(@Nullable CharSequence rawPassword, @Nullable String encodedPassword) {
    try {
      if (!turns.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
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
