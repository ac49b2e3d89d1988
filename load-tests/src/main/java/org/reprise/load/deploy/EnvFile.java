package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The variables of docker-compose.yml, as its {@code .env} holds them. */
public final class EnvFile {
  public static final String USERNAME = "REPRISE_SECURITY_USERNAME";

  public static final String PASSWORD = "REPRISE_SECURITY_PASSWORD";

  /** The password of the databases' superuser. */
  public static final String POSTGRES_PASSWORD = "POSTGRES_PASSWORD";

  /** A comment begins behind a blank, or behind a closing quote. */
  private static final Pattern LINE =
      Pattern.compile(
          "(?:export\\s+)?(?<name>[^\\s=#]+)\\s*=\\s*"
              + "(?:'(?<single>[^']*)'|\"(?<double>[^\"]*)\"|(?<plain>(?:[^'\"#\\s]|(?<==)#)(?:[^#]|(?<!\\s)#)*)?)"
              + "\\s*(?:(?<=\\s|['\"])#.*)?");

  private EnvFile() {}

  /**
   * Writes a file with generated secrets, readable by its owner alone.
   *
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
        LISTS_REPLICATION_PASSWORD=%s
        %s
        %s
        """
            .formatted(
                USERNAME,
                PASSWORD,
                Secrets.generate(),
                POSTGRES_PASSWORD,
                Secrets.generate(),
                Secrets.generate(),
                services.stream()
                    .map(Target.Address::variable)
                    .map(name -> name.replace("_PORT", "_DATABASE_PASSWORD=" + Secrets.generate()))
                    .collect(Collectors.joining("\n")),
                services.stream()
                    .map(service -> service.variable() + "=" + service.port())
                    .collect(Collectors.joining("\n"))));
  }

  /**
   * Reads {@code NAME=value} lines as docker compose does: blank lines and comments are left out,
   * and so is {@code export}. What compose would replace within a value is refused.
   *
   * @throws EnvironmentException where there is no such file, or a line is neither
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
    for (var line : lines(file)) {
      number++;
      var text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      var found = LINE.matcher(text);
      if (!found.matches()) {
        throw new EnvironmentException("%s, line %d: not NAME=value".formatted(file, number));
      }
      var plain = Objects.requireNonNullElse(found.group("plain"), "").strip();
      var quoted = Objects.requireNonNullElse(found.group("double"), "");
      if (plain.contains("$") || quoted.contains("$") || quoted.contains("\\")) {
        throw new EnvironmentException(
            "%s, line %d: docker compose replaces $ and, in double quotes, \\ with what follows; 'single quotes' keep them"
                .formatted(file, number));
      }
      var raw = Objects.requireNonNullElse(found.group("single"), "");
      variables.put(found.group("name"), raw + quoted + plain); // one of the three at most
    }
    return variables;
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readString(file).replaceFirst("^\uFEFF", "").lines().toList();
    } catch (CharacterCodingException e) {
      throw new EnvironmentException(file + " is no text in UTF-8", e);
    }
  }
}
