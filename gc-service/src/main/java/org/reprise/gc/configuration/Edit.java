package org.reprise.gc.configuration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.Titles;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.refusal.Refusal;

/**
 * The editable properties of a component or configuration, beside its contributions.
 *
 * @param title null for one that the server makes, of a configuration that is to be created
 * @param description null for none
 * @param subjects tags, in their order
 * @param branch {@code oslc_config:branch}, a URI; null for none, or for that of the origin
 */
public record Edit(
    @Nullable String title,
    @Nullable String description,
    List<String> subjects,
    @Nullable String branch,
    boolean isArchived) {
  private static final int MAX_DESCRIPTION_LENGTH = 20_000;
  private static final int MAX_SUBJECTS = 100;
  private static final int MAX_SUBJECT_LENGTH = 200;

  /**
   * Copies the tags.
   *
   * @throws Refusal 400 if a text is blank, too long or cannot be stored
   */
  public Edit {
    check("dcterms:title", title, Titles.MAX_LENGTH);
    check("dcterms:description", description, MAX_DESCRIPTION_LENGTH);
    if (subjects.size() > MAX_SUBJECTS) {
      throw Refusal.invalid("There are up to %d dcterms:subject.".formatted(MAX_SUBJECTS));
    }
    subjects = List.copyOf(subjects);
    subjects.forEach(subject -> check("dcterms:subject", subject, MAX_SUBJECT_LENGTH));
    if (branch != null) {
      Texts.requireUri("oslc_config:branch", branch);
    }
  }

  private static void check(String property, @Nullable String text, int max) {
    if (text != null && (text.isBlank() || text.length() > max || !Texts.isStorable(text))) {
      throw Refusal.invalid(
          "A %s has from 1 to %,d characters, none of them a control character."
              .formatted(property, max));
    }
  }

  /** Returns an edit with a title only, or with a title that the server makes. */
  public static Edit titled(@Nullable String title) {
    return new Edit(title, null, List.of(), null, false);
  }

  /** Returns the edit with a title and a branch where it has none. */
  Edit withDefaults(String defaultTitle, @Nullable String defaultBranch) {
    return new Edit(
        title == null ? defaultTitle : title,
        description,
        subjects,
        branch == null ? defaultBranch : branch,
        isArchived);
  }
}
