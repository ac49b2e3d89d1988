package org.reprise.load.stack;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.Database;

/**
 * What docker compose puts in the place of the variables of docker-compose.yml: the environment
 * and, for what is not set there, {@code .env}. A blank value counts as not set.
 */
public final class ComposeVariables {
  /** The user of databases, and of services where nothing says another one. */
  private static final String USERNAME = "reprise";

  /** The port of the database that services share. */
  public static final Port POSTGRES = new Port("POSTGRES_PORT", 15432);

  private static final int MOST = 65_535;

  private final Home home;
  private final Map<String, String> values;

  private ComposeVariables(Home home, Map<String, String> values) {
    this.home = home;
    this.values = Map.copyOf(values);
  }

  /**
   * A port of this machine's loopback that a container is published at.
   *
   * @param variable that holds it
   * @param standard where that says nothing
   */
  public record Port(String variable, int standard) {}

  /**
   * Reads them.
   *
   * @throws EnvironmentException where there is no password in the environment and no {@code .env}
   */
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

  /**
   * What a variable holds.
   *
   * @param standard as docker-compose.yml has it
   */
  public String text(String variable, String standard) {
    return values.getOrDefault(variable, standard);
  }

  /**
   * A port.
   *
   * @throws EnvironmentException where the variable holds something else
   */
  public int port(Port port) {
    var text = text(port.variable(), Integer.toString(port.standard()));
    var number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    if (number < 1 || number > MOST) {
      throw new EnvironmentException("%s is no port: '%s'".formatted(port.variable(), text));
    }
    return number;
  }

  /** A service's address, with a slash at the end. */
  public URI origin(Port port) {
    return URI.create("http://127.0.0.1:" + port(port) + "/");
  }

  /**
   * What the services' callers send.
   *
   * @throws EnvironmentException where no password is set
   */
  public Credentials credentials() {
    return new Credentials(text(EnvFile.USERNAME, USERNAME), secret(EnvFile.PASSWORD));
  }

  /**
   * A database.
   *
   * @throws EnvironmentException where no password is set
   */
  public Database database(Port port, String name) {
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
