package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.Database;

/**
 * What docker compose puts in the place of the variables of docker-compose.yml: the environment
 * and, for what is not set there, {@code .env}. A blank value counts as not set. Where a password
 * is needed and not set, or a port is none, an {@link EnvironmentException} says so.
 */
public final class ComposeVariables {
  private static final String USERNAME = "reprise";

  private final Home home;
  private final Map<String, String> values;

  private ComposeVariables(Home home, Map<String, String> values) {
    this.home = home;
    this.values = Map.copyOf(values);
  }

  public static ComposeVariables read(Home home, Map<String, String> environment)
      throws IOException {
    var values = new HashMap<String, String>();
    if (blank(environment.get(EnvFile.PASSWORD)) || Files.exists(home.envFile())) {
      values.putAll(EnvFile.read(home.envFile()));
    }
    environment.forEach((name, value) -> {
      if (!blank(value)) {
        values.put(name, value);
      }
    });
    values.values().removeIf(ComposeVariables::blank);
    return new ComposeVariables(home, values);
  }

  private static boolean blank(@Nullable String value) {
    return value == null || value.isBlank();
  }

  /** Returns what a variable holds, or what docker-compose.yml has for it. */
  public String text(String variable, String standard) {
    return values.getOrDefault(variable, standard);
  }

  public int port(Target.Address port) {
    try {
      return port.port(values).orElse(port.port());
    } catch (IllegalArgumentException wrong) {
      throw new EnvironmentException(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  /** Returns a service's address, with a slash at the end. */
  public URI origin(Target.Address port) {
    return URI.create("http://127.0.0.1:" + port(port) + "/");
  }

  /** Returns what the services' callers send. */
  public Credentials credentials() {
    return new Credentials(text(EnvFile.USERNAME, USERNAME), secret(EnvFile.PASSWORD));
  }

  public Database database(Target.Address port, String name) {
    return new Database(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(port), name),
        USERNAME,
        secret(EnvFile.POSTGRES_PASSWORD));
  }

  private String secret(String variable) {
    var secret = values.get(variable);
    if (secret == null) {
      throw new EnvironmentException(
          home.envFile()
              + " does not set "
              + variable
              + ": delete it and write it anew with ./reprise env");
    }
    return secret;
  }
}
