package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.refresh.Contents.Page;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;

/** Refreshes over HTTP; what lists contain is compared with the database's own answer. */
class RefreshIT {
  private static final int ITEMS = 4_500;
  private static final ListsServer SERVER =
      ListsServer.start(
          "--reprise.lists.refresh.poll=100ms",
          "--reprise.lists.refresh.max-size=3500",
          // Neither a divisor of the lists' lengths nor a multiple of the batches that are saved.
          "--reprise.lists.refresh.page=333");
  private static final RefreshedLists LISTS = new RefreshedLists(SERVER.database());

  private final ListsClient client = SERVER.client();

  @BeforeAll
  static void fill() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, ITEMS);
    SampleItems.add(SERVER.database(), ListsServer.OTHER_TENANT, 30);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static Tenant tenant() {
    return SERVER.part(Tenants.class).find(ListsServer.TENANT).orElseThrow();
  }

  private static List<UUID> contents(UUID list) {
    Page page = SERVER.part(Contents.class).page(tenant(), list, 0, ITEMS);
    assertThat(page.ids()).hasSize(page.total());
    return page.ids();
  }

  private Answer refresh(UUID list, RefreshMode mode) {
    return client.post("/lists/%s/refresh?mode=%s".formatted(list, mode));
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void listHasExactlyTheRecordsOfItsQuery(RefreshMode mode) {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    Answer begun = refresh(list, mode);
    assertThat(begun.status()).as(begun.toString()).isEqualTo(200);
    assertThat(begun.json().get("status").asString()).isEqualTo("IN_PROGRESS");
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    assertThat(contents(list)).isEqualTo(LISTS.notAvailable(ListsServer.TENANT)).hasSize(3_000);
    assertThat(LISTS.text("select source from list_refresh where list_id = ?", list))
        .isEqualTo("WRITER");
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void listWithoutMatchesIsEmpty(RefreshMode mode) {
    UUID list = LISTS.add("{\"item_status\": {\"$eq\": \"Missing\"}}");
    refresh(list, mode);
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    assertThat(contents(list)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1_000, 1_001, 1_999, 2_500, 2_999, 3_000, 5_000})
  void pagesAreEqualInBothModes(int offset) {
    List<UUID> all = LISTS.notAvailable(ListsServer.TENANT);
    List<UUID> expected =
        all.subList(Math.min(offset, all.size()), Math.min(offset + 1_100, all.size()));
    for (UUID list : Filled.BOTH) {
      assertThat(SERVER.part(Contents.class).page(tenant(), list, offset, 1_100).ids())
          .isEqualTo(expected);
    }
  }

  private static final class Filled {
    static final List<UUID> BOTH = List.of(filled(RefreshMode.FAST), filled(RefreshMode.COMPAT));

    private static UUID filled(RefreshMode mode) {
      UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
      SERVER.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      return list;
    }
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void tooLargeListKeepsItsContentsAndSaysWhy(RefreshMode mode) {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    refresh(list, RefreshMode.FAST);
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    SERVER.execute(
        "update record_list set fql_query = '{\"item_status\": {\"$ne\": \"Missing\"}}' where id = '%s'"
            .formatted(list));
    refresh(list, mode);
    assertThat(LISTS.ended(list)).isEqualTo("FAILED max.list.size.exceeded");
    assertThat(contents(list)).isEqualTo(LISTS.notAvailable(ListsServer.TENANT));
  }

  @Test
  void newContentsReplaceOldOnes() {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    for (RefreshMode mode :
        List.of(RefreshMode.FAST, RefreshMode.COMPAT, RefreshMode.COMPAT, RefreshMode.FAST)) {
      refresh(list, mode);
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    }
    assertThat(contents(list)).isEqualTo(LISTS.notAvailable(ListsServer.TENANT));
    await().until(() -> LISTS.count(list, "r.has_contents") == 1);
    assertThat(LISTS.text("select count(*) from list_contents where list_id = ?", list))
        .isEqualTo("0");
    assertThat(
            LISTS.text(
                "select count(*) from list_segment s join list_refresh r on r.id = s.refresh_id"
                    + " where r.list_id = ?",
                list))
        .isEqualTo("3");
    assertThat(
            LISTS.text(
                "select string_agg(content_version::text, ',' order by refresh_start_date) from"
                    + " list_refresh where list_id = ?",
                list))
        .isEqualTo("1,2,3,4");
  }

  @Test
  void oneOfManyConcurrentRequestsStartsTheRefresh() throws Exception {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    Callable<Answer> request = () -> refresh(list, RefreshMode.COMPAT);
    try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> answers =
          many.invokeAll(IntStream.range(0, 20).mapToObj(_ -> request).toList());
      int begun = 0;
      for (Future<Answer> answer : answers) {
        if (answer.get().status() == 200) {
          begun++;
        } else {
          assertThat(answer.get().code()).isEqualTo("refresh-list.refresh.in.progress");
        }
      }
      assertThat(begun).isOne();
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
  }

  @Test
  void refusesRefreshWhereNotAllowed() {
    UUID inactive = LISTS.add(ListsServer.TENANT, SampleItems.NOT_AVAILABLE, false);
    assertRefused(client, inactive, 400, "refresh-list.is.inactive");
    assertRefused(client, UUID.randomUUID(), 404, "refresh-list.not.found");
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    assertRefused(SERVER.client(ListsServer.OTHER_TENANT), list, 404, "refresh-list.not.found");
    assertRefused(SERVER.client("nobody"), list, 400, "refresh-invalid.request");
    assertRefused(client.withoutTenant(), list, 400, "refresh-invalid.request");
    SERVER.execute("update record_list set fql_query = null where id = '%s'".formatted(list));
    assertRefused(client, list, 400, "refresh-list.missing.query");
    SERVER.execute(
        "update record_list set is_private = true, created_by = '%s' where id = '%s'"
            .formatted(UUID.randomUUID(), list));
    assertRefused(client.as(UUID.randomUUID()), list, 401, "refresh-list.is.private");
    assertThat(client.post("/lists/%s/refresh?mode=slow".formatted(list)).code())
        .isEqualTo("refresh-invalid.request");
    assertThat(client.post("/lists/1/refresh").code()).isEqualTo("refresh-invalid.request");
    Answer none = client.delete("/lists/%s/refresh".formatted(inactive));
    assertThat(none.code()).isEqualTo("cancel_refresh-list.not.refreshing");
  }

  private static void assertRefused(ListsClient client, UUID list, int status, String code) {
    Answer answer = client.post("/lists/%s/refresh".formatted(list));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void listsHoldRecordsOfTheirTenantOnly(RefreshMode mode) {
    UUID list = LISTS.add(ListsServer.OTHER_TENANT, SampleItems.NOT_AVAILABLE, true);
    SERVER.client(ListsServer.OTHER_TENANT).post("/lists/%s/refresh?mode=%s".formatted(list, mode));
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    Tenant other = SERVER.part(Tenants.class).find(ListsServer.OTHER_TENANT).orElseThrow();
    assertThat(SERVER.part(Contents.class).page(other, list, 0, 100).ids())
        .isEqualTo(LISTS.notAvailable(ListsServer.OTHER_TENANT))
        .hasSize(20);
    assertThat(SERVER.part(Contents.class).page(tenant(), list, 0, 100).ids()).isEmpty();
  }
}
