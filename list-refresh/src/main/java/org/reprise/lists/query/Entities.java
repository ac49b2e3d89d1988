package org.reprise.lists.query;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads entities by their ids, on the reader where a feature is split. */
public final class Entities {
  private final JdbcTemplate jdbc;
  private final DatabaseClient database;

  /** Reads for a feature. */
  public Entities(Split split, Feature feature) {
    this.jdbc = new JdbcTemplate(split.of(feature));
    this.database = split.reading(feature);
  }

  /**
   * Reads entities, in a transaction that is there or in one of their own.
   *
   * @return one for each id, in the order of the ids, as {@link EntityRows#read} gives them
   */
  public List<Map<String, Object>> read(
      Tenant tenant, EntityType type, List<Field> fields, List<UUID> ids) {
    EntityRows rows = new EntityRows(type, fields);
    ConnectionCallback<List<Map<String, Object>>> read =
        connection -> rows.read(connection, tenant.number(), ids);
    return database.inTransaction(() -> Objects.requireNonNull(jdbc.execute(read)));
  }
}
