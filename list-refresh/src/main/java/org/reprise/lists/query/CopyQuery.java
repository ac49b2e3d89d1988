package org.reprise.lists.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.split.DatabaseClient;

/**
 * An {@link IdQuery} for PostgreSQL's {@code COPY}, which takes no parameters: the values are put
 * into settings of the transaction, and the text reads them from there. So it still has nothing of
 * the query but its shape.
 *
 * @param sql the statement, whose rows are the ids in their order
 */
public record CopyQuery(String sql, List<Object> binds) {
  private static final String PREFIX = "reprise.value_";

  /** The type of tenants' numbers; no field has it. */
  private static final String TENANT = "int2";

  // One row a value: a column or a parameter each would meet PostgreSQL's limits on both.
  private static final String SET_VALUES =
      """
      select count(set_config('%s' || (place - 1), value, true))
      from unnest(?) with ordinality as given (value, place)\
      """
          .formatted(PREFIX);

  public static CopyQuery of(IdQuery query) {
    String[] parts = query.sql().split("\\?", -1);
    if (parts.length != query.binds().size() + 1) {
      throw new IllegalArgumentException("places and values do not match: " + query.sql());
    }
    StringBuilder sql = new StringBuilder(parts[0]);
    for (int i = 0; i < query.binds().size(); i++) {
      sql.append(place(i, query.binds().get(i))).append(parts[i + 1]);
    }
    // Ids are random: in the order of their index each row would be on another page. "offset 0" has
    // the rows found in the cheapest way, and sorted then.
    return new CopyQuery(
        "select found.id from (" + sql + " offset 0) found order by 1", query.binds());
  }

  // Settings are read anew for each row, but the planner knows by them how many rows there are.
  // Of the tenant it need not know.
  private static String place(int number, Object value) {
    String type = type(value);
    String setting = "current_setting('%s%d')::%s".formatted(PREFIX, number, type);
    return type.equals(TENANT) ? "(select " + setting + ")" : setting;
  }

  private static String type(Object value) {
    return switch (value) {
      case Short _ -> TENANT;
      case Long _ -> "int8";
      case Boolean _ -> "bool";
      case UUID _ -> "uuid";
      case OffsetDateTime _ -> "timestamptz";
      case String _ -> "text";
      case Object[] many -> type(many[0]) + "[]";
      default -> throw new IllegalArgumentException(value.getClass() + " cannot be bound");
    };
  }

  /** Puts the values into settings that last until the transaction's end, however many they are. */
  public void setValues(Connection connection) throws SQLException {
    String[] texts = new String[binds.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text(connection, binds.get(i));
    }
    DatabaseClient.on(connection).sql(SET_VALUES).param(texts).query().singleRow();
  }

  private static String text(Connection connection, Object value) throws SQLException {
    return switch (value) {
      case OffsetDateTime time -> Binds.text(time);
      case Object[] many -> connection.createArrayOf(type(many[0]), many).toString();
      default -> value.toString();
    };
  }
}
