package org.reprise.gc.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reprise.gc.GcServer;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.trs.FeedSettings;
import org.reprise.oslc.trs.Feeds;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

class PublicationFaultIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final String URI = "http://faulty.example/";
  private static final String MEMBERS = "select '' as resource, 1 as place where false";

  private static long session() {
    return SERVER.count(
        "select coalesce(max(pid), 0) from pg_stat_activity"
            + " where datname = current_database() and application_name = 'faulty-publisher'");
  }

  /** What fails between the commit and the publication says nothing about the session. */
  @Test
  void publisherKeepsItsSession() {
    AtomicInteger faults = new AtomicInteger(2);
    TransactionTemplate transactions = SERVER.part(TransactionTemplate.class);
    try (Feeds feeds =
        new Feeds(
            List.of(new Feed.Source("faulty", URI + "trs", URI, MEMBERS)),
            new Feed.Database(
                SERVER.part(JdbcClient.class),
                transactions,
                SERVER.part(OwnConnections.class),
                new Loops()),
            SERVER.part(FeedSettings.class),
            new SimpleMeterRegistry(),
            () -> {
              if (faults.getAndDecrement() > 0) {
                throw new QueryTimeoutException("planted");
              }
            })) {
      feeds.start();
      Feed feed = feeds.of("faulty");
      await().until(feed::isPublishing);
      long session = session();
      transactions.executeWithoutResult(status -> feed.record(Change.CREATION, URI + "1"));
      await().until(() -> feed.after(0, 10).size() == 1);
      assertThat(faults).hasNegativeValue();
      assertThat(session()).isEqualTo(session);
    }
  }
}
