package org.reprise.load.run;

import org.jspecify.annotations.Nullable;

/**
 * An explanation and what its experiment showed.
 *
 * @param evidence what in the published figures points to it
 * @param why its reason; null where it has none
 * @param cameOut what came out, in sentences with their numbers
 */
public record ExplanationRecord(
    String id,
    String hypothesis,
    String evidence,
    String experiment,
    String judgedBy,
    Verdict verdict,
    @Nullable String why,
    String cameOut) {}
