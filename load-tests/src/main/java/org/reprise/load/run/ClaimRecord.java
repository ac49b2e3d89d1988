package org.reprise.load.run;

import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Claim;

/**
 * A claim and its verdict.
 *
 * @param published the report's numbers, or its words where it gives none
 * @param measured the run's numbers; null where the claim was not judged
 */
public record ClaimRecord(
    String id,
    String text,
    Claim.Source source,
    Verdict verdict,
    @Nullable String why,
    String published,
    @Nullable String measured) {}
