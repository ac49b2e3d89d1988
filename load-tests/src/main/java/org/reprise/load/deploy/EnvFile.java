package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.reprise.localstack.postgres.Database;

/**
 * What docker compose puts in the place of the variables of docker-compose.yml: the environment
 * and, for what is not set there, {@code .env}. A blank value counts as not set.
 */
public record EnvFile(Path file, Map<String, String> values) {
  public static final String USERNAME = "REPRISE_SECURITY_USERNAME";
  public static final String PASSWORD = "REPRISE_SECURITY_PASSWORD";

  /** Of a deployment that takes no user and password, for simulations by hand. */
  public static final String TOKEN = "REPRISE_TOKEN";

  public static final String POSTGRES_PASSWORD = "POSTGRES_PASSWORD";
  private static final String REPRISE = "reprise";

  /** Values without what docker compose would replace or leave out. */
  private static final Pattern LINE =
      Pattern.compile("(?:export\\s+)?(\\w+)\\s*=\\s*(?:'([^']*)'|(\"?)([^'\"$#\\\\]*)\\3)");

  /**
   * Writes a file with generated secrets, readable by its owner alone.
   *
   * @throws EnvironmentException where there is one already: running containers know its secrets
   */
  public static void generate(Path file, List<Target.Address> services) throws IOException {
    if (Files.exists(file)) {
      throw new EnvironmentException(
          file
              + " is there already, and databases know only its passwords. To start anew: docker"
              + " compose down --volumes, delete the file, and run this again");
    }
    var lines = new ArrayList<String>();
    lines.add("# Made by ./reprise env; docker compose reads it. Keep it to yourself.");
    lines.add(USERNAME + "=" + REPRISE);
    for (var it : List.of(PASSWORD, POSTGRES_PASSWORD, "LISTS_REPLICATION_PASSWORD", "S3_SECRET")) {
      lines.add(it + "=" + Secrets.generate());
    }
    for (var it : services) {
      lines.add(it.variable().replace("_PORT", "_DATABASE_PASSWORD=") + Secrets.generate());
      lines.add(it.variable() + "=" + it.port());
    }
    Secrets.write(file, String.join("\n", lines) + "\n");
  }

  /**
   * Reads lines {@code NAME=value}, and blank lines and comments; there may be no such file.
   *
   * @throws EnvironmentException where docker compose might read a line in another way
   */
  public static EnvFile read(Path file, Map<String, String> environment) throws IOException {
    var values = new HashMap<String, String>();
    var lines = Files.exists(file) ? Files.readAllLines(file) : List.<String>of();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i).strip();
      var found = LINE.matcher(line);
      if (found.matches()) {
        values.put(found.group(1), found.group(2) == null ? found.group(4) : found.group(2));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        throw new EnvironmentException(
            "%s, line %d: not NAME=value; a value with $, #, \\ or a quote stands in 'single quotes', a comment on a line of its own"
                .formatted(file, i + 1));
      }
    }
    environment.forEach((name, it) -> values.merge(name, it, (old, _) -> it.isBlank() ? old : it));
    values.values().removeIf(String::isBlank);
    return new EnvFile(file, Map.copyOf(values));
  }

  /** Returns what a variable holds, or what docker-compose.yml has for it. */
  public String text(String variable, String standard) {
    return values.getOrDefault(variable, standard);
  }

  int port(Target.Address address) {
    try {
      return address.port(values).orElse(address.port());
    } catch (IllegalArgumentException wrong) {
      throw new EnvironmentException(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  Credentials credentials() {
    return new Credentials(text(USERNAME, REPRISE), secret(PASSWORD));
  }

  Database database(Target.Address address, String name) {
    var url = "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(address), name);
    return new Database(url, REPRISE, secret(POSTGRES_PASSWORD));
  }

  private String secret(String variable) {
    var secret = values.get(variable);
    if (secret == null) {
      throw new EnvironmentException(
          "neither the environment nor %s sets %s: ./reprise env writes a new file where there is none, docker compose up -d then starts the services"
              .formatted(file, variable));
    }
    return secret;
  }
}
