package org.reprise.load.deploy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** A user of the measured service. The secret never shows in {@link #toString}. */
public record Credentials(String username, String password) {

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
  public String basicHeader() {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the environment variables that services and simulations read them from. */
  public Map<String, String> variables() {
    return Map.of(EnvFile.USERNAME, username, EnvFile.PASSWORD, password);
  }

  @Override
  public String toString() {
    return "Credentials[" + username + "]";
  }
}
