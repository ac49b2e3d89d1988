package org.reprise.gc.web;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.DescribedResource;
import org.reprise.gc.configuration.Edit;

/**
 * The texts of a form that describes a component or configuration. A field is null if the form does
 * not have it.
 *
 * @param tags separated by commas
 */
record FormFields(@Nullable String title, @Nullable String description, @Nullable String tags) {
  static final FormFields EMPTY = new FormFields("", "", "");

  static FormFields of(DescribedResource stored) {
    return new FormFields(
        stored.title(),
        Objects.requireNonNullElse(stored.description(), ""),
        String.join(", ", stored.subjects()));
  }

  /** Returns the typed properties of a resource that is to be created; a title is required. */
  Edit edit() {
    return new Edit(titleOr(""), descriptionOr(null), subjects(List.of()), null, false);
  }

  /** Returns the stored properties with the typed ones in their place. */
  Edit edit(DescribedResource stored, @Nullable String branch, boolean isArchived) {
    return new Edit(
        titleOr(stored.title()),
        descriptionOr(stored.description()),
        subjects(stored.subjects()),
        branch,
        isArchived);
  }

  private String titleOr(String stored) {
    return title == null ? stored : title.strip();
  }

  // Null if nothing is typed. Line breaks, which forms send as two characters, are one.
  private @Nullable String descriptionOr(@Nullable String stored) {
    if (description == null) {
      return stored;
    }
    return description.isBlank() ? null : description.strip().replace("\r\n", "\n");
  }

  // A tag of another client may hold a comma: nobody has changed it where the whole text is the
  // same.
  private List<String> subjects(List<String> stored) {
    if (tags == null || tags.equals(String.join(", ", stored))) {
      return stored;
    }
    return Arrays.stream(tags.split(","))
        .map(String::strip)
        .filter(tag -> !tag.isEmpty())
        .distinct()
        .toList();
  }

  /** Returns the stored texts that differ, by the names of their fields. */
  public Map<String, String> differences(FormFields stored) {
    Map<String, String> all = new LinkedHashMap<>();
    difference(all, "Title", title, stored.title);
    difference(all, "Description", description, stored.description);
    difference(all, "Tags", tags, stored.tags);
    return all;
  }

  private static void difference(
      Map<String, String> all, String name, @Nullable String typed, @Nullable String stored) {
    if (typed != null && stored != null && !typed.strip().equals(stored.strip())) {
      all.put(name, stored.isBlank() ? "(nothing)" : stored);
    }
  }
}
