package org.reprise.cps.query;

import org.reprise.cps.path.InvalidCpsPath;
import org.reprise.cps.read.BoundedReads;

/**
 * The memory that one query takes for its conditions and its statement, before it reads anything: a
 * path of some kilobytes stands for each place of the schema that it fits.
 */
final class QuerySize {
  /** Bytes of the heap that one query may take; its statement has some megabytes then. */
  private static final long MAX_BYTES = 32L * 1024 * 1024;

  /** PostgreSQL takes 65,535 values for a statement; those around the places are few. */
  private static final int MAX_VALUES = 65_000;

  // A statement is put together in several steps, and the driver copies it, too.
  private static final int COPIES_OF_TEXT = 8;
  private static final int BYTES_OF_VALUE = 64;
  // PostgreSQL's stack and planner take some thousands of selects in one union.
  private static final int BYTES_OF_SELECT = 5_000;
  private static final int BYTES_OF_CONDITION = 400;

  /** Steps of a search for places: some seconds of a processor. */
  private static final int MAX_VISITS = 20_000_000;

  private final String cpsPath;
  private final BoundedReads reads;
  private long bytes;
  private int values;
  private int visits;

  QuerySize(String cpsPath, BoundedReads reads) {
    this.cpsPath = cpsPath;
    this.reads = reads;
  }

  /** Adds a part of the statement; throws InvalidCpsPath for a long one, Busy without room. */
  Sql counted(Sql part) {
    long more = BYTES_OF_SELECT + (long) COPIES_OF_TEXT * part.text().length();
    for (Object value : part.values()) {
      more += BYTES_OF_VALUE + (value instanceof String text ? text.length() : 0);
    }
    values += part.values().size();
    take(more);
    return part;
  }

  /** Adds conditions on one place; throws as {@link #counted}. */
  void addConditions(int count) {
    take((long) BYTES_OF_CONDITION * count);
  }

  /** Counts steps of the search for places; throws InvalidCpsPath for too many. */
  void visit(int steps) {
    visits += steps;
    if (visits > MAX_VISITS) {
      throw tooLarge("leads through too many places of the schema");
    }
  }

  /** Adds bytes that the query holds; throws as {@link #counted}. */
  void take(long more) {
    bytes += more;
    if (bytes > MAX_BYTES || values > MAX_VALUES) {
      throw tooLarge("has too many conditions for the number of places that it fits in the schema");
    }
    reads.hold(more);
  }

  InvalidCpsPath tooLarge(String reason) {
    return new InvalidCpsPath(
        cpsPath, reason + "; name more of the steps, or ask in several queries");
  }
}
