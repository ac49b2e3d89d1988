package org.reprise.lists.tenant;

import java.util.regex.Pattern;

/**
 * Names of Kafka topics, as FOLIO forms them: environment, tenant, name.
 *
 * @param environment the first word of every name
 */
public record TopicNames(String environment) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,60}");

  public TopicNames {
    if (!PLAIN.matcher(environment).matches()) {
      throw new IllegalArgumentException(
          "reprise.lists.environment must be letters, digits, _ and -, was '" + environment + "'");
    }
  }

  /** The topic of a tenant's messages of one kind, such as {@code folio.diku.circulation.loan}. */
  public String of(Tenant tenant, String name) {
    return environment + "." + tenant.name() + "." + name;
  }
}
