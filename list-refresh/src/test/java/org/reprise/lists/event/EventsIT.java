package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.KafkaPublisher;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.Outbox;
import org.reprise.kit.work.Outbox.Event;
import org.reprise.kit.work.OutboxRelay;
import org.reprise.lists.Library;
import org.reprise.lists.ListsServer;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.tenant.TopicNames;
import org.reprise.localstack.testing.TestKafka;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/** Events of what was committed, and of nothing else. */
class EventsIT {
  private static final String ENVIRONMENT = TestKafka.freshName();
  private static final String LOANS = ENVIRONMENT + ".diku.circulation.loan";
  private static final Map<String, Object> BROKER =
      Map.of("bootstrap.servers", TestKafka.bootstrapServers());

  private static ListsServer server;
  private static Library library;

  @BeforeAll
  static void start() {
    server =
        ListsServer.start(
            "--spring.kafka.bootstrap-servers=" + TestKafka.bootstrapServers(),
            "--reprise.lists.environment=" + ENVIRONMENT);
    library = Library.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static OutboxRelay relay(
      ListsServer server, TransactionTemplate transactions, String environment) {
    TopicNames names = new TopicNames(environment);
    return relay(server, transactions, (lane, event) -> EventBeans.message(names, lane, event));
  }

  private static OutboxRelay relay(
      ListsServer server,
      TransactionTemplate transactions,
      BiFunction<Outbox.Lane, Outbox.Pending, ProducerRecord<String, byte[]>> messages) {
    return new OutboxRelay(
        server.part(Outbox.class),
        transactions,
        () -> new KafkaPublisher(new DefaultKafkaProducerFactory<>(BROKER), new KafkaAdmin(BROKER)),
        messages,
        EventBeans.lanes(server.part(Tenants.class)),
        "test.events",
        new SimpleMeterRegistry(),
        new Loops());
  }

  private static void awaitEmptyOutbox() {
    await().until(() -> server.count("select count(*) from event_outbox") == 0);
  }

  @Test
  void publishingGoesOnAfterAnError() {
    Split split = server.part(Split.class);
    AtomicBoolean isPlanted = new AtomicBoolean(true);
    TransactionTemplate transactions =
        new TransactionTemplate(
            Objects.requireNonNull(split.client().transactions().getTransactionManager())) {
          @Override
          public <T extends @Nullable Object> T execute(TransactionCallback<T> action)
              throws TransactionException {
            if (isPlanted.get()) {
              throw new StackOverflowError("planted");
            }
            return super.execute(action);
          }
        };
    try (OutboxRelay relay = relay(server, transactions, ENVIRONMENT)) {
      await().until(() -> relay.fault().orElse("").contains("planted"));
      isPlanted.set(false);
      await().until(() -> relay.fault().isEmpty());
    }
  }

  /** As where a topic has too few replicas: each try ends only after its time-out. */
  @Test
  void tenantWhoseEventsAreRefusedDoesNotHoldUpTheOthers() throws InterruptedException {
    TopicNames names = new TopicNames(TestKafka.freshName());
    CountDownLatch tries = new CountDownLatch(2);
    Semaphore end = new Semaphore(0);
    try (ListsServer quiet = ListsServer.start()) {
      List<Outbox.Lane> lanes = EventBeans.lanes(quiet.part(Tenants.class));
      Outbox outbox = quiet.part(Outbox.class);
      Split split = quiet.part(Split.class);
      Event event = new Event("circulation.loan", "1", Map.of());
      outbox.add(lanes.getFirst(), event);
      try (OutboxRelay relay =
          relay(
              quiet,
              split.client().transactions(),
              (lane, pending) -> {
                if (lane.equals(lanes.getLast())) {
                  return EventBeans.message(names, lane, pending);
                }
                tries.countDown();
                if (tries.getCount() == 0) {
                  end.acquireUninterruptibly();
                }
                throw new KafkaException("planted");
              })) {
        tries.await();
        outbox.add(lanes.getLast(), event);
        await().until(() -> quiet.count("select count(*) from event_outbox") == 1);
        assertThat(relay.fault()).contains(lanes.getFirst().name() + ": planted");
        end.release(Integer.MAX_VALUE);
      }
    }
  }

  @Test
  void eventsOfALoanAreOrdered() {
    String item = library.item();
    String id = library.id(item).toString();
    String loan = library.checkOut(item, library.patron()).json().path("id").asString();
    library.checkIn(item);
    try (EventLog log = new EventLog(TestKafka.bootstrapServers(), LOANS)) {
      List<EventLog.Entry> read =
          log
              .readUntil(all -> all.stream().filter(one -> one.key().equals(id)).count() == 2)
              .stream()
              .filter(one -> one.key().equals(id))
              .toList();
      assertThat(read)
          .extracting(one -> one.body().path("type").asString())
          .containsExactly("CREATED", "UPDATED");
      assertThat(read)
          .extracting(one -> one.data().path("action").asString())
          .containsExactly("checkedout", "checkedin");
      assertThat(read)
          .allSatisfy(one -> {
            assertThat(one.data().path("id").asString()).isEqualTo(loan);
            assertThat(one.tenant()).isEqualTo("diku");
            assertThat(UUID.fromString(one.eventId())).isNotNull();
          });
    }
  }

  @Test
  void publishesCheckIns() {
    String item = library.item();
    String id = library.id(item).toString();
    library.checkIn(item);
    String topic = ENVIRONMENT + ".diku.circulation.check-in";
    try (EventLog log = new EventLog(TestKafka.bootstrapServers(), topic)) {
      List<EventLog.Entry> read =
          log.readUntil(all -> all.stream().anyMatch(one -> one.key().equals(id)));
      assertThat(read.getLast().data().path("itemStatusPriorToCheckIn").asString())
          .isEqualTo("Available");
    }
  }

  @Test
  void twoInstancesPublishEachEventOnce() {
    Set<String> loans = new HashSet<>();
    try (ListsServer second =
            ListsServer.start(
                server.database(),
                "--spring.kafka.bootstrap-servers=" + TestKafka.bootstrapServers(),
                "--reprise.lists.environment=" + ENVIRONMENT);
        EventLog log = new EventLog(TestKafka.bootstrapServers(), LOANS)) {
      Library other = Library.of(second);
      String patron = library.patron();
      for (int i = 0; i < 30; i++) {
        Library desk = i % 2 == 0 ? library : other;
        loans.add(desk.checkOut(library.item(), patron).json().path("id").asString());
      }
      log.readUntil(all -> ids(all).containsAll(loans));
      awaitEmptyOutbox();
      assertThat(log.readOn()).extracting(EventLog.Entry::eventId).doesNotHaveDuplicates();
    }
  }

  private static Set<String> ids(List<EventLog.Entry> all) {
    Set<String> ids = new HashSet<>();
    all.forEach(one -> ids.add(one.data().path("id").asString()));
    return ids;
  }

  @Test
  void rolledBackEventsAreNotPublished() {
    String marker = UUID.randomUUID().toString();
    Tenant tenant = server.part(Tenants.class).find("diku").orElseThrow();
    Split split = server.part(Split.class);
    Events events = server.part(Events.class);
    split
        .client()
        .transactions()
        .executeWithoutResult(status -> {
          events.record(tenant, new Event("test.rolled-back", marker, "gone"));
          status.setRollbackOnly();
        });
    split
        .client()
        .transactions()
        .executeWithoutResult(
            status -> events.record(tenant, new Event("test.rolled-back", marker, "kept")));
    try (EventLog log =
        new EventLog(TestKafka.bootstrapServers(), ENVIRONMENT + ".diku.test.rolled-back")) {
      log.readUntil(all -> !all.isEmpty());
      assertThat(log.readOn()).extracting(one -> one.body().asString()).containsExactly("kept");
    }
  }

  @Test
  void batchOfLongEventsIsBoundedByItsBytes() {
    Tenant tenant = server.part(Tenants.class).find("diku").orElseThrow();
    Split split = server.part(Split.class);
    String body = "x".repeat(800_000);
    Event[] all =
        IntStream.range(0, 40)
            .mapToObj(i -> new Event("test.long", "key", body))
            .toArray(Event[]::new);
    split
        .client()
        .transactions()
        .executeWithoutResult(status -> {
          server.part(Events.class).record(tenant, all);
          assertThat(server.part(Outbox.class).next(Events.lane(tenant)))
              .hasSizeLessThan(20)
              .isNotEmpty();
          status.setRollbackOnly();
        });
  }

  /** Its pauses are its own: the other's batches do not each wait for another of its failures. */
  @Test
  void refusedTopicOfOneTenantDoesNotSlowAnother() throws Exception {
    String environment = TestKafka.freshName();
    try (Admin admin = Admin.create(BROKER);
        ListsServer own = ListsServer.start()) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(environment + ".other.test.refused", 1, (short) 1)
                      .configs(Map.of("max.message.bytes", "100"))))
          .all()
          .get();
      Split split = own.part(Split.class);
      Tenants tenants = own.part(Tenants.class);
      List<Boolean> published = new CopyOnWriteArrayList<>();
      List<Long> failures = new CopyOnWriteArrayList<>();
      Event refused = new Event("test.refused", "key", "x".repeat(1_000));
      Event[] many =
          IntStream.range(0, 10_000)
              .mapToObj(i -> new Event("test.taken", "key", i))
              .toArray(Event[]::new);
      split
          .client()
          .inTransaction(() -> {
            own.part(Events.class).record(tenants.find("other").orElseThrow(), refused);
            own.part(Events.class).record(tenants.find("diku").orElseThrow(), many);
          });
      TransactionTemplate transactions =
          new TransactionTemplate(new JdbcTransactionManager(split.writer())) {
            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> action)
                throws TransactionException {
              T result = super.execute(action);
              if (result instanceof KafkaPublisher.Result sent
                  && (sent.failure() != null || sent.acknowledged() > 0)) {
                published.add(sent.failure() == null);
                if (sent.failure() != null) {
                  failures.add(System.nanoTime());
                }
              }
              return result;
            }
          };
      try (OutboxRelay _ = relay(own, transactions, environment)) {
        await().until(() -> own.count("select count(*) from event_outbox") == 1);
      }
      assertThat(published.stream().filter(isPublished -> isPublished)).hasSize(20);
      // However slow the machine is, the refused topic is tried again after its own pause only.
      assertThat(failures).isNotEmpty();
      for (int i = 1; i < failures.size(); i++) {
        assertThat(failures.get(i) - failures.get(i - 1))
            .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
      }
    }
  }

  @Test
  void moreThanOneBatchIsPublishedInOrder() {
    String topic = "test.many";
    Tenant tenant = server.part(Tenants.class).find("diku").orElseThrow();
    Split split = server.part(Split.class);
    Events events = server.part(Events.class);
    Event[] many =
        IntStream.range(0, 1_700).mapToObj(i -> new Event(topic, "key", i)).toArray(Event[]::new);
    split.client().transactions().executeWithoutResult(status -> events.record(tenant, many));
    try (EventLog log =
        new EventLog(TestKafka.bootstrapServers(), ENVIRONMENT + ".diku." + topic)) {
      List<EventLog.Entry> read = log.readUntil(all -> all.size() >= many.length);
      assertThat(read)
          .extracting(one -> one.body().asInt())
          .containsExactlyElementsOf(IntStream.range(0, many.length).boxed().toList());
    }
  }

  @Test
  void refusesEventsOutsideATransaction() {
    Tenant tenant = server.part(Tenants.class).find("diku").orElseThrow();
    Events events = server.part(Events.class);
    assertThatThrownBy(() -> events.record(tenant, new Event("test.outside", "key", "body")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(server.count("select count(*) from event_outbox where topic = 'test.outside'"))
        .isZero();
  }

  @Test
  void refusesEventsTooLargeForTheBroker() {
    Tenant tenant = server.part(Tenants.class).find("diku").orElseThrow();
    Split split = server.part(Split.class);
    Events events = server.part(Events.class);
    String body = "x".repeat(1_000_000);
    assertThatThrownBy(() ->
            split
                .client()
                .transactions()
                .executeWithoutResult(
                    status -> events.record(tenant, new Event("test.long", "key", body))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
