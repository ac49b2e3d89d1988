package org.reprise.gc.configuration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request says of a stream or baseline that is to be created.
 *
 * @param title null for one that the server makes
 * @param description null for none
 * @param subjects tags, in their order
 * @param branch {@code oslc_config:branch}, a URI; null for the usual one
 * @param isArchived whether it is created as one that is not in use
 */
public record NewConfiguration(
    @Nullable String title,
    @Nullable String description,
    List<String> subjects,
    @Nullable String branch,
    boolean isArchived) {
  /**
   * Copies.
   *
   * @throws org.reprise.oslc.refusal.Refusal 400 where a text is too long or cannot be stored
   */
  public NewConfiguration {
    if (title != null) {
      Labels.checkTitle(title);
    }
    Labels.check(description, subjects);
    Edit.checkBranch(branch);
    subjects = List.copyOf(subjects);
  }

  /**
   * One of which at most the title is said.
   *
   * @param title null for one that the server makes
   */
  public static NewConfiguration titled(@Nullable String title) {
    return new NewConfiguration(title, null, List.of(), null, false);
  }

  /** What is stored, with what is usual where nothing was said. */
  Edit edit(String usualTitle, @Nullable String usualBranch) {
    return new Edit(
        title == null ? usualTitle : title,
        description,
        subjects,
        branch == null ? usualBranch : branch,
        isArchived);
  }
}
