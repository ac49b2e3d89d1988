package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.lists.StandbyPair;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** A standby that answers, with fewer connections than there are reads. */
class BusyReaderIT {
  private static final int CONNECTIONS = 2;
  private static final int TIMES = 6;

  private static final StandbyPair SERVERS = new StandbyPair();
  private static ListsServer server =
      SERVERS.server(
          "--reprise.lists.reader.connections=" + CONNECTIONS,
          "--reprise.lists.reader.timeout=5s",
          "--reprise.lists.reader.probe=50ms",
          "--reprise.lists.split=lists,fqm");

  private final Split split = server.part(Split.class);
  private final DatabaseClient writes = split.client();
  private final JdbcClient jdbc = split.reading(Feature.LISTS).jdbc();
  private final TransactionTemplate reads = split.reading(Feature.LISTS).transactions();

  @BeforeAll
  static void table() {
    server.execute("create table written (value int not null)");
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @BeforeEach
  void readerIsTaken() {
    // It has what the test before wrote, too.
    await().until(this::isReadOnTheStandby);
  }

  private boolean isUsable() {
    return split.reader().filter(ReaderState::isUsable).isPresent();
  }

  private boolean isOnTheStandby() {
    return jdbc.sql("select pg_is_in_recovery()").query(Boolean.class).single();
  }

  private boolean isReadOnTheStandby() {
    return Boolean.TRUE.equals(reads.execute(_ -> isOnTheStandby()));
  }

  private interface Work {
    void run() throws Exception;
  }

  // The reads begin and end on the standby: their connections were not dropped.
  private void whileAllConnectionsAreInUse(Work work) throws Exception {
    CountDownLatch begun = new CountDownLatch(CONNECTIONS);
    CountDownLatch end = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        results.add(
            threads.submit(() ->
                reads.execute(_ -> {
                  boolean first = isOnTheStandby();
                  begun.countDown();
                  awaitIt(end);
                  return first && isOnTheStandby();
                })));
      }
      try {
        begun.await();
        work.run();
      } finally {
        end.countDown();
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    }
    await().until(this::isReadOnTheStandby);
  }

  private static void awaitIt(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void busyReaderIsNotTakenForALostOne() throws Exception {
    whileAllConnectionsAreInUse(() -> {
      write();
      Callable<Boolean> another = this::isReadOnTheStandby;
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (Future<Boolean> read : threads.invokeAll(List.of(another, another, another))) {
          assertThat(read.get()).isFalse();
        }
      }
      assertThat(isUsable()).isTrue();
      assertThat(server.metric("reprise_reader_usable")).isOne();
    });
  }

  private void write() {
    writes.inTransaction(() -> {
      writes.sql("insert into written values (1)").update();
    });
  }

  @Test
  void replayPositionIsKnownWhileThePoolIsExhausted() throws Exception {
    whileAllConnectionsAreInUse(() -> {
      for (int i = 0; i < TIMES; i++) {
        write();
        ReadSource source = split.choose(Feature.LISTS, Duration.ofSeconds(30));
        assertThat(source.isReader()).isTrue();
      }
    });
  }

  @Test
  void bulkReadFallsBackToTheWriterWithoutConnection() throws Exception {
    whileAllConnectionsAreInUse(() -> {
      ReadSource source = split.choose(Feature.LISTS, Duration.ofSeconds(30));
      try (Connection connection = source.connect()) {
        assertThat(source.isReader()).isFalse();
        assertThat(WriteAheadLog.replayed(connection)).isEmpty();
        assertThat(source.position(connection).asLong()).isNotZero();
      }
    });
  }

  @Test
  void refreshesAndReadsListsWhileReaderIsBusy() throws Exception {
    SampleItems.add(server.database(), ListsServer.TENANT, 300);
    ListsClient client = server.client().as(UUID.randomUUID());
    MadeLists lists = new MadeLists(client);
    whileAllConnectionsAreInUse(() -> {
      String path = lists.make("busy", SampleItems.NOT_AVAILABLE, "item_hrid");
      lists.refresh(path);
      assertThat(client.get(path + "/contents?size=1").json().get("totalRecords").asInt())
          .isEqualTo(200);
    });
  }
}
