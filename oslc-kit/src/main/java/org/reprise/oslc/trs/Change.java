package org.reprise.oslc.trs;

import java.util.Locale;
import org.springframework.util.StringUtils;

/** A kind of change of a tracked resource (OSLC Tracked Resource Set 3.0, "Change Events"). */
public enum Change {
  CREATION,
  MODIFICATION,
  DELETION;

  /** Returns the name of its class in the vocabulary. */
  public String term() {
    return StringUtils.capitalize(name().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the kind whose class has that name.
   *
   * @throws IllegalArgumentException for any other name
   */
  public static Change of(String term) {
    return valueOf(term.toUpperCase(Locale.ROOT));
  }
}
