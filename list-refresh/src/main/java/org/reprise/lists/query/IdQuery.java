package org.reprise.lists.query;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.fql.Condition;

/**
 * The ids of the entities of one tenant that meet a condition, as SQL. The text has nothing of the
 * query but its shape: names come from the entity type's description, values are bound.
 *
 * @param sql the statement, in no particular order, with a {@code ?} for each value
 */
public record IdQuery(String sql, List<Object> binds) {
  public IdQuery {
    binds = List.copyOf(binds);
  }

  /** Makes the statement. Only the tables that the condition needs are in it. */
  public static IdQuery of(EntityType type, Condition condition, short tenant) {
    ConditionSql where = new ConditionSql(type);
    where.append(condition);
    return new IdQuery(
        """
        select %1$s.id
        from %2$s
        where %1$s.tenant = ? and %3$s\
        """
            .formatted(type.root().alias(), where.from(), where.text()),
        where.binds(tenant));
  }

  /** Returns the query of the first ids behind one, in their order. */
  IdQuery page(UUID after, int limit) {
    List<Object> all = new ArrayList<>(binds);
    all.add(after);
    all.add(limit);
    return new IdQuery(
        "select found.id from (%s) found where found.id > ? order by 1 limit ?".formatted(sql),
        all);
  }
}
