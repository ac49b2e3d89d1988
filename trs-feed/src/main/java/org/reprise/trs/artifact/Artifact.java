package org.reprise.trs.artifact;

import java.time.Instant;
import org.reprise.trs.application.Application;

/**
 * A work item, or one version of a test case or requirement.
 *
 * @param id of the work item or of the concept
 * @param version of the version; of a work item the same as its id
 * @param number counts an artifact's versions, or the saves of a work item, from 1 on
 * @param project area or component that it belongs to
 */
public record Artifact(
    Application application,
    long id,
    long version,
    int number,
    int project,
    Content content,
    Instant created,
    Instant modified) {
  private static final int RADIX = 36;

  /** Returns a tag of the state, which differs from earlier ones even after a restore. */
  public String tag() {
    return Long.toString(version, RADIX)
        + "."
        + number
        + "."
        + Long.toString(modified.toEpochMilli(), RADIX);
  }
}
