package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

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
  /** Refreshes that may be read elsewhere before a cell says nothing. */
  private static final double TOLERATED_SHARE = 0.01;

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
   * Why the cell's figures say nothing of its setting; empty where they do.
   *
   * @param split whether the cell's reads go to the standby
   */
  Optional<String> fault(boolean split) {
    var all = standby + writer + mixed;
    var elsewhere = mixed + (split ? writer : standby);
    if (all > 0 && elsewhere <= TOLERATED_SHARE * all) {
      return Optional.empty();
    }
    return Optional.of(
        "the split is %s, but %d of %d refreshes read from the %s, %d of them from both servers"
            .formatted(split ? "on" : "off", elsewhere, all, split ? "writer" : "standby", mixed));
  }
}
