package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import org.reprise.load.deploy.Sql;
import org.reprise.load.validity.Observed;

/**
 * Where the refreshes of a cell were read from, as the service wrote it down for each of them
 * ({@code list_refresh.source}). A cell with the split whose refreshes were read from the writer
 * measured something else than its name says.
 *
 * @param standby refreshes that were read from the standby
 * @param writer refreshes that were read from the writer
 * @param mixed refreshes that were read from both
 */
record ReadSources(long standby, long writer, long mixed) {
  /** Of all refreshes since the last {@link Reset}. */
  static ReadSources of(Connection primary) throws SQLException {
    var found =
        Sql.numbers(
            primary,
            """
            SELECT count(*) FILTER (WHERE source = 'READER'),
              count(*) FILTER (WHERE source = 'WRITER'),
              count(*) FILTER (WHERE source = 'MIXED')
            FROM list_refresh WHERE status = 'SUCCESS'
            """);
    return new ReadSources(found.get(0), found.get(1), found.get(2));
  }

  /**
   * The same as the rules of validity take it.
   *
   * @param split whether the cell's reads go to the standby
   */
  Observed.Reads reads(boolean split) {
    return new Observed.Reads(
        split ? "standby" : "writer", standby + writer + mixed, mixed + (split ? writer : standby));
  }
}
