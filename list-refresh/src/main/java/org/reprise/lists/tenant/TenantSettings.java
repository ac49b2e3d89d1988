package org.reprise.lists.tenant;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose data the service has.
 *
 * @param timeZones where days of tenants begin and end; UTC for those that are not there
 */
@ConfigurationProperties("reprise.lists")
record TenantSettings(
    @DefaultValue("diku") List<String> tenants, @DefaultValue Map<String, ZoneId> timeZones) {
  private static final Pattern TENANT = Pattern.compile("[a-z][a-z0-9_]{0,30}");

  TenantSettings {
    SettingBounds bounds =
        new SettingBounds("reprise.lists")
            .require(!tenants.isEmpty(), "tenants", "must name one at least")
            .require(
                tenants.stream().allMatch(name -> TENANT.matcher(name).matches()),
                "tenants",
                "must be small letters, digits and _, were " + tenants);
    timeZones
        .keySet()
        .forEach(name ->
            bounds.require(tenants.contains(name), "time-zones." + name, "is of no tenant"));
  }
}
