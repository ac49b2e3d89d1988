package org.reprise.lists.event;

import java.sql.Connection;
import javax.sql.DataSource;
import org.reprise.kit.work.Outbox;
import org.reprise.kit.work.Outbox.Event;
import org.reprise.kit.work.OutboxRelay;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/** Records events of tenants in an {@link Outbox}, with the content as JSON. */
public final class Events {
  /** The outbox's column of the tenant's number. */
  static final String LANE = "tenant";

  private final Outbox outbox;
  private final DataSource writer;
  private final JsonMapper json;
  private final OutboxRelay relay;

  Events(Outbox outbox, DataSource writer, JsonMapper json, OutboxRelay relay) {
    this.outbox = outbox;
    this.writer = writer;
    this.json = json;
    this.relay = relay;
  }

  static Outbox.Lane lane(Tenant tenant) {
    return new Outbox.Lane(tenant.number(), tenant.name());
  }

  /**
   * Records events in the caller's transaction on the writer, in one round trip.
   *
   * @param events with topics without environment and tenant, such as {@code circulation.loan}
   * @throws IllegalStateException where there is no such transaction
   * @throws IllegalArgumentException where a body is too long for a broker
   */
  public void record(Tenant tenant, Event... events) {
    if (!TransactionSynchronizationManager.hasResource(writer)) {
      throw new IllegalStateException("Events are recorded in a transaction on the writer");
    }
    outbox.add(lane(tenant), events);
    relay.wakeAfterCommit(lane(tenant));
  }

  /**
   * Records events in the transaction of a connection to the writer that Spring does not know. They
   * are published some time after its commit.
   */
  public void record(Connection connection, Tenant tenant, Event... events) {
    new Outbox(new JdbcTemplate(new SingleConnectionDataSource(connection, true)), LANE, json)
        .add(lane(tenant), events);
  }
}
