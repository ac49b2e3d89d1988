package org.reprise.trs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feeds;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.FeedReader.Event;
import org.reprise.trs.TrsServer;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that note changes in one order and commit in another, under load, beside a reader
 * that polls all the time: it misses none.
 */
class OrderIT {
  private static final int WRITERS = 6;
  private static final int CHANGES = 150;
  private static final long FIRST_RESOURCE = 5_000_000;

  @Test
  void pollingReaderMissesNoEvent() throws Exception {
    try (TrsServer server =
            TrsServer.start(
                "--reprise.trs.applications=ccm", "--reprise.trs.feed.segment-size=50");
        ExecutorService threads = Executors.newCachedThreadPool()) {
      AtomicBoolean ended = new AtomicBoolean();
      Future<List<Event>> reader = threads.submit(() -> readUntil(server, ended));
      AtomicLong next = new AtomicLong(FIRST_RESOURCE);
      CountDownLatch first = new CountDownLatch(1);
      List<Future<?>> writers = new ArrayList<>();
      // Notes its change before all others and commits after all others.
      writers.add(
          threads.submit(() ->
              change(
                  server,
                  next.getAndIncrement(),
                  () -> {
                    first.countDown();
                    await().until(() -> next.get() >= FIRST_RESOURCE + WRITERS * CHANGES / 2);
                  })));
      try {
        assertThat(first.await(5, TimeUnit.MINUTES)).isTrue();
        for (int i = 0; i < WRITERS; i++) {
          int writer = i;
          writers.add(
              threads.submit(() -> {
                for (int n = 0; n < CHANGES; n++) {
                  int pause = (writer * 7 + n * 13) % 5;
                  change(server, next.getAndIncrement(), () -> pause(pause));
                }
              }));
        }
        for (Future<?> writer : writers) {
          writer.get(10, TimeUnit.MINUTES);
        }
        await().until(() -> server.count("select count(*) from change") == 0);
      } finally {
        ended.set(true);
      }
      List<Event> published = reader.get(5, TimeUnit.MINUTES);
      Set<String> expected = new HashSet<>();
      for (long id = FIRST_RESOURCE; id < next.get(); id++) {
        expected.add(server.baseUri() + "/ccm/resource/" + id);
      }
      assertThat(published).extracting(Event::order).isSorted().doesNotHaveDuplicates();
      assertThat(published)
          .extracting(Event::changed)
          .containsExactlyInAnyOrderElementsOf(expected);
      // The test is of use only where the first to be noted was not the first to be published.
      assertThat(published.getFirst().changed())
          .isNotEqualTo(server.baseUri() + "/ccm/resource/" + FIRST_RESOURCE);
    }
  }

  private static List<Event> readUntil(TrsServer server, AtomicBoolean ended) {
    FeedReader reader = new FeedReader(server.client(), "/ccm/trs");
    List<Event> all = new ArrayList<>();
    boolean last;
    do {
      last = ended.get();
      all.addAll(reader.poll());
    } while (!last);
    return all;
  }

  private static void change(TrsServer server, long resource, Runnable beforeCommit) {
    server
        .part(TransactionTemplate.class)
        .executeWithoutResult(status -> {
          server
              .part(Feeds.class)
              .of("ccm")
              .record(Change.CREATION, server.baseUri() + "/ccm/resource/" + resource);
          beforeCommit.run();
        });
  }

  private static void pause(int milliseconds) {
    try {
      TimeUnit.MILLISECONDS.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
