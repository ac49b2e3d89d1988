package org.reprise.gc.configuration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.Titles;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.refusal.Refusal;

/** Bounds of what people call components and configurations. */
public final class Labels {
  private static final int MAX_DESCRIPTION_LENGTH = 20_000;
  private static final int MAX_SUBJECTS = 100;
  private static final int MAX_SUBJECT_LENGTH = 200;

  private Labels() {}

  /**
   * Checks labels.
   *
   * @throws Refusal 400 if one is too long or cannot be stored, or the title is blank
   */
  public static void check(
      @Nullable String title, @Nullable String description, List<String> subjects) {
    if (title != null) {
      check("dcterms:title", title, Titles.MAX_LENGTH);
    }
    if (description != null) {
      check("dcterms:description", description, MAX_DESCRIPTION_LENGTH);
    }
    if (subjects.size() > MAX_SUBJECTS) {
      throw Refusal.invalid("There are up to %d dcterms:subject.".formatted(MAX_SUBJECTS));
    }
    subjects.forEach(subject -> check("dcterms:subject", subject, MAX_SUBJECT_LENGTH));
  }

  private static void check(String what, String text, int max) {
    if (text.isBlank() || text.length() > max || !Texts.isStorable(text)) {
      throw Refusal.invalid(
          "A %s has from 1 to %,d characters, none of them a control character."
              .formatted(what, max));
    }
  }
}
