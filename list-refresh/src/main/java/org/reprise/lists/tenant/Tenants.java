package org.reprise.lists.tenant;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The tenants that the service has. */
public final class Tenants {
  private final Map<String, Tenant> byName;

  private Tenants(Map<String, Tenant> byName) {
    this.byName = byName;
  }

  /** Registers tenants that are new, with the reference data that every tenant has. */
  static Tenants register(JdbcClient jdbc, List<String> names) {
    Map<String, Tenant> tenants = new LinkedHashMap<>();
    for (String name : names) {
      Short found = number(jdbc, name).orElse(null);
      short number = found == null ? insert(jdbc, name) : found;
      Tenant tenant = new Tenant(number, name);
      ReferenceData.fill(jdbc, tenant);
      tenants.put(name, tenant);
    }
    return new Tenants(tenants);
  }

  private static Optional<Short> number(JdbcClient jdbc, String name) {
    return jdbc.sql("select id from tenant where name = ?")
        .param(name)
        .query(Short.class)
        .optional();
  }

  // Each insert takes a number, even one that finds the tenant there; there are 32,767.
  private static short insert(JdbcClient jdbc, String name) {
    jdbc.sql("insert into tenant (name) values (?) on conflict (name) do nothing")
        .param(name)
        .update();
    return number(jdbc, name).orElseThrow();
  }

  public Optional<Tenant> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  public Optional<Tenant> find(short number) {
    return byName.values().stream().filter(tenant -> tenant.number() == number).findFirst();
  }

  /** All, in the order of the configuration. */
  public Collection<Tenant> all() {
    return List.copyOf(byName.values());
  }
}
