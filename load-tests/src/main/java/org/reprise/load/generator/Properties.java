package org.reprise.load.generator;

import java.time.Duration;
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
  public static Properties ofProcess() {
    return new Properties(System::getProperty, System::getenv);
  }

  /** A text, if it is set. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(system.apply(name)).filter(value -> !value.isBlank());
  }

  /** A text, or another one where it is not set. */
  public String text(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  /** A number, or another one where it is not set. */
  public double number(String name, double otherwise) {
    return text(name).map(given -> parsed(name, given, Double::valueOf)).orElse(otherwise);
  }

  /** A whole number, or another one where it is not set. */
  public int count(String name, int otherwise) {
    return text(name).map(given -> parsed(name, given, Integer::valueOf)).orElse(otherwise);
  }

  /** A time in seconds, or another one where it is not set. */
  public Duration seconds(String name, double otherwise) {
    return Duration.ofMillis((long) (1000 * number(name, otherwise)));
  }

  private static <T> T parsed(String name, String given, Function<String, T> parser) {
    try {
      return parser.apply(given);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-D%s: a number, not '%s'".formatted(name, given), e);
    }
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
    var username =
        text("username").or(() -> Optional.ofNullable(environment.apply(EnvFile.USERNAME)));
    var password =
        text("password").or(() -> Optional.ofNullable(environment.apply(EnvFile.PASSWORD)));
    if (username.isEmpty() || password.isEmpty()) {
      throw new IllegalArgumentException(
          "no credentials: set -Dusername and -Dpassword, or %s and %s in the environment"
              .formatted(EnvFile.USERNAME, EnvFile.PASSWORD));
    }
    return new Credentials(username.get(), password.get());
  }
}
