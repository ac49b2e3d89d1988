package org.reprise.load.run;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What a comparison says about a claim, a figure or an explanation. These are the only verdict
 * words, on the terminal, the page and in JSON alike. All but Reproduced and Differs come with a
 * reason. Of several the last one in this order decides.
 */
public enum Verdict {
  /** The measured data show what the report's data show. */
  REPRODUCED("Reproduced"),

  /** It follows from an input of ours and is no finding. */
  BY_CONSTRUCTION("ByConstruction"),

  /** One does not bear on the other: another machine, or a difference within its spread. */
  NOT_COMPARABLE("NotComparable"),
  NOT_MEASURED("NotMeasured"),

  /** The measured data show something else. */
  DIFFERS("Differs"),

  /** It was measured in a run, or an experiment, that says nothing. */
  INVALID("Invalid");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  @JsonValue
  @Override
  public String toString() {
    return word;
  }
}
