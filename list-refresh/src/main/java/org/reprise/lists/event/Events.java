package org.reprise.lists.event;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores events in the transaction of the change that they tell of: both are committed, or neither.
 * A committed event is published at least once, also where processes are killed.
 *
 * <p>Callers that record events of one key hold a common lock, such as that of the changed row. So
 * the order in the outbox is the order of the commits.
 */
public final class Events {
  /** Less than what a broker takes by default, with its headers. */
  static final int MAX_BODY_BYTES = 900_000;

  private final Outbox outbox;
  private final DataSource writer;
  private final JsonMapper json;
  private final Consumer<Tenant> committed;

  Events(Outbox outbox, DataSource writer, JsonMapper json, Consumer<Tenant> committed) {
    this.outbox = outbox;
    this.writer = writer;
    this.json = json;
    this.committed = committed;
  }

  /**
   * Records one event in the caller's transaction on the writer.
   *
   * @param topic the topic's name without environment and tenant, such as {@code circulation.loan}
   * @param key events of one key are published in their order
   * @throws IllegalStateException where there is no such transaction
   * @throws IllegalArgumentException where the body is too long for a broker
   */
  public void record(Tenant tenant, String topic, String key, Object body) {
    record(tenant, new Event(topic, key, body));
  }

  /**
   * Records events in the caller's transaction on the writer, in one round trip.
   *
   * @throws IllegalStateException where there is no such transaction
   * @throws IllegalArgumentException where a body is too long for a broker
   */
  public void record(Tenant tenant, Event... events) {
    if (!TransactionSynchronizationManager.hasResource(writer)) {
      throw new IllegalStateException("Events are recorded in a transaction on the writer");
    }
    outbox.add(tenant, Arrays.stream(events).map(this::entry).toList());
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            committed.accept(tenant);
          }
        });
  }

  /**
   * Records events in the transaction of a connection to the writer that Spring does not know. They
   * are published some time after its commit.
   */
  public void record(Connection connection, Tenant tenant, Event... events) {
    new Outbox(new JdbcTemplate(new SingleConnectionDataSource(connection, true)))
        .add(tenant, Arrays.stream(events).map(this::entry).toList());
  }

  private Outbox.Entry entry(Event event) {
    String body = json.writeValueAsString(event.body());
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    if (length > MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          "An event of %s has %d bytes; at most %d can be published"
              .formatted(event.topic(), length, MAX_BODY_BYTES));
    }
    return new Outbox.Entry(UUID.randomUUID(), event.topic(), event.key(), body);
  }
}
