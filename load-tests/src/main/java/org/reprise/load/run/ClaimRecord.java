package org.reprise.load.run;

import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Claim;

/**
 * A claim and its verdict.
 *
 * @param text the claim in a sentence
 * @param why its reason; null where it has none
 * @param detail the numbers that decided, published beside measured, in one text
 * @param published the report's part of it
 * @param measured the run's part of it; null where the claim was not judged
 */
public record ClaimRecord(
    String id,
    String text,
    Claim.Source source,
    Verdict verdict,
    @Nullable String why,
    String detail,
    String published,
    @Nullable String measured) {}
