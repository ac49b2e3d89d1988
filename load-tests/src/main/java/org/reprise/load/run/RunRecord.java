package org.reprise.load.run;

import java.util.Collections;
import java.util.List;
import org.reprise.load.measure.Measured;

/**
 * run.json: what a run measured and what was judged of it. Tables and charts are computed from it
 * and from the baseline whenever a page is drawn.
 *
 * @param invalidReasons empty exactly where the run is valid
 * @param figures every figure and statement of the report
 */
public record RunRecord(
    int schemaVersion,
    String runId,
    String system,
    String report,
    String profile,
    String target,
    boolean valid,
    List<String> invalidReasons,
    Manifest manifest,
    Environment environment,
    List<ClaimRecord> claims,
    List<ExplanationRecord> explanations,
    List<FigureRecord> figures,
    Measured measured) {
  public static final int SCHEMA_VERSION = 5;
  public static final String INTERRUPTED = "interrupted";

  /** Begins the reason of a run whose services could not be started. */
  public static final String NOT_STARTED = "could not start: ";

  public RunRecord {
    if (valid != invalidReasons.isEmpty()) {
      throw new IllegalArgumentException(
          "a run is valid exactly where it has no reason to be invalid: valid=%s, reasons %s"
              .formatted(valid, invalidReasons));
    }
  }

  public boolean finished() {
    return manifest.resumeOptions() == null;
  }

  public int count(Verdict verdict) {
    return Collections.frequency(claims.stream().map(ClaimRecord::verdict).toList(), verdict);
  }

  /**
   * Returns whether the run is invalid or, where strict, a claim differs or was left without a
   * verdict by a disturbed execution.
   */
  public boolean fails(boolean strict) {
    return !valid
        || (strict
            && claims.stream()
                .map(ClaimRecord::verdict)
                .anyMatch(it -> it == Verdict.DIFFERS || it == Verdict.INVALID));
  }
}
