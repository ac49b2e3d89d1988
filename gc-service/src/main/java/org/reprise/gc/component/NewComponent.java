package org.reprise.gc.component;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Labels;

/**
 * A component that is to be created.
 *
 * @param description null for none
 * @param subjects tags
 * @param creator the name of the account
 */
public record NewComponent(
    String title, @Nullable String description, List<String> subjects, String creator) {
  /**
   * Copies.
   *
   * @throws org.reprise.oslc.refusal.Refusal 400 if a text is too long or cannot be stored
   */
  public NewComponent {
    Objects.requireNonNull(creator);
    Labels.check(title, description, subjects);
    subjects = List.copyOf(subjects);
  }
}
