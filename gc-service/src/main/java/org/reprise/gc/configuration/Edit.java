package org.reprise.gc.configuration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.refusal.Refusal;

/**
 * What people may change of a configuration, beside its contributions.
 *
 * @param description null for none
 * @param subjects tags, in their order
 * @param branch {@code oslc_config:branch}, a URI; null for none
 */
public record Edit(
    String title,
    @Nullable String description,
    List<String> subjects,
    @Nullable String branch,
    boolean isArchived) {
  private static final int MAX_BRANCH_LENGTH = 2_000;

  /**
   * Copies.
   *
   * @throws Refusal 400 where a text is too long or cannot be stored
   */
  public Edit {
    Labels.check(title, description, subjects);
    checkBranch(branch);
    subjects = List.copyOf(subjects);
  }

  static void checkBranch(@Nullable String branch) {
    if (branch != null && (branch.length() > MAX_BRANCH_LENGTH || !Texts.isStorable(branch))) {
      throw Refusal.invalid(
          "oslc_config:branch is a URI of up to %,d characters.".formatted(MAX_BRANCH_LENGTH));
    }
  }
}
