package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Violations;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.deser.impl.FailingDeserializer;

/**
 * A record that clients store, and read as they stored it.
 *
 * @param <T> its own type
 */
public interface InventoryRecord<T extends InventoryRecord<T>> {
  /** Returns its id; null where the service is to choose one. */
  @Nullable UUID id();

  /** Returns the version that a change was made of. */
  @Nullable Integer version();

  /** Returns whether a change must say of which version it was made. */
  default boolean needsVersion() {
    return true;
  }

  /** Returns its number for people; null where the service is to choose one. */
  @Nullable String hrid();

  /** Returns the members of FOLIO's schema that have no column. */
  @JsonAnyGetter
  Map<String, JsonNode> members();

  /** Adds what is wrong with it by itself. */
  void check(Violations violations);

  /** Adds what must not be stored in place of a record; null for a new one. */
  default void checkChange(@Nullable T stored, Violations violations) {}

  /**
   * Returns the values of the columns of a row with an id, in the transaction that writes them.
   *
   * @throws org.reprise.lists.web.UnprocessableRequest where it refers to what is not there
   */
  Map<String, @Nullable Object> columns(JdbcClient jdbc, Tenant tenant, UUID key);

  /** Changes what follows from a change, in its transaction. */
  default void changeDependents(JdbcClient jdbc, Tenant tenant, UUID id) {}

  /** Refuses a member that only this service has, also one that is null. */
  final class NoMember extends FailingDeserializer {
    NoMember() {
      super("is not known");
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
      return context.reportInputMismatch(this, "is not known");
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
