package org.reprise.lists.tenant;

import java.util.regex.Pattern;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Names of Kafka topics, as FOLIO forms them: {@code reprise.lists.environment}, tenant, name. */
@ConfigurationProperties("reprise.lists")
public record TopicNames(@DefaultValue("folio") String environment) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,60}");

  public TopicNames {
    new SettingBounds("reprise.lists")
        .require(
            PLAIN.matcher(environment).matches(),
            "environment",
            "must be letters, digits, _ and -, was '" + environment + "'");
  }

  /** The topic of a tenant's messages of one kind, such as {@code folio.diku.circulation.loan}. */
  public String of(Tenant tenant, String name) {
    return environment + "." + tenant.name() + "." + name;
  }
}
