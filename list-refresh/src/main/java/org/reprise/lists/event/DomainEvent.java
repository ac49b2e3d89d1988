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

  public static DomainEvent created(Tenant tenant, Instant when, Object record) {
    return new DomainEvent(Type.CREATED, tenant.name(), when.toEpochMilli(), new Data(record));
  }

  public static DomainEvent updated(Tenant tenant, Instant when, Object record) {
    return new DomainEvent(Type.UPDATED, tenant.name(), when.toEpochMilli(), new Data(record));
  }
}
