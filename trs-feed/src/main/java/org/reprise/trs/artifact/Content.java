package org.reprise.trs.artifact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The editable properties of an artifact.
 *
 * @param description null for none
 * @param subjects tags
 */
public record Content(
    String title, @Nullable String description, List<String> subjects, List<Link> links) {
  public Content {
    subjects = List.copyOf(subjects);
    links = List.copyOf(links);
  }

  /** Returns about how many characters it has. */
  long length() {
    long length = title.length() + (description == null ? 0 : description.length());
    for (String subject : subjects) {
      length += subject.length();
    }
    for (Link link : links) {
      length += link.predicate().length() + link.target().length();
    }
    return length;
  }
}
