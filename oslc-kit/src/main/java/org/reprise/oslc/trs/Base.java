package org.reprise.oslc.trs;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One enumeration of all members, in pages.
 *
 * @param generation its number, later ones are higher. It is the time at which the base was made
 *     (milliseconds since 1970): a base that is made after a backup was restored has page URIs that
 *     no base had before.
 * @param cutoff the newest event that it accounts for; null before the first event
 * @param members how many there are
 * @param pages how many pages they fill, at least one
 */
public record Base(long generation, @Nullable Cutoff cutoff, long members, int pages) {
  /** An event that a base accounts for, with all before it. */
  public record Cutoff(long position, long incarnation) {}

  /**
   * Reads one from a row of generation, cutoff, cutoff's incarnation, members and pages.
   *
   * @param number of the row, which does not matter
   */
  public static Base read(ResultSet row, int number) throws SQLException {
    Long cutoff = row.getObject(2, Long.class);
    return new Base(
        row.getLong(1),
        cutoff == null ? null : new Cutoff(cutoff, row.getLong(3)),
        row.getLong(4),
        row.getInt(5));
  }
}
