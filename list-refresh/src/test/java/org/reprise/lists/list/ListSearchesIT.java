package org.reprise.lists.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Searches for lists over HTTP. */
class ListSearchesIT {
  private static final ListsServer SERVER = ListsServer.shared();

  private final UUID user = UUID.randomUUID();
  private final ListsClient client = SERVER.client().as(user);
  private final ListRequests requests = new ListRequests(client);

  @Test
  void searchTextHasNoWildcards() {
    String mark = UUID.randomUUID().toString();
    String percent = requests.created(ListRequests.list("100% of " + mark));
    String plain =
        requests.created(
            ListRequests.list("1000 of " + mark, "\"description\": \"the OTHER_one\""));
    assertThat(found("search=" + encode("0% OF " + mark))).containsExactly(percent);
    assertThat(found("search=" + mark + "&sortBy=name")).containsExactly(percent, plain);
    assertThat(found("search=" + encode("r_o") + "&ids=" + plain + "," + percent))
        .containsExactly(plain);
    assertThat(found("search=" + encode("r%o") + "&ids=" + plain)).isEmpty();
    assertThat(found("search=" + encode("\\") + "&ids=" + plain)).isEmpty();
  }

  @Test
  void sortsAndPagesLists() {
    String mark = UUID.randomUUID().toString();
    List<String> byAge = new ArrayList<>();
    for (String name : List.of("b", "C", "a", "d")) {
      byAge.add(requests.created(ListRequests.list(name + mark)));
    }
    UUID refresh = ListRequests.refresh(byAge.get(1), "SUCCESS", "7, 1, null, null");
    SERVER.execute(
        "update record_list set success_refresh_id = '%s' where id = '%s'"
            .formatted(refresh, byAge.get(1)));
    List<String> byName = List.of(byAge.get(2), byAge.get(0), byAge.get(1), byAge.get(3));
    assertThat(found("search=" + mark)).isEqualTo(byName);
    assertThat(found("search=" + mark + "&sortOrder=desc")).isEqualTo(byName.reversed());
    assertThat(found("search=" + mark + "&sortBy=updatedDate")).isEqualTo(byAge);
    assertThat(found("search=" + mark + "&sortBy=recordsCount&sortOrder=desc"))
        .startsWith(byAge.get(1));
    assertThat(found("search=" + mark + "&offset=1&size=2")).isEqualTo(byName.subList(1, 3));
    JsonNode page = client.get("/lists?search=" + mark + "&size=3&offset=9").json();
    assertThat(page.get("content")).isEmpty();
    assertThat(page.get("totalRecords").asInt()).isEqualTo(4);
    assertThat(page.get("totalPages").asInt()).isEqualTo(2);
  }

  @Test
  void filtersListsByStateAndTime() {
    String mark = UUID.randomUUID().toString();
    String active = requests.created(ListRequests.list("x" + mark));
    String idle =
        requests.created(
            ListRequests.list("y" + mark).replace("\"isActive\": true", "\"isActive\": false"));
    assertThat(found("search=" + mark + "&active=true")).containsExactly(active);
    assertThat(found("search=" + mark + "&active=false")).containsExactly(idle);
    assertThat(found("search=" + mark + "&private=true")).isEmpty();
    assertThat(found("search=" + mark + "&entityTypeIds=" + UUID.randomUUID())).isEmpty();
    assertThat(found("search=" + mark + "&entityTypeIds=" + ListRequests.ITEM)).hasSize(2);
    String from = client.get("/lists/" + idle).json().get("updatedDate").asString();
    assertThat(found("search=" + mark + "&updatedAsOf=" + encode(from))).containsExactly(idle);
    assertThat(found("search=" + mark + "&updatedAsOf=2999-01-01T00:00:00Z")).isEmpty();
    assertThat(found("search=" + mark + "&updatedAsOf=2999-01-01T00:00:00%2B18:00")).isEmpty();
    assertThat(found("search=" + mark + "&updatedAsOf=9999-12-31T23:59:59.999999999Z")).isEmpty();
  }

  /** A page of lists with long queries would need gigabytes. */
  @Test
  void readsNoQueriesOfLists() {
    String mark = UUID.randomUUID().toString();
    requests.created(ListRequests.list("long" + mark));
    SERVER.execute(
        """
        update record_list set fql_query = repeat('x', 20000000),
          user_friendly_query = repeat('x', 20000000)
        where name = 'long%s'\
        """
            .formatted(mark));
    ListSearches searches =
        new ListSearches(
            JdbcClient.create(SERVER.part(DataSource.class)), SERVER.part(EntityTypes.class));
    Tenant tenant = SERVER.part(Tenants.class).find(ListsServer.TENANT).orElseThrow();
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(
            searches
                .find(
                    new Caller(tenant, user, Set.of()),
                    new ListSearch(null, null, 0, 10, mark, null, null, null, null, null))
                .content())
        .hasSize(1);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isBetween(1L, 20_000_000L);
  }

  private List<String> found(String query) {
    Answer answer = client.get("/lists?" + query);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json().get("content").valueStream().map(l -> l.get("id").asString()).toList();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "size=0",
    "size=1001",
    "size=many",
    "offset=-1",
    "offset=1.5",
    "sortBy=colour",
    "sortOrder=up",
    "active=perhaps",
    "ids=7",
    "entityTypeIds=x",
    "updatedAsOf=yesterday"
  })
  void refusesInvalidSearch(String query) {
    Answer answer = client.get("/lists?" + query);
    ListRequests.assertRefused(answer, 400, "read-invalid.request");
    assertThat(answer.body()).contains(query.substring(0, query.indexOf('=')));
  }
}
