package org.reprise.kit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Credentials of the one account that HTTP Basic accepts, under {@code reprise.security}.
 *
 * @param username name of the account
 * @param password the password in clear, or its hash as <code>{bcrypt}$2a$10$…</code>; without one
 *     HTTP Basic accepts nobody, and the service starts only where a token issuer is configured
 * @param verificationCacheTtl how long a verified password is remembered so that it is not hashed
 *     again, zero to hash on every request; BCrypt of strength 10 costs some 50 ms of CPU, which
 *     would bound the whole service
 */
@ConfigurationProperties("reprise.security")
public record SecurityProperties(
    @DefaultValue("reprise") String username,
    @Nullable String password,
    @DefaultValue("60s") Duration verificationCacheTtl) {

  private static final int BCRYPT_BYTES = 72;
  private static final Pattern BCRYPT_HASH =
      Pattern.compile("\\{bcrypt}\\$2[aby]?\\$\\d\\d\\$[./0-9A-Za-z]{53}");

  /** Refuses what could not work, with the property's name. */
  public SecurityProperties {
    if (username.isBlank() || username.contains(":")) {
      throw new IllegalArgumentException(
          "reprise.security.username must not be blank nor contain a colon (RFC 7617, section 2)");
    }
    if (password != null && password.isBlank()) {
      password = null;
    }
    if (password != null
        && password.startsWith("{bcrypt}")
        && !BCRYPT_HASH.matcher(password).matches()) {
      throw new IllegalArgumentException(
          "reprise.security.password starts with {bcrypt} but is not followed by a BCrypt hash");
    }
    if (password != null
        && !password.startsWith("{bcrypt}")
        && password.getBytes(StandardCharsets.UTF_8).length > BCRYPT_BYTES) {
      throw new IllegalArgumentException(
          "reprise.security.password has more than %d bytes, which BCrypt would cut off"
              .formatted(BCRYPT_BYTES));
    }
    if (verificationCacheTtl.isNegative()) {
      throw new IllegalArgumentException(
          "reprise.security.verification-cache-ttl must not be negative, was "
              + verificationCacheTtl);
    }
  }

  /** Keeps the password out of logs. */
  @Override
  public String toString() {
    return "SecurityProperties[username=%s, password=%s, verificationCacheTtl=%s]"
        .formatted(username, password == null ? "unset" : "***", verificationCacheTtl);
  }
}
