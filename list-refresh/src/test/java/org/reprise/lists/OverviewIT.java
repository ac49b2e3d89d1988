package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.springframework.core.io.ClassPathResource;

/** The page for administrators. */
class OverviewIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final ListsClient CLIENT = SERVER.client().withoutTenant();

  @Test
  void needsCredentials() {
    Answer refused = CLIENT.anonymous().get("/");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate")).startsWith("Basic");
    assertThat(refused.body()).doesNotContain("Circ Desk");
    assertThat(CLIENT.anonymous().get("/pages.css").status()).isEqualTo(401);
  }

  @Test
  void showsWhatATenantHas() {
    Library library = new Library(SERVER, ListsServer.OTHER_TENANT);
    String item = library.item();
    library.checkOut(item, library.patron());
    MadeLists lists = new MadeLists(library.client());
    String list =
        lists.make("Books <b>away</b>", "{\"item_barcode\": {\"$eq\": \"%s\"}}".formatted(item));
    lists.refresh(list);
    new MadeLists(library.client().as(UUID.randomUUID()))
        .make("Mine alone", SampleItems.NOT_AVAILABLE, true);
    Answer page = CLIENT.get("/?tenant=other");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'");
    assertThat(page.body())
        .contains("Tenant other", "Books &lt;b&gt;away&lt;/b&gt;", "SUCCESS", "Open loans")
        .contains(
            "Circ Desk 1", "main/stacks", "undergrad", "Three weeks", "/swagger-ui/index.html")
        .doesNotContain("<b>away", "Mine alone");
  }

  /** However often its list was refreshed. */
  @Test
  void lastRefreshIsFoundByItsKey() throws IOException {
    Database database = ListsServer.migratedDatabase();
    database.execute(
        """
        with list as (
          insert into record_list (tenant, id, name, entity_type_id, is_active, is_private, version,
            created_date, updated_date, success_refresh_id)
          select id, gen_random_uuid(), 'often', gen_random_uuid(), true, false, 1, now(), now(),
            gen_random_uuid()
          from tenant where name = '%s'
          returning tenant, id, success_refresh_id)
        insert into list_refresh (tenant, id, list_id, list_version, mode, status, records_count,
          refresh_start_date, owner, heartbeat)
        select tenant, case n when 1 then success_refresh_id else gen_random_uuid() end, id, 1,
          'FAST', 'SUCCESS', n, now() - n * interval '1 minute', id, now()
        from list, generate_series(1, 500) n\
        """
            .formatted(ListsServer.TENANT));
    String overview =
        new ClassPathResource("db/overview.sql").getContentAsString(StandardCharsets.UTF_8);
    String lists = overview.replaceFirst("(?s).*\n-- Lists\n(.*)\n-- Imports.*", "$1");
    try (RowsVisited visited = new RowsVisited(database, "list_refresh")) {
      List<Map<String, @Nullable Object>> rows =
          visited
              .client()
              .sql(lists)
              .param("tenant", database.count("select id from tenant where name = 'diku'"))
              .query()
              .listOfRows();
      assertThat(rows).hasSize(1);
      assertThat(rows.getFirst())
          .containsEntry("Last refresh", "SUCCESS")
          .containsEntry("Records", 1);
      assertThat(visited.next()).isLessThan(10);
    }
  }

  @Test
  void firstTenantIsShownWhereNoneIsNamed() {
    assertThat(CLIENT.get("/").body()).contains("Tenant diku");
    Answer refused = CLIENT.get("/?tenant=nobody");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.header("Content-Type")).startsWith("application/json");
  }
}
