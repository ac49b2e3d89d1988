package org.reprise.localstack.testing;

import java.time.Duration;
import java.util.List;
import org.reprise.localstack.postgres.Database;

/**
 * A foreign key of a database.
 *
 * @param table the table that refers to another one
 * @param name the constraint's name
 * @param referred the table that it refers to
 * @param columns the columns that refer
 * @param hasIndex whether an index of the table begins with these columns, in any order. Without
 *     one, each row that is deleted or renamed in the other table costs a scan of this one
 */
public record ForeignKey(
    String table, String name, String referred, List<String> columns, boolean hasIndex) {
  private static final String ALL =
      """
      select c.conrelid::regclass::text,
        c.conname,
        c.confrelid::regclass::text,
        array(
          select a.attname from unnest(c.conkey) with ordinality k (number, position)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
          order by k.position)::text[],
        exists (
          select from pg_index i
          where i.indrelid = c.conrelid
            and i.indisvalid
            and i.indpred is null
            and (select array_agg(number order by number)
                 from unnest((i.indkey::int2[])[0:cardinality(c.conkey) - 1]) number)
              = (select array_agg(number order by number) from unnest(c.conkey) number))
      from pg_constraint c
      where c.contype = 'f'
      order by 1, 2\
      """;

  public ForeignKey {
    columns = List.copyOf(columns);
  }

  /** Returns all foreign keys of a database. */
  public static List<ForeignKey> allOf(Database database) {
    return database.query(
        Duration.ZERO,
        ALL,
        row ->
            new ForeignKey(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                List.of((String[]) row.getArray(4).getArray()),
                row.getBoolean(5)));
  }
}
