package org.reprise.lists;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.refresh.RefreshSettings;
import org.reprise.lists.role.Role;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.ReaderSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings under {@code reprise.lists}; features may have more of their own below it.
 *
 * @param tenants names of the tenants, at least one
 * @param roles the parts that this process runs; all when not set
 * @param environment the first word of the names of Kafka topics
 * @param reader the database that is read from; without a URL everything is on the writer
 * @param split the features whose reads go to the reader; the report split those of FQM only
 * @param refresh how lists are refreshed
 */
@ConfigurationProperties("reprise.lists")
public record ListsSettings(
    @DefaultValue("diku") List<String> tenants,
    @Nullable Set<Role> roles,
    @DefaultValue("folio") String environment,
    @DefaultValue ReaderSettings reader,
    @DefaultValue("fqm") Set<Feature> split,
    @DefaultValue RefreshSettings refresh) {
  private static final Pattern TENANT = Pattern.compile("[a-z][a-z0-9_]{0,30}");

  /** Copies; refuses what could not work. */
  public ListsSettings {
    tenants = List.copyOf(tenants);
    roles = roles == null || roles.isEmpty() ? EnumSet.allOf(Role.class) : Set.copyOf(roles);
    split = Set.copyOf(split);
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
