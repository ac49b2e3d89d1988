package org.reprise.load.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Map;

/**
 * A user of the measured service. The secret never shows in {@link #toString}.
 *
 * @param isToken whether the password is a token, which is sent instead of user and password
 */
public record Credentials(String username, String password, boolean isToken) {
  public Credentials(String username, String password) {
    this(username, password, false);
  }

  /** Requires a user name that HTTP Basic can carry (RFC 7617 section 2), and a password. */
  public Credentials {
    if (username.isBlank() || username.indexOf(':') >= 0) {
      throw new IllegalArgumentException("a user name must not be blank or hold a colon");
    }
    if (password.isEmpty()) {
      throw new IllegalArgumentException("the password of " + username + " is empty");
    }
  }

  /** The value of an {@code Authorization} header that is sent without being asked for. */
  public String authorization() {
    return isToken
        ? "Bearer " + password
        : "Basic "
            + Base64.getEncoder().encodeToString((username + ":" + password).getBytes(UTF_8));
  }

  public Map<String, String> variables() {
    return isToken
        ? Map.of(EnvFile.TOKEN, password)
        : Map.of(EnvFile.USERNAME, username, EnvFile.PASSWORD, password);
  }

  @Override
  public String toString() {
    return "Credentials[" + username + "]";
  }
}
