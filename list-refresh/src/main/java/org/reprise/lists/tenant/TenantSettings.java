package org.reprise.lists.tenant;

import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose data the service has.
 *
 * @param tenants names of the tenants, at least one
 * @param environment the first word of the names of Kafka topics
 */
@ConfigurationProperties("reprise.lists")
record TenantSettings(
    @DefaultValue("diku") List<String> tenants, @DefaultValue("folio") String environment) {
  private static final Pattern TENANT = Pattern.compile("[a-z][a-z0-9_]{0,30}");

  TenantSettings {
    tenants = List.copyOf(tenants);
    if (tenants.isEmpty()) {
      throw new IllegalArgumentException("reprise.lists.tenants must name one at least");
    }
    for (String tenant : tenants) {
      if (!TENANT.matcher(tenant).matches()) {
        throw new IllegalArgumentException(
            "reprise.lists.tenants must be small letters, digits and _, was '" + tenant + "'");
      }
    }
  }
}
