package org.reprise.lists.work;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Deletes the rows of an owner in the order of an index, a slice in each statement. A slice begins
 * at the last key of the one before. Slices of {@code in (select … limit n)} walked over all rows
 * that were dead and not vacuumed yet, 12 s each in the end; and with stale statistics the server
 * ran the select again for each row.
 *
 * @param <K> the type of the key
 */
public final class SlicedDelete<K> {
  private final String sql;
  private final Class<K> type;
  private final K last;

  /**
   * Prepares the statement, of names that are the service's own.
   *
   * @param owner the columns with which an index begins
   * @param key the column after them in that index; at most one row has a key
   * @param last no key comes after it
   * @param rows how many rows a slice has
   */
  public SlicedDelete(
      String table, List<String> owner, String key, Class<K> type, K last, int rows) {
    String isOfOwner =
        owner.stream().map(column -> column + " = :" + column).collect(Collectors.joining(" and "));
    this.sql =
        """
        with slice as materialized (
          select %1$s as last from %2$s where %3$s and %1$s >= :from
          order by %1$s offset %4$d limit 1),
        removed as (
          delete from %2$s where %3$s and %1$s >= :from
            and %1$s <= coalesce((select last from slice), :last))
        select last from slice\
        """
            .formatted(key, table, isOfOwner, rows - 1);
    this.type = type;
    this.last = last;
  }

  /**
   * Deletes the next slice.
   *
   * @param owner the values of the owner's columns
   * @param from where the slice begins: the least key, or the result of the slice before
   * @return the last key of the slice; empty where no row is left
   */
  public Optional<K> remove(JdbcClient jdbc, Map<String, ?> owner, K from) {
    return jdbc.sql(sql)
        .params(owner)
        .param("from", from)
        .param("last", last)
        .query(type)
        .optional();
  }
}
