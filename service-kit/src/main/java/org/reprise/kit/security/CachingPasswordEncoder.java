package org.reprise.kit.security;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.crypto.password.AbstractValidatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Caches which password matched which hash as long as it is used, since the hash is slow on
 * purpose. Requests with the same password wait for one check. Only matches are cached: guessing
 * stays slow, and callers who are known do not wait behind those who guess.
 */
final class CachingPasswordEncoder extends AbstractValidatingPasswordEncoder {
  // Of password and hash the heap holds only a digest with this, which no table lists.
  private final byte[] secret = new byte[32];
  private final AsyncCache<ByteBuffer, Boolean> checks;
  private final PasswordEncoder encoder;

  CachingPasswordEncoder(PasswordEncoder encoder, Duration ttl, Ticker ticker) {
    new SecureRandom().nextBytes(secret);
    this.encoder = encoder;
    this.checks =
        Caffeine.newBuilder().expireAfterAccess(ttl).ticker(ticker).maximumSize(1_000).buildAsync();
  }

  @Override
  protected String encodeNonNullPassword(String rawPassword) {
    return Objects.requireNonNull(encoder.encode(rawPassword));
  }

  @Override
  protected boolean matchesNonNull(String rawPassword, String encodedPassword) {
    CompletableFuture<Boolean> own = new CompletableFuture<>();
    CompletableFuture<Boolean> first =
        checks.asMap().putIfAbsent(digest(rawPassword, encodedPassword), own);
    if (first != null) {
      return result(first);
    }
    try {
      boolean matches = encoder.matches(rawPassword, encodedPassword);
      // Null for those who wait, and removed from the cache.
      own.complete(matches ? Boolean.TRUE : null);
      return matches;
    } catch (RuntimeException | Error e) {
      own.completeExceptionally(e);
      throw e;
    }
  }

  // A check that failed does not mean that the password is wrong.
  private static boolean result(CompletableFuture<Boolean> check) {
    try {
      return Boolean.TRUE.equals(check.join());
    } catch (CompletionException e) {
      throw new AuthenticationServiceException("Cannot check the password.", e);
    }
  }

  private ByteBuffer digest(String rawPassword, String encodedPassword) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(secret);
      digest.update(encodedPassword.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      digest.update(rawPassword.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
