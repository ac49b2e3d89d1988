package org.reprise.cps.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.L2Topology;
import org.reprise.kit.work.OutboxRelay;
import org.reprise.localstack.testing.RoundTrips;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestKafka;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import tools.jackson.databind.json.JsonMapper;

/** Events of subscribed anchors, and of no others. */
class ChangeEventsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String TOPIC = TestKafka.freshName();
  private static final String[] SETTINGS = {
    "--spring.kafka.bootstrap-servers=" + TestKafka.bootstrapServers(),
    "--app.cps.data-updated.topic=" + TOPIC,
  };

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsServer server;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsServer second;

  private final SubscribedForest forest =
      new SubscribedForest(server.client(), server.treesDataspace());

  @BeforeAll
  static void start() {
    server = CpsServer.start(TestDatabase.freshDatabase(), SETTINGS);
    second = CpsServer.start(server.database(), SETTINGS);
  }

  @AfterAll
  static void stop() {
    second.close();
    server.close();
  }

  private void create(String... anchors) {
    for (String anchor : anchors) {
      server.store().anchors().create(forest.dataspace(), "trees", anchor);
    }
  }

  /** The events of an anchor, of which the last one is of a write. */
  private List<EventLog.Entry> events(String anchor, int lastWrite) {
    String key = forest.dataspace() + ":" + anchor;
    try (EventLog log = new EventLog(TestKafka.bootstrapServers(), TOPIC)) {
      return log
          .readUntil(all ->
              all.stream()
                  .anyMatch(one ->
                      one.key().equals(key)
                          && one.text("observedTimestamp")
                              .equals(SubscribedForest.timeOf(lastWrite))))
          .stream()
          .filter(one -> one.key().startsWith(forest.dataspace() + ":"))
          .toList();
    }
  }

  @Test
  void eventsSayWhatEachOperationDid() {
    create("a");
    forest.subscribed();
    String tree = "{'tree':[{'name':'oak','number':%d}]}";
    forest.expect(201, "POST", forest.path("a", "nodes"), "{'forest':{'owner':'x'}}");
    forest.expect(201, "POST", forest.path("a", "nodes", "xpath", "/forest"), tree.formatted(1));
    forest.expect(
        201, "POST", forest.path("a", "list-nodes", "xpath", "/forest"), tree.formatted(2));
    forest.expect(200, "PATCH", forest.path("a", "nodes"), "{'forest':{'owner':'y'}}");
    forest.expect(200, "PUT", forest.path("a", "nodes", "xpath", "/forest"), tree.formatted(2));
    forest.expect(
        200, "PUT", forest.path("a", "list-nodes", "xpath", "/forest"), tree.formatted(3));
    forest.expect(
        201,
        "POST",
        forest.path("a", "applyChangesInDeltaReport"),
        "[{'action':'replace','xpath':'/forest','sourceData':{'forest':{'owner':'y'}},'targetData':{'forest':{'owner':'z'}}}]");
    forest.expect(
        200,
        "POST",
        forest.path("a", "nodes", "dry-run", "true"),
        "{'forest':{'owner':'nothing is stored'}}");
    forest.expect(400, "PUT", forest.path("a", "nodes"), "{'unknown':1}");
    forest.expect(
        204,
        "DELETE",
        forest.path("a", "list-nodes", "xpath", "/forest/tree[@name='oak' and @number='3']"),
        "");
    forest.expect(204, "DELETE", forest.path("a", "nodes"), "");
    assertThat(forest.replace("a", 1)).isTrue();

    assertThat(events("a", 1))
        .extracting(one -> one.text("action") + " " + one.text("xpath"))
        .containsExactly(
            "create /",
            "create /forest",
            "replace /forest",
            "replace /",
            "replace /forest",
            "replace /forest",
            "replace /",
            "remove /forest/tree[@name='oak' and @number='3']",
            "remove /",
            "replace /");
  }

  /** One for each xpath, of those that are stored: all or none. */
  @Test
  void eachPartOfABatchHasAnEvent() {
    create("a");
    forest.subscribed();
    DataNodes dataNodes = server.store().dataNodes();
    AnchorRef anchor = new AnchorRef(forest.dataspace(), "a");
    String tree = "/forest/tree[@name='oak' and @number='1']";
    dataNodes.replace(
        anchor,
        parts("/", "{'forest':{'owner':'x'}}", "/forest", "{'tree':[{'name':'oak','number':1}]}"));
    dataNodes.update(anchor, parts("/forest", "{'owner':'y'}", tree, "{'i8':5}"));
    assertThatThrownBy(() -> dataNodes.delete(anchor, List.of(tree, tree.replace("1", "9"))))
        .isInstanceOf(DataNodeNotFound.class);
    dataNodes.delete(anchor, List.of(tree, "/forest"));
    assertThat(forest.replace("a", 1)).isTrue();

    assertThat(events("a", 1))
        .extracting(one -> one.text("action") + " " + one.text("xpath"))
        .containsExactly(
            "replace /",
            "replace /forest",
            "replace /forest",
            "replace " + tree,
            "remove " + tree,
            "remove /forest",
            "replace /");
  }

  /** An event that no broker takes would be in the way of all that come after it. */
  @Test
  void eventHasXpathWithoutSpaceAround() {
    create("a");
    forest.subscribed();
    AnchorRef anchor = new AnchorRef(forest.dataspace(), "a");
    Payload payload = Payload.json("{\"forest\":{\"owner\":\"x\"}}");
    server.store().dataNodes().create(anchor, "/" + " ".repeat(1_100_000), payload);
    assertThat(server.count("select count(*) from event_outbox where length(body) > 900000"))
        .isZero();
    assertThat(forest.replace("a", 1)).isTrue();

    assertThat(events("a", 1)).extracting(one -> one.text("xpath")).containsExactly("/", "/");
  }

  private static Map<String, Payload> parts(
      String first, String content, String second, String other) {
    Map<String, Payload> parts = new LinkedHashMap<>();
    parts.put(first, Payload.json(content.replace('\'', '"')));
    parts.put(second, Payload.json(other.replace('\'', '"')));
    return parts;
  }

  @Test
  void eventsAreCloudEventsOfTheOriginal() {
    create("a");
    forest.subscribed();
    assertThat(forest.replace("a", 7)).isTrue();

    EventLog.Entry event = events("a", 7).getFirst();

    String key = forest.dataspace() + ":a";
    assertThat(event.key()).isEqualTo(key);
    assertThat(event.body())
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {"eventPayload": {
                      "observedTimestamp": "2026-01-01T00:00:00.007+0000",
                      "dataspaceName": "%s",
                      "schemaSetName": "trees",
                      "anchorName": "a",
                      "action": "replace",
                      "xpath": "/"}}
                    """
                        .formatted(forest.dataspace())));
    assertThat(UUID.fromString(event.headers().get("ce_id"))).isNotNull();
    assertThat(event.headers())
        .hasSize(6)
        .containsEntry("ce_specversion", "1.0")
        .containsEntry("ce_source", "CPS")
        .containsEntry("ce_type", "org.onap.cps.events.model.CpsDataUpdatedEvent")
        .containsEntry(
            "ce_dataschema", "urn:cps:org.onap.cps.events.model.CpsDataUpdatedEvent:1.0.0")
        .containsEntry("ce_correlationid", key);
  }

  @Test
  void onlySubscribedAnchorHasEvents() {
    create("named", "other");
    forest.subscribedTo("named");
    SubscribedForest unsubscribed = new SubscribedForest(server.client(), server.treesDataspace());
    server.store().anchors().create(unsubscribed.dataspace(), "trees", "a");
    assertThat(forest.replace("other", 1)).isTrue();
    assertThat(unsubscribed.replace("a", 2)).isTrue();
    assertThat(forest.replace("named", 3)).isTrue();

    assertThat(events("named", 3)).hasSize(1);
    await().atMost(LIMIT).until(() -> server.count("select count(*) from event_outbox") == 0);
    try (EventLog log = new EventLog(TestKafka.bootstrapServers(), TOPIC)) {
      assertThat(log.readUntil(all -> all.stream().anyMatch(one -> one.key().endsWith(":named"))))
          .extracting(EventLog.Entry::key)
          .doesNotContain(unsubscribed.dataspace() + ":a");
    }
  }

  @Test
  void endedSubscriptionHasNoMoreEvents() {
    create("a");
    forest.subscribed();
    assertThat(forest.replace("a", 1)).isTrue();
    String entry = "/dataspaces/dataspace[@name='%s']".formatted(forest.dataspace());
    forest.expect(
        204,
        "DELETE",
        "/cps/api/v2/notification-subscription" + CpsClient.query("xpath", entry),
        "");
    assertThat(forest.replace("a", 2)).isTrue();
    forest.subscribed();
    assertThat(forest.replace("a", 3)).isTrue();

    assertThat(events("a", 3))
        .extracting(one -> one.text("observedTimestamp"))
        .containsExactly(SubscribedForest.timeOf(1), SubscribedForest.timeOf(3));
  }

  @Test
  void acknowledgedSubscriptionHoldsForWritesThroughAnotherInstance() {
    create("a");
    SubscribedForest there = new SubscribedForest(second.client(), forest.dataspace());
    assertThat(there.replace("a", 1)).isTrue();
    forest.subscribed();
    assertThat(there.replace("a", 2)).isTrue();

    assertThat(events("a", 2))
        .extracting(one -> one.text("observedTimestamp"))
        .containsExactly(SubscribedForest.timeOf(2));
  }

  /** It was planned before, waits for the anchor's lock, and commits after. */
  @Test
  void writeThatCommitsAfterSubscriptionHasItsEvent() throws Exception {
    create("a");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      SubscribedForest there = new SubscribedForest(second.client(), forest.dataspace());
      Future<Boolean> isAcknowledged;
      try (Session other = new Session()) {
        other.execute(
            """
            select from anchor a join dataspace d on d.id = a.dataspace_id
            where d.name = '%s' for update of a\
            """
                .formatted(forest.dataspace()));
        isAcknowledged = threads.submit(() -> there.replace("a", 1));
        awaitSessionThatWaits("transactionid", "tuple");
        forest.subscribed();
      }
      assertThat(isAcknowledged.get()).isTrue();
      assertThat(there.replace("a", 2)).isTrue();

      assertThat(events("a", 2))
          .extracting(one -> one.text("observedTimestamp"))
          .containsExactly(SubscribedForest.timeOf(1), SubscribedForest.timeOf(2));
    }
  }

  @Test
  void writeWaitsForSubscriptionThatIsBeingCommitted() throws Exception {
    create("a");
    forest.subscribedTo("other");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> isAcknowledged;
      try (Session other = new Session()) {
        other.execute("select pg_advisory_xact_lock(%d)".formatted(ChangeEvents.LOCK));
        isAcknowledged = threads.submit(() -> forest.replace("a", 1));
        awaitSessionThatWaits("advisory");
        // Without the container of some, the entry of the dataspace stands for all its anchors.
        other.execute(
            "delete from fragment where xpath like '%%%s'']/anchors%%'"
                .formatted(forest.dataspace()));
      }
      assertThat(isAcknowledged.get()).isTrue();
      assertThat(forest.replace("a", 2)).isTrue();

      assertThat(events("a", 2))
          .extracting(one -> one.text("observedTimestamp"))
          .containsExactly(SubscribedForest.timeOf(1), SubscribedForest.timeOf(2));
    }
  }

  /** Else the events of two that create nodes at the root could be stored in another order. */
  @Test
  void creationAtRootWaitsForAnotherOne() throws Exception {
    create("a");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> created;
      try (Session other = new Session()) {
        other.execute(
            """
            select from anchor a join dataspace d on d.id = a.dataspace_id
            where d.name = '%s' for share of a\
            """
                .formatted(forest.dataspace()));
        created =
            threads.submit(() ->
                forest.expect(201, "POST", forest.path("a", "nodes"), "{'forest':{'owner':'x'}}"));
        awaitSessionThatWaits("transactionid", "tuple");
      }
      created.get();
    }
  }

  @Test
  void subscriptionWaitsForWriteThatDidNotSeeIt() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<SubscribedForest> subscribed;
      try (Session write = new Session()) {
        write.execute("select pg_advisory_xact_lock_shared(%d)".formatted(ChangeEvents.LOCK));
        subscribed = threads.submit(forest::subscribed);
        awaitSessionThatWaits("advisory");
        assertThat(subscribed.isDone()).isFalse();
      }
      assertThat(subscribed.get()).isEqualTo(forest);
    }
  }

  @Test
  void writeTakesTwoRoundTripsWithOrWithoutEvent() throws IOException {
    String dataspace = server.topologyDataspace();
    AnchorRef anchor = new AnchorRef(dataspace, "a");
    server.store().anchors().create(dataspace, "l2", "a");
    server.store().dataNodes().create(anchor, "/", Payload.json(L2Topology.appendixB()));
    String parent = L2Topology.UPDATE_PARENT_XPATH;
    Payload payload = Payload.json(L2Topology.UPDATE_FRAGMENT);
    try (RoundTrips trips = new RoundTrips(server.database());
        SingleConnectionDataSource connection =
            new SingleConnectionDataSource(
                trips.database().jdbcUrl(),
                trips.database().username(),
                trips.database().password(),
                true)) {
      DataNodes dataNodes = new CpsStore(connection).dataNodes();
      dataNodes.recordChanges(new ChangeEvents(TOPIC, server.part(OutboxRelay.class)));
      // Looks up the anchor and reads its schema.
      dataNodes.replace(anchor, parent, payload);
      long before = trips.count();
      dataNodes.replace(anchor, parent, payload);
      assertThat(trips.count() - before).isEqualTo(2);

      new SubscribedForest(server.client(), dataspace).subscribed();
      before = trips.count();
      dataNodes.replace(anchor, parent, payload);
      assertThat(trips.count() - before).isEqualTo(2);
    }
  }

  /** A failed insert takes a number of its sequence, too. */
  @Test
  void readingSubscriptionsInsertsNothing() {
    forest.subscribed();
    String numbers = "select sum(last_value)::bigint from pg_sequences";
    long before = server.count(numbers);

    assertThat(server.client().get("/cps/api/v2/notification-subscription").status())
        .isEqualTo(200);

    assertThat(server.count(numbers)).isEqualTo(before);
  }

  /** Another session of the database, whose transaction is committed when it is closed. */
  private static final class Session implements AutoCloseable {
    private final Connection connection;

    Session() throws SQLException {
      connection = server.database().connect();
      connection.setAutoCommit(false);
    }

    void execute(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    @Override
    public void close() throws SQLException {
      try (connection) {
        connection.commit();
      }
    }
  }

  private static void awaitSessionThatWaits(String... events) {
    await()
        .atMost(LIMIT)
        .until(() ->
            server.count(
                    """
                    select count(*) from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'
                      and wait_event in ('%s')\
                    """
                        .formatted(String.join("', '", events)))
                > 0);
  }

  @Test
  void eventsOfAnAnchorAreOrdered() throws Exception {
    int writes = 200;
    create("a", "b");
    forest.subscribed();
    List<Callable<Boolean>> all =
        Stream.of("a", "b")
            .<Callable<Boolean>>map(anchor ->
                () -> IntStream.rangeClosed(1, writes).allMatch(i -> forest.replace(anchor, i)))
            .toList();
    run(all);
    for (String anchor : new String[] {"a", "b"}) {
      assertThat(
              events(anchor, writes).stream().filter(one -> one.text("anchorName").equals(anchor)))
          .extracting(one -> one.text("observedTimestamp"))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, writes).mapToObj(SubscribedForest::timeOf).toList());
    }
  }

  @Test
  void concurrentWritersOfAnAnchorLoseNoEvent() throws Exception {
    int writes = 60;
    create("a");
    forest.subscribed();
    run(
        IntStream.rangeClosed(1, writes)
            .<Callable<Boolean>>mapToObj(i -> () -> forest.replace("a", i))
            .toList());
    assertThat(forest.replace("a", writes + 1)).isTrue();

    assertThat(events("a", writes + 1))
        .extracting(one -> one.text("observedTimestamp"))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, writes + 1).mapToObj(SubscribedForest::timeOf).toList())
        .last()
        .isEqualTo(SubscribedForest.timeOf(writes + 1));
  }

  private static void run(List<Callable<Boolean>> writers) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> isAcknowledged : threads.invokeAll(writers)) {
        assertThat(isAcknowledged.get()).isTrue();
      }
    }
  }

  @Test
  void largeWriteHasOneEvent() {
    String dataspace = server.topologyDataspace();
    server.store().anchors().create(dataspace, "l2", "a");
    SubscribedForest topology = new SubscribedForest(server.client(), dataspace).subscribed();
    topology.expect(
        201,
        "POST",
        topology.path("a", "nodes", "observed-timestamp", SubscribedForest.timeOf(1)),
        L2Topology.appendixB());
    try (EventLog log = new EventLog(TestKafka.bootstrapServers(), TOPIC)) {
      assertThat(
              log
                  .readUntil(
                      all -> all.stream().anyMatch(one -> one.key().equals(dataspace + ":a")))
                  .stream()
                  .filter(one -> one.key().equals(dataspace + ":a")))
          .extracting(one -> one.text("action"))
          .containsExactly("create");
    }
  }
}
