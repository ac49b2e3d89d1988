package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.ReferenceData;
import org.reprise.localstack.testing.RoundTrips;
import org.reprise.localstack.testing.TestDatabase;

/** Database statements of a desk's requests. */
class DeskStatementsIT {
  private static final int TIMES = 60;

  private static RoundTrips counter;
  private static ListsServer server;
  private static Library library;

  @BeforeAll
  static void start() {
    counter = new RoundTrips(TestDatabase.freshDatabase());
    server = ListsServer.start(counter.database(), "--reprise.lists.roles=circulation");
    library = Library.of(server);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    counter.close();
  }

  /**
   * Each takes as many, but for what the pool and the counting of the backlog add to some: more to
   * the requests of a slow machine, and nothing to the one that takes the fewest.
   */
  private static void assertTakes(int trips, Stream<Supplier<Answer>> requests) {
    assertThat(requests.mapToLong(DeskStatementsIT::trips).min()).hasValue(trips);
  }

  private static long trips(Supplier<Answer> request) {
    long before = counter.count();
    assertThat(request.get().status()).isBetween(200, 201);
    return counter.count() - before;
  }

  @Test
  void checkOutAndCheckInTakeSixRoundTrips() {
    String patron = library.patron();
    List<String> items = Stream.generate(library::item).limit(TIMES).toList();
    assertTakes(6, items.stream().map(item -> () -> library.checkOut(item, patron)));
    assertTakes(6, items.stream().map(item -> () -> library.checkIn(item)));
  }

  @Test
  void patronGroupLimitTakesNoExtraRoundTrip() {
    String patron = LendingTerms.limited(library, 1000);
    List<String> items = Stream.generate(library::item).limit(TIMES).toList();
    assertTakes(6, items.stream().map(item -> () -> library.checkOut(item, patron)));
  }

  @Test
  void searchTakesTwoStatements() {
    String patron = library.patron();
    UUID id = library.patronId(patron);
    Stream.generate(library::item).limit(20).forEach(item -> library.checkOut(item, patron));
    String path = "/circulation/loans?limit=100&query=userId==" + id;
    assertThat(library.client().get(path).json().path("loans").size()).isEqualTo(20);
    assertTakes(
        2, Stream.<Supplier<Answer>>generate(() -> () -> library.client().get(path)).limit(TIMES));
  }

  @Test
  void noTableIsScanned() {
    fill(3_000);
    String patron = library.patron();
    UUID user = library.patronId(patron);
    String item = library.item();
    UUID id = library.id(item);
    publishStatistics();
    long scans = scans("seq_scan");
    long lookups = scans("idx_scan");
    for (int i = 0; i < 10; i++) {
      library.checkOut(item, patron);
      library.search("/users", "barcode==" + patron);
      library.search("/circulation/loans", "(userId==%s and status.name==Open)".formatted(user));
      library.search("/circulation/loans", "itemId==" + id);
      library.search(
          "/circulation/requests", "requesterId==%s and status==\"Open*\"".formatted(user));
      library.search("/circulation/requests", "itemId==%s and status==\"Open*\"".formatted(id));
      library.search("/check-in-storage/check-ins", "itemId==" + id);
      library.read(item);
      library.checkIn(item);
    }
    publishStatistics();
    assertThat(scans("idx_scan")).isGreaterThanOrEqualTo(lookups + 100);
    assertThat(scans("seq_scan")).isEqualTo(scans);
  }

  /** Of all requests so far: a backend publishes its own when it ends, or much later. */
  private static void publishStatistics() {
    long now = server.count("select (extract(epoch from clock_timestamp()) * 1000000)::bigint");
    ((HikariDataSource) server.part(Split.class).writer())
        .getHikariPoolMXBean()
        .softEvictConnections();
    await()
        .until(() ->
            server.count(
                    """
                    select count(*) from pg_stat_activity
                    where datname = current_database() and backend_type = 'client backend'
                      and application_name not like 'list-refresh %%'
                      and extract(epoch from backend_start) * 1000000 < %d\
                    """
                        .formatted(now))
                == 0);
  }

  private static long scans(String kind) {
    return server.count(
        """
        select sum(%s) from pg_stat_user_tables
        where relname in ('item', 'holdings', 'instance', 'app_user', 'loan',
          'circulation_request', 'check_in')\
        """
            .formatted(kind));
  }

  private static void fill(int rows) {
    server.execute(
        """
        create temporary table n as
          select i, t.id as tenant, gen_random_uuid() as instance, gen_random_uuid() as holdings,
            gen_random_uuid() as item, gen_random_uuid() as patron
          from generate_series(1, %1$d) i, tenant t where t.name = 'diku';
        insert into instance (tenant, id, hrid, title, created_date, updated_date)
          select tenant, instance, 'fin' || i, 'Book ' || i, now(), now() from n;
        insert into holdings (tenant, id, hrid, instance_id, permanent_location_id, created_date,
          updated_date)
          select tenant, holdings, 'fho' || i, instance, '%2$s', now(), now() from n;
        insert into item (tenant, id, hrid, barcode, holdings_id, material_type_id,
          effective_location_id, status, status_date, created_date, updated_date)
          select tenant, item, 'fit' || i, 'fi' || i, holdings, '%3$s', '%2$s', 'Checked out', now(),
            now(), now() from n;
        insert into app_user (tenant, id, barcode, username, patron_group_id, last_name)
          select tenant, patron, 'fp' || i, 'fu' || i, '%4$s', 'Reader' from n;
        insert into loan (tenant, id, user_id, item_id, status, action, loan_date, due_date,
          checkout_service_point_id, item_location_id, loan_policy_id, patron_group_id)
          select n.tenant, gen_random_uuid(), patron, item, 'Open', 'checkedout', now(),
            now() + interval '21 days', '%5$s', '%2$s', p.id, '%4$s'
          from n join loan_policy p on p.tenant = n.tenant and p.loanable;
        insert into circulation_request (tenant, id, request_type, status, request_date,
          requester_id, item_id, pickup_service_point_id)
          select a.tenant, gen_random_uuid(), 'Hold', 'Open - Not yet filled', now(), b.patron,
            a.item, '%5$s'
          from n a join n b on b.i = %1$d + 1 - a.i and b.i <> a.i;
        insert into check_in (tenant, id, occurred_date, item_id, item_status_prior,
          item_location_id, request_queue_size, service_point_id)
          select tenant, gen_random_uuid(), now(), item, 'Available', '%2$s', 0, '%5$s' from n;
        analyze\
        """
            .formatted(
                rows,
                ReferenceData.id(ReferenceData.LOCATION, "main/stacks"),
                ReferenceData.id(ReferenceData.MATERIAL_TYPE, "book"),
                ReferenceData.id("patron-group", "undergrad"),
                Library.DESK));
  }
}
