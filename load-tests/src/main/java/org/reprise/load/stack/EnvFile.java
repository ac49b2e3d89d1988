package org.reprise.load.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The variables of docker-compose.yml, as its {@code .env} holds them. */
public final class EnvFile {
  /** The service's user. */
  public static final String USERNAME = "REPRISE_SECURITY_USERNAME";

  /** The service's password. */
  public static final String PASSWORD = "REPRISE_SECURITY_PASSWORD";

  /** The database's password. */
  public static final String POSTGRES_PASSWORD = "POSTGRES_PASSWORD";

  private EnvFile() {}

  /**
   * Writes a file with generated secrets, readable by its owner alone.
   *
   * @param services whose ports compose publishes
   * @throws EnvironmentException where there is one already: running containers know its secrets
   */
  public static void generate(Path file, List<Target.Address> services) throws IOException {
    if (Files.exists(file)) {
      throw new EnvironmentException(
          file
              + " is there already, and a database that was made with its password knows only that"
              + " one. To start anew: docker compose down --volumes, delete the file, and run this"
              + " again");
    }
    Secrets.write(
        file,
        """
        # Made by ./reprise env; docker compose reads it. Keep it to yourself.
        %s=reprise
        %s=%s
        %s=%s
        %s
        """
            .formatted(
                USERNAME,
                PASSWORD,
                Secrets.generate(),
                POSTGRES_PASSWORD,
                Secrets.generate(),
                services.stream()
                    .map(service -> service.variable() + "=" + service.port())
                    .collect(Collectors.joining("\n"))));
  }

  /**
   * Reads {@code NAME=value} lines; blank lines and those that begin with # are left out.
   *
   * @throws EnvironmentException where there is no such file
   */
  public static Map<String, String> read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new EnvironmentException(
          "there is no "
              + file
              + ": write one with ./reprise env, then start the services with docker compose up"
              + " -d");
    }
    var variables = new LinkedHashMap<String, String>();
    var number = 0;
    for (var line : Files.readAllLines(file)) {
      number++;
      var text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      var equals = text.indexOf('=');
      if (equals < 1) {
        throw new EnvironmentException("%s, line %d: not NAME=value".formatted(file, number));
      }
      variables.put(
          text.substring(0, equals).strip(), unquoted(text.substring(equals + 1).strip()));
    }
    return variables;
  }

  private static String unquoted(String value) {
    var quoted =
        value.length() >= 2
            && (value.startsWith("\"") && value.endsWith("\"")
                || value.startsWith("'") && value.endsWith("'"));
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
