package org.reprise.lists.tenant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@DependsOnDatabaseInitialization
public final class Tenants {
  private final Map<String, Tenant> byName = new LinkedHashMap<>();

  /** Registers tenants that are new, with the reference data that every tenant has. */
  Tenants(
      JdbcClient jdbc,
      TenantSettings settings,
      @Value("classpath:db/reference-data.sql") Resource referenceData)
      throws IOException {
    String sql = referenceData.getContentAsString(StandardCharsets.UTF_8);
    for (String name : settings.tenants()) {
      ZoneId zone = settings.timeZones().getOrDefault(name, ZoneOffset.UTC);
      Tenant tenant = new Tenant(number(jdbc, name), name, zone);
      if (isNew(jdbc, tenant)) {
        jdbc.sql(sql).param("tenant", tenant.number()).update();
      }
      byName.put(name, tenant);
    }
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

  // What its administrator has deleted does not come back with the next start.
  private static boolean isNew(JdbcClient jdbc, Tenant tenant) {
    return jdbc.sql("select count(*) from circulation_rules where tenant = ?")
            .param(tenant.number())
            .query(Integer.class)
            .single()
        == 0;
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
