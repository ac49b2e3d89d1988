package org.reprise.load.run;

import org.jspecify.annotations.Nullable;

/** An explanation and what its experiment showed; {@code why} is null where it has no reason. */
public record ExplanationRecord(
    String id,
    String hypothesis,
    String evidence,
    String experiment,
    String judgedBy,
    Verdict verdict,
    @Nullable String why,
    String cameOut) {}
