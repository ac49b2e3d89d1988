package org.reprise.lists.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.DataType;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.web.TextBudget;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Entities with fields that somebody chose, as one select. Names of tables and columns come from
 * the entity type's description; tenant and ids are bound.
 */
public final class EntityRows {
  /** The member that an entity has, with the value true, when it is no longer there. */
  public static final String DELETED = "_deleted";

  public static final String ID = "id";

  private final List<Field> fields;
  private final String sql;

  /** Makes the statement for fields of the type; only their tables are in it. */
  public EntityRows(EntityType type, List<Field> fields) {
    this.fields = fields.stream().filter(field -> !field.name().equals(ID)).toList();
    Joins joins = new Joins(type);
    String root = type.root().alias();
    StringBuilder columns = new StringBuilder();
    StringBuilder size = new StringBuilder("0");
    for (Field field : this.fields) {
      String column = joins.column(field);
      columns.append(", ").append(column);
      if (field.type() == DataType.STRING) {
        size.append(" + coalesce(octet_length(%s), 0)".formatted(column));
      }
    }
    // One round trip; its texts exceed the limit of an answer by those of one row at most.
    this.sql =
        """
        select * from (
          select e.*, asked.id as asked_id, asked.place,
            sum(coalesce(e.size, 0)) over (order by asked.place rows unbounded preceding) as texts
          from unnest(?) with ordinality as asked (id, place)
          left join lateral (
            select %1$s.id as found%2$s, %4$s as size
            from %3$s
            where %1$s.tenant = ? and %1$s.id = asked.id) e on true) page
        where texts - coalesce(size, 0) <= %5$d
        order by place\
        """
            .formatted(root, columns, joins.from(), size, TextBudget.MAX_LENGTH);
  }

  /**
   * Reads entities, as many of the first ones as have texts that fit into an answer.
   *
   * @param texts takes the length of the texts of each
   * @return one for each of the first ids, in the order of the ids, each with its id and those of
   *     the fields that have a value: text, whole numbers, truth values, and times as ISO 8601 has
   *     them
   */
  public List<Map<String, Object>> read(
      JdbcClient jdbc, short tenant, List<UUID> ids, LongConsumer texts) {
    return jdbc.sql(sql)
        .params(ids.toArray(UUID[]::new), tenant)
        .query((row, _) -> {
          texts.accept(row.getLong("size"));
          return row.getObject("found") == null
              ? Map.<String, Object>of(ID, row.getString("asked_id"), DELETED, true)
              : values(row);
        })
        .list();
  }

  private Map<String, Object> values(ResultSet rows) throws SQLException {
    Map<String, Object> row = LinkedHashMap.newLinkedHashMap(fields.size() + 1);
    row.put(ID, rows.getString("asked_id"));
    for (int i = 0; i < fields.size(); i++) {
      Object value = value(rows, i + 2, fields.get(i));
      if (value != null) {
        row.put(fields.get(i).name(), value);
      }
    }
    return row;
  }

  private static @Nullable Object value(ResultSet rows, int place, Field field)
      throws SQLException {
    return switch (field.type()) {
      case STRING, UUID -> rows.getString(place);
      case INTEGER -> number(rows, place);
      case BOOLEAN -> rows.getObject(place, Boolean.class);
      case DATE -> {
        OffsetDateTime time = rows.getObject(place, OffsetDateTime.class);
        yield time == null ? null : time.toInstant().toString();
      }
    };
  }

  // Columns of numbers are of several lengths, which getObject does not turn into one.
  private static @Nullable Long number(ResultSet rows, int place) throws SQLException {
    long number = rows.getLong(place);
    return rows.wasNull() ? null : number;
  }
}
