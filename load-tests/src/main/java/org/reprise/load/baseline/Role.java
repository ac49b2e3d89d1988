package org.reprise.load.baseline;

import org.jspecify.annotations.Nullable;

/**
 * A part of the measured system whose use of resources is counted apart: a service, a database, a
 * broker.
 *
 * @param id by which claims and figures name it, for example {@code primary}
 * @param processors that it had in the report, in cores; {@link #NOT_STATED} where the report does
 *     not say; null for a part that is not limited in a run
 * @param cell where the report says it, or what it says instead; null exactly where {@code
 *     processors} is
 */
public record Role(String id, String title, @Nullable String processors, @Nullable String cell) {
  /** The report does not say it. */
  public static final String NOT_STATED = "not stated";

  /** Whether a run may give it a share of the processors. */
  public boolean limitable() {
    return processors != null;
  }
}
