package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.Library;
import org.reprise.lists.ListsServer;
import org.reprise.localstack.TestDatabase;

/** How often a desk's requests go to the database and back. */
class RoundTripsIT {
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
   * Each at most so often. What the pool and the counting of the backlog add is less than one for
   * two requests.
   */
  private static void assertAtMost(int trips, Runnable requests) {
    long before = counter.count();
    requests.run();
    double each = (double) (counter.count() - before) / TIMES;
    assertThat(each).isBetween(1.0, trips + 0.5);
  }

  @Test
  void ofACheckOutAndACheckIn() {
    String patron = library.patron();
    List<String> items = Stream.generate(library::item).limit(TIMES).toList();
    assertAtMost(
        6,
        () ->
            items.forEach(
                item -> assertThat(library.checkOut(item, patron).status()).isEqualTo(201)));
    assertAtMost(
        6, () -> items.forEach(item -> assertThat(library.checkIn(item).status()).isEqualTo(200)));
  }

  @Test
  void ofASearchWhateverItFinds() {
    String patron = library.patron();
    UUID id = library.patronId(patron);
    Stream.generate(library::item).limit(20).forEach(item -> library.checkOut(item, patron));
    String path = "/circulation/loans?limit=100&query=userId==" + id;
    assertThat(library.client().get(path).json().path("loans").size()).isEqualTo(20);
    assertAtMost(
        2,
        () ->
            Stream.generate(() -> library.client().get(path))
                .limit(TIMES)
                .forEach(answer -> assertThat(answer.status()).isEqualTo(200)));
  }
}
