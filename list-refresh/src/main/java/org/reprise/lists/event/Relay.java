package org.reprise.lists.event;

import io.github.resilience4j.core.IntervalFunction;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Takes events out of the outbox and publishes them. Of all processes one at a time does so for a
 * tenant: it holds an advisory lock in the transaction in which it reads, publishes and deletes, so
 * that another process continues whenever and however it ends. Events that were published and not
 * deleted by then are published again.
 */
final class Relay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

  /** Commits of this process wake it; this is for those of others, and for what is left over. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** How often the broker is checked while nothing is to be published. */
  private static final Duration CHECK_EVERY = Duration.ofSeconds(2);

  /** The pauses after the first, second… failure to publish, in milliseconds. */
  private static final IntervalFunction PAUSES =
      IntervalFunction.ofExponentialBackoff(PAUSE.multipliedBy(2), 2, Duration.ofSeconds(5));

  /** Each tenant with events waits for a broker that does not answer. */
  private static final Duration MAX_STEP = Duration.ofMinutes(10);

  private final Outbox outbox;
  private final TransactionTemplate transactions;
  private final Publisher publisher;
  private final Tenants tenants;
  private final Counter published;
  private final Loop loop;
  private long nextCheck = System.nanoTime();
  private final Map<Tenant, Failure> failures = new ConcurrentHashMap<>();
  private volatile @Nullable String brokerFault;

  /**
   * How often in a row a tenant's events were not published, when they are tried again, and why.
   */
  private record Failure(int count, long nextTry, String reason) {}

  Relay(
      Outbox outbox,
      TransactionTemplate transactions,
      Publisher publisher,
      Tenants tenants,
      MeterRegistry registry,
      Loops loops) {
    this.outbox = outbox;
    this.transactions = transactions;
    this.publisher = publisher;
    this.tenants = tenants;
    this.published =
        Counter.builder("reprise.lists.events.published")
            .description("Events that Kafka has acknowledged to this process")
            .register(registry);
    this.loop = loops.start(new Loop("event-relay", MAX_STEP, this::step));
  }

  /** Publishes at once; for a tenant whose events were refused, after its pause. */
  void wake(Tenant tenant) {
    if (!failures.containsKey(tenant)) {
      loop.wake();
    }
  }

  /** Why events cannot be published now; empty where they can. */
  Optional<String> fault() {
    return failures.values().stream()
        .map(Failure::reason)
        .findFirst()
        .or(() -> Optional.ofNullable(brokerFault));
  }

  private Duration step() throws InterruptedException {
    boolean isDone = true;
    for (Tenant tenant : tenants.all()) {
      isDone &= publishUnlessPaused(tenant);
    }
    if (!isDone) {
      return Duration.ZERO;
    }
    if (failures.isEmpty()) {
      checkBroker();
    }
    return PAUSE;
  }

  // A tenant whose events cannot be published does not hold up the others.
  private boolean publishUnlessPaused(Tenant tenant) {
    Failure before = failures.get(tenant);
    if (before != null && System.nanoTime() - before.nextTry() < 0) {
      return true;
    }
    try {
      boolean isDone = publish(tenant) < Outbox.MIN_CUT_BATCH;
      failures.remove(tenant);
      return isDone;
    } catch (RuntimeException | Error e) {
      // Nothing may end the thread before the service ends.
      String reason = tenant.name() + ": " + reason(e);
      int count = before == null ? 1 : before.count() + 1;
      long pause = Duration.ofMillis(PAUSES.apply(count)).toNanos();
      failures.put(tenant, new Failure(count, System.nanoTime() + pause, reason));
      if (before == null) {
        LOG.warn("Events are kept until they can be published; {}", reason);
      }
      return true;
    }
  }

  // While nothing is to be published, only this notices that the broker does not answer.
  private void checkBroker() throws InterruptedException {
    if (System.nanoTime() - nextCheck < 0) {
      return;
    }
    nextCheck = System.nanoTime() + CHECK_EVERY.toNanos();
    String fault = null;
    try {
      publisher.requireBroker();
    } catch (RuntimeException | Error e) {
      // Nothing may end the thread before the service ends.
      fault = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }
    if (fault != null && brokerFault == null) {
      LOG.warn("Cannot reach Kafka: {}; retrying every {} s", fault, CHECK_EVERY.toSeconds());
    } else if (fault == null && brokerFault != null) {
      LOG.info("Kafka answers again");
    }
    brokerFault = fault;
  }

  private static String reason(Throwable thrown) {
    Throwable cause = thrown instanceof KafkaException ? thrown.getCause() : thrown;
    Throwable first = cause == null ? thrown : cause;
    return Objects.requireNonNullElse(first.getMessage(), first.getClass().getSimpleName());
  }

  private int publish(Tenant tenant) {
    Publisher.Sent sent =
        Objects.requireNonNull(transactions.execute(status -> publishLocked(tenant)));
    published.increment(sent.acknowledged());
    if (sent.failure() != null) {
      throw new KafkaException(sent.failure());
    }
    return sent.acknowledged();
  }

  private Publisher.Sent publishLocked(Tenant tenant) {
    if (!outbox.lead(tenant)) {
      return new Publisher.Sent(0, null);
    }
    List<PendingEvent> next = outbox.next(tenant);
    if (next.isEmpty()) {
      return new Publisher.Sent(0, null);
    }
    Publisher.Sent sent = publisher.send(tenant, next);
    outbox.forget(tenant, next.subList(0, sent.acknowledged()));
    return sent;
  }

  /** Ends after the events that are being published. */
  @Override
  public void close() {
    loop.close();
    publisher.close();
  }
}
