package org.reprise.lists.query;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.reprise.lists.entity.DataType;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.fql.Condition;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.TextBudget;

/** Reads entities by their ids, on the reader where a feature is split. */
public final class Entities {
  private static final int MAX_VALUES = 1_000;

  /** A time as queries take it. */
  private static final String TIME =
      "to_char(%s at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";

  private final DatabaseClient database;

  public Entities(Split split, Feature feature) {
    this.database = split.reading(feature);
  }

  /** Reads entities, one for each id and in their order; throws Refusal 400 for too long texts. */
  public List<Map<String, Object>> read(
      Tenant tenant, EntityType type, List<Field> fields, List<UUID> ids) {
    List<Map<String, Object>> read = read(tenant, type, fields, ids, true);
    if (read.size() < ids.size()) {
      throw TextBudget.exceeded();
    }
    return read;
  }

  /** Reads as many of the first entities as {@link EntityRows#read}. */
  public List<Map<String, Object>> readFirst(
      Tenant tenant, EntityType type, List<Field> fields, List<UUID> ids) {
    return read(tenant, type, fields, ids, false);
  }

  private List<Map<String, Object>> read(
      Tenant tenant, EntityType type, List<Field> fields, List<UUID> ids, boolean isLimited) {
    EntityRows rows = new EntityRows(type, fields);
    // Counted anew where the writer is asked again.
    return database.inTransaction(() ->
        rows.read(
            database.jdbc(), tenant.number(), ids, isLimited ? new TextBudget()::add : _ -> {}));
  }

  /** Returns the ids of the first entities behind an id that meet a condition, in their order. */
  public List<UUID> find(
      Tenant tenant, EntityType type, Condition condition, UUID after, int limit) {
    IdQuery query = IdQuery.of(type, condition, tenant.number()).page(after, limit);
    return database.inTransaction(
        () -> database.sql(query.sql()).params(query.binds()).query(UUID.class).list());
  }

  /** Returns values of a field that have a text in them, each once and in their order. */
  public List<String> values(Tenant tenant, EntityType type, Field field, String text) {
    // No stored text has one, and the database takes none.
    if (text.indexOf(0) >= 0) {
      return List.of();
    }
    Joins joins = new Joins(type);
    String column = joins.column(field);
    String value =
        field.type() == DataType.DATE ? TIME.formatted(column) : "%s::text".formatted(column);
    return database.inTransaction(() -> {
      TextBudget texts = new TextBudget();
      return database
          .sql(
              """
              select distinct %1$s from %2$s
              where %3$s.tenant = ? and strpos(lower(%1$s), lower(?)) > 0
              order by 1 limit %4$d\
              """
                  .formatted(value, joins.from(), type.root().alias(), MAX_VALUES))
          .withFetchSize(TextBudget.FETCH_SIZE)
          .params(tenant.number(), text)
          .query((row, _) -> {
            texts.add(row);
            return row.getString(1);
          })
          .list();
    });
  }
}
