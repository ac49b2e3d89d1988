package org.reprise.lists.contents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.localstack.testing.RoundTrips;
import org.reprise.localstack.testing.TestDatabase;

/** What requests for lists cost the database. */
class ListStatementsIT {
  private static final int TIMES = 60;
  private static final int ITEMS = 3_000;

  private static RoundTrips counter;
  private static ListsServer server;
  private static ListsClient client;
  private static String list;

  @BeforeAll
  static void start() {
    counter = new RoundTrips(TestDatabase.freshDatabase());
    server = ListsServer.start(counter.database(), "--reprise.lists.roles=lists");
    SampleItems.add(server.database(), ListsServer.TENANT, ITEMS);
    client = server.client().as(UUID.randomUUID());
    MadeLists lists = new MadeLists(client);
    list = lists.make("counted", SampleItems.NOT_AVAILABLE, "item_hrid", "instance_title");
    lists.refresh(list);
    for (int i = 0; i < 20; i++) {
      lists.make("another", SampleItems.NOT_AVAILABLE);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    counter.close();
  }

  /** What goes on beside the requests adds nothing to the one that takes the fewest. */
  private static void assertTakes(int trips, String path) {
    assertThat(LongStream.generate(() -> trips(path)).limit(TIMES).min()).hasValue(trips);
  }

  private static long trips(String path) {
    long before = counter.count();
    assertThat(client.get(path).status()).isEqualTo(200);
    return counter.count() - before;
  }

  @Test
  void pollTakesOneStatement() {
    assertTakes(1, list);
  }

  @Test
  void searchTakesTwoStatements() {
    assertTakes(2, "/lists?size=1");
    assertTakes(2, "/lists?size=100");
  }

  /** The statement that ends a refresh asks for the list's highest version, under its lock. */
  @Test
  void highestVersionOfAListIsFoundByItsIndex() {
    server.execute(
        """
        insert into list_refresh (tenant, id, list_id, list_version, mode, status, has_contents,
          content_version, refresh_start_date, owner, heartbeat)
        select tenant, gen_random_uuid(), id, 1, 'FAST', 'SUCCESS', false, n, now(), id, now()
        from record_list, generate_series(1, 500) n where name = 'another'\
        """);
    server.execute("analyze list_refresh");
    assertThat(
            MadeLists.texts(
                server.database(),
                "explain select max(content_version) from list_refresh where tenant = 1 and list_id"
                    + " = '%s'".formatted(list.substring("/lists/".length()))))
        .anyMatch(line -> line.contains("list_refresh_versions"));
  }

  /** The list, the ids of what it shows, the records, and the end of the transaction. */
  @Test
  void pageOfContentsTakesFourStatements() {
    assertTakes(4, list + "/contents?size=1");
    assertTakes(4, list + "/contents?offset=500&size=1000");
  }
}
