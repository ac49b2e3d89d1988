package org.reprise.gc.web;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What people typed to describe a component or configuration.
 *
 * @param tags divided by commas
 */
record Typed(String title, String description, String tags) {
  static final Typed NOTHING = new Typed("", "", "");

  static Typed of(String title, @Nullable String description, List<String> subjects) {
    return new Typed(title, description == null ? "" : description, shown(subjects));
  }

  private static String shown(List<String> subjects) {
    return String.join(", ", subjects);
  }

  /** Null where nothing is said. Line breaks, which forms send as two characters, are one. */
  @Nullable String givenDescription() {
    return description.isBlank() ? null : description.strip().replace("\r\n", "\n");
  }

  /**
   * The tags one by one.
   *
   * @param present those that were shown: a tag that other clients gave may hold a comma, and
   *     nobody has touched it where the whole text is as it was
   */
  List<String> subjects(List<String> present) {
    if (tags.equals(shown(present))) {
      return present;
    }
    return Arrays.stream(tags.split(","))
        .map(String::strip)
        .filter(tag -> !tag.isEmpty())
        .distinct()
        .toList();
  }

  /** Adds what is stored where that is something else: somebody compares before saving again. */
  void differences(Html html, Typed stored) {
    html.raw("<h2>Stored now</h2><dl class=\"facts\">");
    difference(html, "Title", title, stored.title);
    difference(html, "Description", description, stored.description);
    difference(html, "Tags", tags, stored.tags);
    html.raw("</dl>");
  }

  private static void difference(Html html, String name, String typed, String stored) {
    if (!typed.strip().equals(stored.strip())) {
      Layout.fact(html, name, stored.isBlank() ? "(nothing)" : stored);
    }
  }

  void fields(Html html, boolean isTagsOnly) {
    if (!isTagsOnly) {
      Layout.field(html, "Title", "title", title, "required maxlength=\"1000\"");
      html.add(
          "<label>Description <textarea name=\"description\" maxlength=\"20000\">%s</textarea>",
          description);
      html.raw("</label>");
    }
    html.add(
        "<label>Tags <span class=\"hint\">divided by commas</span>"
            + "<input type=\"text\" name=\"tags\" value=\"%s\"></label>",
        tags);
  }
}
