package org.reprise.gc.search;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/** The types of resources that can be searched for. */
public enum ResultType {
  STREAM,
  BASELINE,
  COMPONENT;

  /** Returns its name in addresses and answers. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a parameter.
   *
   * @return null if it is absent or blank, which means all
   * @throws Refusal 400 if there is no such type
   */
  public static @Nullable ResultType of(@Nullable String word) {
    if (word == null || word.isBlank()) {
      return null;
    }
    return Arrays.stream(values())
        .filter(one -> one.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            Refusal.invalid(
                "type: there are stream, baseline, component, not '%s'.".formatted(word)));
  }
}
