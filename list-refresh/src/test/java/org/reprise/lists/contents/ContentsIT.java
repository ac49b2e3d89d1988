package org.reprise.lists.contents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import tools.jackson.databind.JsonNode;

/** The records of lists over HTTP. */
class ContentsIT {
  private static final int ITEMS = 2_300;
  private static final String MARK = UUID.randomUUID().toString();
  private static final String QUERY =
      "{\"item_level_call_number\": {\"$eq\": \"%s\"}}".formatted(MARK);
  private static final ListsServer SERVER = ListsServer.shared();
  private static final UUID USER = UUID.randomUUID();

  private static List<String> ids = List.of();

  private final ListsClient client = SERVER.client().as(USER);
  private final MadeLists lists = new MadeLists(client);

  @BeforeAll
  static void fill() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, ITEMS);
    SERVER.execute(
        """
        update item set item_level_call_number = '%s', number_of_pieces = 3,
          discovery_suppress = false
        where item_level_call_number is null\
        """
            .formatted(MARK));
    ids =
        MadeLists.texts(
            SERVER.database(),
            """
            select i.id from item i join tenant t on t.id = i.tenant
            where t.name = '%s' and i.item_level_call_number = '%s' order by i.id\
            """
                .formatted(ListsServer.TENANT, MARK));
    assertThat(ids).hasSizeGreaterThanOrEqualTo(ITEMS);
  }

  private static List<String> ids(JsonNode page) {
    return page.get("content").valueStream().map(record -> record.get("id").asString()).toList();
  }

  @Test
  void pagesHaveTheirRecordsInOrder() {
    String path = lists.make("paged", QUERY, "item_barcode");
    lists.refresh(path);
    for (int[] page :
        new int[][] {
          {0, 1}, {0, 1000}, {1, 1000}, {999, 2}, {1000, 1000}, {1500, 700}, {2290, 5}
        }) {
      JsonNode answer =
          client.get(path + "/contents?offset=%d&size=%d".formatted(page[0], page[1])).json();
      assertThat(answer.get("totalRecords").asInt()).isEqualTo(ids.size());
      assertThat(ids(answer))
          .isEqualTo(ids.subList(page[0], Math.min(page[0] + page[1], ids.size())));
    }
    assertThat(ids(client.get(path + "/contents").json())).isEqualTo(ids.subList(0, 100));
    assertThat(ids(client.get(path + "/contents?offset=" + ids.size()).json())).isEmpty();
    Answer beyond = client.get(path + "/contents?offset=2147483647&size=1000");
    assertThat(beyond.status()).as(beyond.toString()).isEqualTo(200);
    assertThat(ids(beyond.json())).isEmpty();
  }

  @Test
  void recordsHaveTheChosenFields() {
    String path = lists.make("fields", QUERY, "item_barcode", "item_status");
    lists.refresh(path);
    JsonNode ofList = client.get(path + "/contents?size=1").json().get("content").get(0);
    assertThat(ofList.propertyNames())
        .containsExactlyInAnyOrder("id", "item_barcode", "item_status");
    String fields =
        "&fields=item_number_of_pieces,item_discovery_suppress,item_created_date,holdings_id"
            + "&fields=instance_title&fields=item_permanent_location_name&fields=item_effective_library_name";
    JsonNode chosen = client.get(path + "/contents?size=1" + fields).json().get("content").get(0);
    assertThat(chosen.get("item_number_of_pieces").isInt()).isTrue();
    assertThat(chosen.get("item_discovery_suppress").isBoolean()).isTrue();
    assertThat(Instant.parse(chosen.get("item_created_date").asString())).isBefore(Instant.now());
    assertThat(UUID.fromString(chosen.get("holdings_id").asString())).isNotNull();
    assertThat(chosen.get("instance_title").asString())
        .isEqualTo(title(chosen.get("id").asString()));
    assertThat(chosen.get("item_effective_library_name").asString()).isEqualTo("main");
    assertThat(chosen.has("item_permanent_location_name")).as("has no value").isFalse();
    assertThat(chosen.has("item_barcode")).isFalse();
  }

  private static String title(String item) {
    return MadeLists.texts(
            SERVER.database(),
            """
            select n.title from item i
            join holdings h on h.tenant = i.tenant and h.id = i.holdings_id
            join instance n on n.tenant = h.tenant and n.id = h.instance_id
            where i.id = '%s'\
            """
                .formatted(item))
        .getFirst();
  }

  @Test
  void marksRecordsDeletedSinceTheRefresh() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, 3);
    SERVER.execute(
        "update item set item_level_call_number = 'going' where item_level_call_number is null");
    String path =
        lists.make("deleted", "{\"item_level_call_number\": {\"$eq\": \"going\"}}", "item_hrid");
    lists.refresh(path);
    String gone =
        MadeLists.texts(
                SERVER.database(),
                "select id from item where item_level_call_number = 'going' order by id")
            .get(1);
    SERVER.execute("delete from item where id = '" + gone + "'");
    JsonNode content = client.get(path + "/contents").json().get("content");
    assertThat(content.size()).isEqualTo(3);
    assertThat(content.get(1).toString())
        .isIn(
            "{\"id\":\"%s\",\"_deleted\":true}".formatted(gone),
            "{\"_deleted\":true,\"id\":\"%s\"}".formatted(gone));
    assertThat(content.get(0).has("item_hrid")).isTrue();
  }

  @Test
  void pagesAndListNameTheLastRefresh() {
    String path = lists.make("of two refreshes", QUERY);
    lists.refresh(path);
    Answer first = client.get(path + "/contents?size=1000");
    UUID other = UUID.randomUUID();
    SERVER.execute(
        """
        insert into app_user (tenant, id, username, patron_group_id, last_name)
        select t.id, '%s', 'refresher', g.id, 'Refresher'
        from tenant t, lateral (select id from patron_group where tenant = t.id limit 1) g
        where t.name = '%s'\
        """
            .formatted(other, ListsServer.TENANT));
    new MadeLists(SERVER.client().as(other)).refresh(path);
    Answer second = client.get(path + "/contents?offset=1000&size=1000");

    JsonNode view = client.get(path).json().get("successRefresh");
    assertThat(view.get("refreshedBy").asString()).isEqualTo(other.toString());
    assertThat(view.get("refreshedByUsername").asString()).isEqualTo("refresher");
    assertThat(second.header("Refresh-Id")).isEqualTo(view.get("id").asString());
    assertThat(first.header("Refresh-Id")).isNotEmpty().isNotEqualTo(second.header("Refresh-Id"));
  }

  @Test
  void unrefreshedAndInactiveListsHaveNoContents() {
    String path = lists.make("empty", QUERY);
    assertEmpty(path);
    lists.refresh(path);
    assertThat(client.get(path + "/contents").json().get("totalRecords").asInt()).isPositive();
    Answer changed =
        client.json(
            "PUT",
            path,
            "{\"name\": \"idle\", \"isActive\": false, \"isPrivate\": false, \"version\": 1}");
    assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
    assertEmpty(path);
  }

  private void assertEmpty(String path) {
    JsonNode page = client.get(path + "/contents").json();
    assertThat(page.get("content")).isEmpty();
    assertThat(page.get("totalRecords").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"size=0", "size=1001", "offset=-1", "offset=x", "fields=item_colour"})
  void refusesInvalidPages(String query) {
    Answer answer = client.get(lists.make("bad", QUERY) + "/contents?" + query);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("read-invalid.request");
    assertThat(answer.body()).contains(query.substring(0, query.indexOf('=')));
  }

  @Test
  void privateContentsAreHiddenFromOthers() {
    String path = lists.make("mine", QUERY, true);
    lists.refresh(path);
    assertThat(SERVER.client().as(UUID.randomUUID()).get(path + "/contents").code())
        .isEqualTo("read-list.is.private");
    assertThat(SERVER.client(ListsServer.OTHER_TENANT).as(USER).get(path + "/contents").code())
        .isEqualTo("read-list.not.found");
    assertThat(client.get("/lists/" + UUID.randomUUID() + "/contents").status()).isEqualTo(404);
  }
}
