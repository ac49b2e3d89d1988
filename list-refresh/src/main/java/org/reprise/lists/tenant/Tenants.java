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
  static Tenants register(JdbcClient jdbc, List<String> names, String referenceData) {
    Map<String, Tenant> tenants = new LinkedHashMap<>();
    for (String name : names) {
      Tenant tenant = new Tenant(number(jdbc, name), name);
      jdbc.sql(referenceData).param("tenant", tenant.number()).update();
      tenants.put(name, tenant);
    }
    return new Tenants(tenants);
  }

  // An insert that finds the name there would take one of 32,767 numbers.
  private static short number(JdbcClient jdbc, String name) {
    jdbc.sql(
            """
            insert into tenant (name)
            select :name where not exists (select from tenant where name = :name)
            on conflict (name) do nothing\
            """)
        .param("name", name)
        .update();
    return jdbc.sql("select id from tenant where name = ?").param(name).query(Short.class).single();
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
