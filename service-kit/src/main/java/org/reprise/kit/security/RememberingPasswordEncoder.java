package org.reprise.kit.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Remembers for a short while which password matched which hash, so that the deliberate slowness of
 * the hash is paid once and not on every request. Requests that bring the same password while it is
 * being checked wait for that one check. Only matches are remembered: guessing stays slow.
 */
final class RememberingPasswordEncoder implements PasswordEncoder {
  private static final String ALGORITHM = "HmacSHA256";

  // A keyed digest of password and hash, so that the heap holds no password, and no digest that
  // could be looked up in a table.
  private final SecretKeySpec key;
  private final Mac keyed;
  private final Cache<ByteBuffer, Boolean> matched;
  private final ConcurrentMap<ByteBuffer, CompletableFuture<Boolean>> running =
      new ConcurrentHashMap<>();
  private final PasswordEncoder encoder;

  RememberingPasswordEncoder(PasswordEncoder encoder, Duration ttl) {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    this.key = new SecretKeySpec(secret, ALGORITHM);
    this.keyed = keyed(key);
    this.encoder = encoder;
    this.matched = Caffeine.newBuilder().expireAfterWrite(ttl).maximumSize(1_000).build();
  }

  @Override
  public @Nullable String encode(@Nullable CharSequence rawPassword) {
    return encoder.encode(rawPassword);
  }

  @Override
  public boolean matches(@Nullable CharSequence rawPassword, @Nullable String encodedPassword) {
    if (rawPassword == null || encodedPassword == null) {
      return false;
    }
    ByteBuffer digest = digest(rawPassword, encodedPassword);
    if (matched.getIfPresent(digest) != null) {
      return true;
    }
    CompletableFuture<Boolean> own = new CompletableFuture<>();
    CompletableFuture<Boolean> first = running.putIfAbsent(digest, own);
    if (first != null) {
      return outcome(first);
    }
    try {
      own.complete(check(rawPassword, encodedPassword, digest));
    } catch (RuntimeException | Error e) {
      own.completeExceptionally(e);
      throw e;
    } finally {
      running.remove(digest);
    }
    return own.join();
  }

  // That a check failed does not say that the password is wrong.
  private static boolean outcome(CompletableFuture<Boolean> check) {
    try {
      return check.join();
    } catch (CompletionException e) {
      throw new AuthenticationServiceException("The password was not checked.", e);
    }
  }

  private boolean check(CharSequence rawPassword, String encodedPassword, ByteBuffer digest) {
    // Another request may have finished its check after this one looked for its outcome.
    if (matched.getIfPresent(digest) != null) {
      return true;
    }
    boolean matches = encoder.matches(rawPassword, encodedPassword);
    if (matches) {
      matched.put(digest, Boolean.TRUE);
    }
    return matches;
  }

  private static Mac keyed(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  // To look for one and give it the key takes longer than the digest; some providers' cannot be
  // copied.
  private Mac copy() {
    try {
      return (Mac) keyed.clone();
    } catch (CloneNotSupportedException e) {
      return keyed(key);
    }
  }

  private ByteBuffer digest(CharSequence rawPassword, String encodedPassword) {
    Mac mac = copy();
    mac.update(encodedPassword.getBytes(StandardCharsets.UTF_8));
    mac.update((byte) 0);
    return ByteBuffer.wrap(mac.doFinal(rawPassword.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
