package org.reprise.lists.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.reprise.lists.tenant.Tenant;

/** FOLIO's envelope of an event about a record; the timestamp is in milliseconds since 1970. */
public record DomainEvent(Type type, String tenant, long timestamp, Data data) {
  public enum Type {
    CREATED,
    UPDATED
  }

  public record Data(@JsonProperty("new") Object current) {}

  public DomainEvent(Type type, Tenant tenant, Instant when, Object record) {
    this(type, tenant.name(), when.toEpochMilli(), new Data(record));
  }
}
