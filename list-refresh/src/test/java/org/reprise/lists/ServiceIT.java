package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** Behaviour of the whole service: credentials, tenants, errors. */
class ServiceIT {
  private static final ListsServer SERVER = ListsServer.shared();

  @Test
  void readinessIsOpen() {
    assertThat(SERVER.client().anonymous().get("/actuator/health/readiness").status())
        .isEqualTo(200);
  }

  @Test
  void everythingElseNeedsCredentials() {
    assertThat(SERVER.client().anonymous().get("/v3/api-docs").status()).isEqualTo(401);
    assertThat(SERVER.client().anonymous().get("/actuator/prometheus").status()).isEqualTo(401);
  }

  @Test
  void everyStartLeavesOneSetOfReferenceData() {
    try (ListsServer again = ListsServer.start(SERVER.database())) {
      assertThat(again.client().get("/actuator/health/readiness").status()).isEqualTo(200);
    }
    assertThat(SERVER.count("select count(*) from tenant")).isEqualTo(2);
    assertThat(SERVER.count("select count(*) from location")).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({
    "X-Okapi-Tenant,other",
    "X-Okapi-Tenant,diku",
    "X-Okapi-User-Id,2d3d00c4-ac1b-4411-bce4-aa0555d76834",
    "X-Okapi-Permissions,[]",
  })
  void refusesDuplicateHeader(String header, String value) {
    ListsClient once =
        header.equals("X-Okapi-Tenant") ? SERVER.client() : SERVER.client().with(header, value);
    assertThat(once.get("/lists").status()).isEqualTo(200);
    ListsClient.Answer twice = once.with(header, value).get("/lists");
    assertThat(twice.status()).as(twice.toString()).isEqualTo(400);
    assertThat(twice.code()).isEqualTo("read-invalid.request");
    assertThat(twice.body()).contains(header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1-1-1-1-1", "", "2d3d00c4-ac1b-4411-bce4-aa0555d768345", "nobody"})
  void refusesUserIdThatIsNoUuid(String user) {
    ListsClient.Answer answer = SERVER.client().with("X-Okapi-User-Id", user).get("/lists");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("read-invalid.request");
    assertThat(answer.json().at("/parameters/0/key").asString()).isEqualTo("X-Okapi-User-Id");
  }

  /** A trigger of the database notes who migrates, and by what limits. */
  @Test
  void migratesAsFlywaysUserWithoutTimeLimits() throws SQLException {
    // Only a superuser may have event triggers, and reads what another role has made.
    Database database = TestDatabase.superuser().named(TestDatabase.freshDatabase().username());
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          create role migrator superuser login password 'of migrations';
          create schema seen;
          create table seen.migration (who text, statement_timeout text);
          create function seen.note() returns event_trigger language plpgsql as $$
          begin
            insert into seen.migration values (current_user, current_setting('statement_timeout'));
          end $$;
          create event trigger note on ddl_command_end execute function seen.note()\
          """);
      try (ListsServer server =
          ListsServer.start(
              database,
              "--spring.flyway.user=migrator",
              "--spring.flyway.password=of migrations")) {
        assertThat(server.client().get("/lists").status()).isEqualTo(200);
      }
      try (ResultSet row =
          statement.executeQuery(
              "select string_agg(distinct who || ' ' || statement_timeout, ',') from"
                  + " seen.migration")) {
        row.next();
        assertThat(row.getString(1)).isEqualTo("migrator 0");
      }
    }
  }

  @Test
  void answersInternalErrorInFolioForm() {
    try (ListsServer broken = ListsServer.start()) {
      broken.execute("alter table record_list rename to elsewhere");
      ListsClient.Answer answer = broken.client().get("/lists");
      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.code()).isEqualTo("read-internal.server.error");
      assertThat(answer.json().propertyNames()).containsExactly("message", "code", "parameters");
      assertThat(answer.body()).doesNotContain("record_list", "Exception");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--reprise.lists.tenants=No Tenant",
        "--reprise.lists.roles=librarian",
        "--reprise.lists.time-zones.nobody=UTC",
        "--reprise.lists.time-zones.diku=Mars/Olympus",
        "--reprise.lists.split=everything",
        "--reprise.lists.reader.url=http://127.0.0.1",
        "--reprise.lists.environment=a b",
        "--reprise.lists.refresh.poll=0s",
        "--reprise.lists.refresh.page=0",
        "--reprise.lists.refresh.page=10001",
        "--reprise.lists.query.parallel=0",
      })
  void invalidSettingStopsStartUpAndIsNamed(String setting) {
    String name = setting.substring(2, setting.indexOf('='));
    assertThatThrownBy(() -> ListsServer.start(setting).close())
        .satisfies(thrown -> assertThat(messages(thrown)).contains(name));
  }

  private static String messages(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      all.append(cause.getMessage()).append('\n');
    }
    return all.toString();
  }
}
