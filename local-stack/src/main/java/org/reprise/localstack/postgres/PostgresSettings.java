package org.reprise.localstack.postgres;

import java.util.Map;
import java.util.regex.Pattern;
import org.reprise.localstack.process.ServerSettings;

/**
 * PostgreSQL's settings as this module states them in {@code standard.conf}.
 *
 * @param values names and values, without quotes
 */
record PostgresSettings(Map<String, String> values) {
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

  PostgresSettings {
    values.forEach(PostgresSettings::requireValid);
    values = Map.copyOf(values);
  }

  static PostgresSettings standard() {
    return new PostgresSettings(ServerSettings.standard(PostgresSettings.class, "standard.conf"));
  }

  /** The same with some set, or set differently. */
  PostgresSettings with(Map<String, String> others) {
    return new PostgresSettings(ServerSettings.with(values, others));
  }

  /** The lines of a configuration file. */
  String text() {
    return "# Written at each start by reprise's local-stack.\n" + lines(values);
  }

  static String lines(Map<String, String> values) {
    StringBuilder lines = new StringBuilder();
    values.forEach((name, value) -> {
      String quoted = value.replace("\\", "\\\\").replace("'", "''");
      lines.append(name).append(" = '").append(quoted).append("'\n");
    });
    return lines.toString();
  }

  private static void requireValid(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not the name of a PostgreSQL setting: '" + name + "'");
    }
    if (value.chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException(
          "the value of the PostgreSQL setting " + name + " has a control character");
    }
  }
}
