package org.reprise.load.generator;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Origin;

/**
 * What a simulation that somebody starts by hand is told: system properties, and credentials by the
 * environment.
 */
public record Properties(
    Function<String, @Nullable String> system, Function<String, @Nullable String> environment) {
  public static Properties ofProcess() {
    return new Properties(System::getProperty, System::getenv);
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(system.apply(name)).filter(value -> !value.isBlank());
  }

  public String text(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  public double number(String name, double otherwise) {
    return text(name).map(given -> parsed(name, given, Double::valueOf)).orElse(otherwise);
  }

  public int count(String name, int otherwise) {
    return text(name).map(given -> parsed(name, given, Integer::valueOf)).orElse(otherwise);
  }

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

  /** The address of a service; one of another machine needs {@code -Diownthis}. */
  public URI base(String name, String otherwise) {
    var base = Origin.base(text(name, otherwise));
    Origin.requireOwned(base, Boolean.parseBoolean(system.apply("iownthis")));
    return base;
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isBlank());
  }

  /** A token, or the user's name and password, which both must be set. */
  public Credentials credentials() {
    var token = text("token").or(() -> variable(EnvFile.TOKEN));
    if (token.isPresent()) {
      return new Credentials("token", token.get(), true);
    }
    var username = text("username").or(() -> variable(EnvFile.USERNAME));
    var password = text("password").or(() -> variable(EnvFile.PASSWORD));
    if (username.isEmpty() || password.isEmpty()) {
      throw new IllegalArgumentException(
          "no credentials: set -Dusername and -Dpassword, or %s and %s in the environment"
              .formatted(EnvFile.USERNAME, EnvFile.PASSWORD));
    }
    return new Credentials(username.get(), password.get());
  }
}
