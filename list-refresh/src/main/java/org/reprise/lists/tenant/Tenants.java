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
      jdbc.sql("insert into tenant (name) values (?) on conflict (name) do nothing")
          .param(name)
          .update();
      short number =
          jdbc.sql("select id from tenant where name = ?").param(name).query(Short.class).single();
      Tenant tenant = new Tenant(number, name);
      ReferenceData.fill(jdbc, tenant);
      tenants.put(name, tenant);
    }
    return new Tenants(tenants);
  }

  /** The one of that name, if the service has it. */
  public Optional<Tenant> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The one of that number, if the service has it. */
  public Optional<Tenant> find(short number) {
    return byName.values().stream().filter(tenant -> tenant.number() == number).findFirst();
  }

  /** All, in the order of the configuration. */
  public Collection<Tenant> all() {
    return List.copyOf(byName.values());
  }
}
