package org.reprise.kit.security;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Credentials that HTTP Basic accepts, under {@code reprise.security}.
 *
 * @param username name of the first account, which has every role of the service
 * @param password the password in clear, or its hash as <code>{bcrypt}$2a$10$…</code>; without one
 *     the first account does not exist, and without any account the service starts only where a
 *     token issuer is configured
 * @param verificationCacheTtl how long a verified password is not hashed again; zero to hash on
 *     every request, which takes some 50 ms of CPU
 * @param users further accounts, each with the roles that it is given and no others
 */
@ConfigurationProperties("reprise.security")
public record SecurityProperties(
    @DefaultValue("reprise") String username,
    @Nullable String password,
    @DefaultValue("60s") Duration verificationCacheTtl,
    @DefaultValue List<User> users) {

  private static final SettingBounds BOUNDS = new SettingBounds("reprise.security");
  private static final int BCRYPT_BYTES = 72;
  private static final Pattern BCRYPT_HASH =
      Pattern.compile("\\{bcrypt}\\$2[aby]?\\$(0[4-9]|[12]\\d|3[01])\\$[./0-9A-Za-z]{53}");

  /**
   * A further account.
   *
   * @param password in clear or as a hash, as that of the first account
   * @param roles the service's documentation lists them
   */
  public record User(String username, String password, @DefaultValue Set<String> roles) {
    @SuppressWarnings("NullAway") // what is not configured is bound as null
    public User {
      BOUNDS.require(
          username != null && password != null && !password.isBlank(),
          "users",
          "must have a username and a password each");
      checkUsername("users[…].username", username);
      checkPassword("users[…].password of '" + username + "'", password);
      roles = Set.copyOf(roles);
    }

    @Override
    public String toString() {
      return "User[username=%s, password=***, roles=%s]".formatted(username, roles);
    }
  }

  public SecurityProperties {
    checkUsername("username", username);
    // As Spring Security compares them.
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    if (password == null || password.isBlank()) {
      password = null;
    } else {
      checkPassword("password", password);
      names.add(username);
    }
    BOUNDS.atLeast("verification-cache-ttl", verificationCacheTtl, Duration.ZERO);
    users = List.copyOf(users);
    for (User user : users) {
      String name = user.username();
      BOUNDS.require(names.add(name), "users", "must not have the username '" + name + "' twice");
    }
  }

  private static void checkUsername(String property, String username) {
    BOUNDS.require(
        !username.isBlank() && !username.contains(":"),
        property,
        "must not be blank nor contain a colon (RFC 7617, section 2)");
  }

  private static void checkPassword(String property, String password) {
    boolean isHash = password.startsWith("{bcrypt}");
    BOUNDS
        .require(
            !isHash || BCRYPT_HASH.matcher(password).matches(),
            property,
            "starts with {bcrypt} but is not followed by a BCrypt hash")
        .require(
            isHash || password.getBytes(StandardCharsets.UTF_8).length <= BCRYPT_BYTES,
            property,
            "has more than %d bytes, which BCrypt would cut off".formatted(BCRYPT_BYTES));
  }

  // Keeps the passwords out of logs.
  @Override
  public String toString() {
    return "SecurityProperties[username=%s, users=%s]".formatted(username, users);
  }
}
