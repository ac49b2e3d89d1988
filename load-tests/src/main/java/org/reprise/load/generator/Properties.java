package org.reprise.load.generator;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;

/**
 * What a simulation that somebody starts by hand is told: system properties, and credentials by the
 * environment.
 *
 * @param environment variables by name
 */
public record Properties(
    Function<String, @Nullable String> system, Function<String, @Nullable String> environment) {
  public static final String USERNAME = EnvFile.USERNAME;

  public static final String PASSWORD = EnvFile.PASSWORD;

  public static Properties ofProcess() {
    return new Properties(System::getProperty, System::getenv);
  }

  /** A text, if it is set. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(system.apply(name)).filter(value -> !value.isBlank());
  }

  /** A text that must be set. */
  public String required(String name) {
    return text(name).orElseThrow(() -> new IllegalArgumentException("-D" + name + " is not set"));
  }

  /** A text, or another one where it is not set. */
  public String text(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  /** A number, or another one where it is not set. */
  public double number(String name, double otherwise) {
    var given = text(name);
    try {
      return given.isEmpty() ? otherwise : Double.parseDouble(given.get());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "-D" + name + ": a number, not '" + given.orElseThrow() + "'", e);
    }
  }

  /** A whole number, or another one where it is not set. */
  public int count(String name, int otherwise) {
    var value = number(name, otherwise);
    if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "-D" + name + ": a whole number, not '" + text(name, "") + "'");
    }
    return (int) value;
  }

  public boolean flag(String name) {
    return Boolean.parseBoolean(system.apply(name));
  }

  /**
   * The user's name and password.
   *
   * @throws IllegalArgumentException where one of them is missing
   */
  public Credentials credentials() {
    var username = text("username").or(() -> Optional.ofNullable(environment.apply(USERNAME)));
    var password = text("password").or(() -> Optional.ofNullable(environment.apply(PASSWORD)));
    if (username.isEmpty() || password.isEmpty()) {
      throw new IllegalArgumentException(
          "no credentials: set -Dusername and -Dpassword, or %s and %s in the environment"
              .formatted(USERNAME, PASSWORD));
    }
    return new Credentials(username.get(), password.get());
  }
}
