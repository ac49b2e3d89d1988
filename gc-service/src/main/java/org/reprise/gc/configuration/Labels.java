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
   * Checks all of them.
   *
   * @throws Refusal 400 where one is too long or cannot be stored
   */
  public static void check(String title, @Nullable String description, List<String> subjects) {
    checkTitle(title);
    check(description, subjects);
  }

  static void check(@Nullable String description, List<String> subjects) {
    if (description != null) {
      check("dcterms:description", description, MAX_DESCRIPTION_LENGTH);
    }
    if (subjects.size() > MAX_SUBJECTS) {
      throw Refusal.invalid("There are up to %d dcterms:subject.".formatted(MAX_SUBJECTS));
    }
    subjects.forEach(subject -> check("dcterms:subject", subject, MAX_SUBJECT_LENGTH));
  }

  /**
   * Checks a title.
   *
   * @throws Refusal 400 where it is blank, too long or cannot be stored
   */
  public static void checkTitle(String title) {
    check("dcterms:title", title, Titles.MAX_LENGTH);
  }

  private static void check(String what, String text, int longest) {
    if (text.isBlank() || text.length() > longest || !Texts.isStorable(text)) {
      throw Refusal.invalid(
          "A %s has from 1 to %,d characters, none of them a control character."
              .formatted(what, longest));
    }
  }
}
