package org.reprise.lists.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Tenants are registered in a real database. */
class TenantsIT {
  private final Database database = TestDatabase.freshDatabase();
  private final JdbcClient jdbc =
      JdbcClient.create(
          new DriverManagerDataSource(
              database.jdbcUrl(), database.username(), database.password()));

  @BeforeEach
  void migrate() {
    Flyway.configure()
        .dataSource(database.jdbcUrl(), database.username(), database.password())
        .load()
        .migrate();
  }

  private Tenants register(String... names) {
    try {
      return new Tenants(
          jdbc,
          new TenantSettings(List.of(names), Map.of()),
          new ClassPathResource("db/reference-data.sql"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long numbersTaken() {
    return jdbc.sql("select last_value from tenant_id_seq").query(Long.class).single();
  }

  @Test
  void startWithKnownTenantsUsesNoNumber() {
    Tenants first = register("one", "two");
    long taken = numbersTaken();
    Tenants second = register("two", "one");
    assertThat(numbersTaken()).isEqualTo(taken);
    assertThat(second.find("two")).isEqualTo(first.find("two")).isPresent();
  }

  @Test
  void firstTenantHasNumberOne() {
    assertThat(register("one").find("one")).contains(new Tenant((short) 1, "one"));
  }
}
