package org.reprise.gc.configuration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.refusal.Refusal;

/**
 * The editable properties of a configuration, beside its contributions.
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
  /**
   * Copies the tags.
   *
   * @throws Refusal 400 if a text is too long or cannot be stored
   */
  public Edit {
    Labels.check(title, description, subjects);
    if (branch != null) {
      Texts.requireUri("oslc_config:branch", branch);
    }
    subjects = List.copyOf(subjects);
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
