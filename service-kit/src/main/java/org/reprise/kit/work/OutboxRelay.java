package org.reprise.kit.work;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Outbox.Lane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Takes events out of an outbox and publishes them. One process at a time does so for a lane: it
 * holds an advisory lock in the transaction in which it reads, publishes and deletes, so that
 * another process continues whenever and however it ends. Events that were published and not
 * deleted by then are published again.
 *
 * <p>The service can do without a broker: while events cannot be published, its health is {@code
 * DEGRADED}. Metrics and health show how many events wait.
 */
public final class OutboxRelay implements HealthIndicator, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);
  private static final Status DEGRADED = new Status("DEGRADED");

  /** Commits of this process wake it; this is for those of others, and for what is left over. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** The interval at which the broker is checked while nothing is to be published. */
  private static final Duration CHECK_EVERY = Duration.ofSeconds(2);

  private static final Duration COUNT_EVERY = Duration.ofSeconds(5);

  private static final Duration RETRY_EVERY = Duration.ofSeconds(2);

  /** Each lane with events waits for a broker that does not answer. */
  private static final Duration MAX_STEP = Duration.ofMinutes(10);

  private final Outbox outbox;
  private final TransactionTemplate transactions;
  private final @Nullable KafkaPublisher publisher;
  private final @Nullable KafkaPublisher retrier;
  private final BiFunction<Lane, Outbox.Pending, ProducerRecord<String, byte[]>> messages;
  private final List<Lane> lanes;
  private final Counter published;
  private final Loop loop;
  private final Loop retries;
  private long nextCheck = System.nanoTime();
  private long nextCount = System.nanoTime();
  private final Map<Lane, String> failures = new ConcurrentHashMap<>();
  private volatile Outbox.Backlog backlog = new Outbox.Backlog(0, 0);
  private volatile @Nullable String brokerFault;

  /**
   * Begins to publish.
   *
   * @param publishers makes two; null where no broker is configured: then events are only counted
   * @param messages makes the message of an event, with the topic's whole name and the headers
   * @param meters what the names of the metrics begin with
   */
  public OutboxRelay(
      Outbox outbox,
      TransactionTemplate transactions,
      Supplier<? extends @Nullable KafkaPublisher> publishers,
      BiFunction<Lane, Outbox.Pending, ProducerRecord<String, byte[]>> messages,
      List<Lane> lanes,
      String meters,
      MeterRegistry registry,
      Loops loops) {
    this.outbox = outbox;
    this.transactions = transactions;
    this.publisher = publishers.get();
    this.retrier = publishers.get();
    this.messages = messages;
    this.lanes = lanes;
    if (publisher == null) {
      brokerFault = "no broker is configured (spring.kafka.bootstrap-servers)";
    }
    this.published =
        Counter.builder(meters + ".published")
            .description("Events that Kafka has acknowledged to this process")
            .register(registry);
    Gauge.builder(meters + ".backlog", this, relay -> relay.backlog.events())
        .description("Committed events that are not published; counted up to 100,000")
        .register(registry);
    Gauge.builder(meters + ".oldest", this, relay -> relay.backlog.oldestSeconds())
        .baseUnit("seconds")
        .description("How long the oldest of them has waited")
        .register(registry);
    this.loop = loops.start(new Loop("event-relay", MAX_STEP, this::step));
    this.retries = loops.start(new Loop("event-retries", MAX_STEP, this::retry));
  }

  /**
   * Publishes a lane's events once the caller's transaction has committed; where its events were
   * refused, after its pause.
   */
  public void wakeAfterCommit(Lane lane) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            if (!failures.containsKey(lane)) {
              loop.wake();
            }
          }
        });
  }

  /** Returns why events cannot be published now; empty where they can. */
  public Optional<String> fault() {
    return failures.values().stream().findFirst().or(() -> Optional.ofNullable(brokerFault));
  }

  @Override
  public Health health() {
    return fault()
        .map(reason -> Health.status(DEGRADED).withDetail("reason", reason))
        .orElseGet(Health::up)
        .withDetail("backlog", backlog.events())
        .build();
  }

  private Duration step() throws InterruptedException {
    boolean isDone = true;
    countIfDue();
    if (publisher == null) {
      return COUNT_EVERY;
    }
    for (Lane lane : lanes) {
      isDone &= failures.containsKey(lane) || publish(publisher, lane);
      countIfDue();
    }
    if (!isDone) {
      return Duration.ZERO;
    }
    if (failures.isEmpty()) {
      checkBroker(publisher);
    }
    return PAUSE;
  }

  // A refusal may take as long as its time-out: lanes that had one do not hold up the others.
  private Duration retry() {
    failures.keySet().forEach(lane -> publish(Objects.requireNonNull(retrier), lane));
    return RETRY_EVERY;
  }

  private void countIfDue() {
    if (System.nanoTime() - nextCount < 0) {
      return;
    }
    nextCount = System.nanoTime() + COUNT_EVERY.toNanos();
    try {
      backlog = outbox.backlog();
    } catch (DataAccessException e) {
      LOG.debug("Cannot count the events that wait: {}", e.getMessage());
    }
  }

  private boolean publish(KafkaPublisher publisher, Lane lane) {
    try {
      boolean isDone = publishSome(publisher, lane) < Outbox.MIN_CUT_BATCH;
      if (failures.remove(lane) != null) {
        LOG.info("Events of {} can be published again", lane.name());
      }
      return isDone;
    } catch (RuntimeException | Error e) {
      // Nothing may end the thread before the service ends.
      String reason = lane.name() + ": " + reason(e);
      if (failures.put(lane, reason) == null) {
        LOG.warn("Events are kept until they can be published; {}", reason);
      }
      return true;
    }
  }

  // While nothing is to be published, only this notices that the broker does not answer.
  private void checkBroker(KafkaPublisher publisher) throws InterruptedException {
    if (System.nanoTime() - nextCheck < 0) {
      return;
    }
    nextCheck = System.nanoTime() + CHECK_EVERY.toNanos();
    String fault = null;
    try {
      publisher.requireBroker();
    } catch (RuntimeException | Error e) {
      // Nothing may end the thread before the service ends.
      fault = reason(e);
    }
    if (fault != null && brokerFault == null) {
      LOG.warn("Cannot reach Kafka: {}; retrying every {} s", fault, CHECK_EVERY.toSeconds());
    } else if (fault == null && brokerFault != null) {
      LOG.info("Kafka answers again");
    }
    brokerFault = fault;
  }

  private static String reason(Throwable thrown) {
    Throwable first = NestedExceptionUtils.getMostSpecificCause(thrown);
    return Objects.requireNonNullElse(first.getMessage(), first.getClass().getSimpleName());
  }

  private int publishSome(KafkaPublisher publisher, Lane lane) {
    KafkaPublisher.Result sent = transactions.execute(status -> publishLocked(publisher, lane));
    published.increment(sent.acknowledged());
    if (sent.failure() != null) {
      throw new KafkaException(sent.failure());
    }
    return sent.acknowledged();
  }

  private KafkaPublisher.Result publishLocked(KafkaPublisher publisher, Lane lane) {
    List<Outbox.Pending> next = outbox.lead(lane) ? outbox.next(lane) : List.of();
    if (next.isEmpty()) {
      return new KafkaPublisher.Result(0, null);
    }
    KafkaPublisher.Result sent =
        publisher.send(next.stream().map(event -> messages.apply(lane, event)).toList());
    outbox.remove(lane, next.subList(0, sent.acknowledged()));
    return sent;
  }

  /** Ends after the events that are being published. */
  @Override
  public void close() {
    loop.close();
    retries.close();
    Stream.of(publisher, retrier).filter(Objects::nonNull).forEach(KafkaPublisher::close);
  }
}
