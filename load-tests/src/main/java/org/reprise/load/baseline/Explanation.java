package org.reprise.load.baseline;

import java.util.List;

/**
 * Why a report's figures may be as they are, and the experiment that can show the reason wrong.
 *
 * @param hypothesis the supposed reason, in a sentence
 * @param evidence what in the published figures points to it
 * @param experiment what is run to test it
 * @param judgedBy how the outcome is judged, in words
 * @param marks what must hold if the reason is the right one; each is judged like a claim
 */
public record Explanation(
    String id,
    String hypothesis,
    String evidence,
    String experiment,
    String judgedBy,
    List<Claim> marks) {
  /** Every experiment that its marks look at, in the variant {@code variant}. */
  public List<String> experiments(String variant) {
    return marks.stream()
        .flatMap(it -> it.experiments().stream())
        .filter(it -> it.endsWith("@" + variant))
        .map(it -> it.substring(0, it.indexOf('@')))
        .distinct()
        .toList();
  }
}
