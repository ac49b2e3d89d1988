package org.reprise.trs.artifact;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a request under which an artifact may be changed: the header If-Match (RFC 9110,
 * section 13.1.1).
 *
 * @param isAny whether every state fits
 * @param tags of the states that fit, without the format in which they were read
 */
record EntityTags(boolean isAny, List<String> tags) {
  EntityTags {
    tags = List.copyOf(tags);
  }

  /**
   * Reads the header.
   *
   * @return null where there is none
   */
  static @Nullable EntityTags of(@Nullable String ifMatch) {
    if (ifMatch == null) {
      return null;
    }
    if (ifMatch.strip().equals("*")) {
      return new EntityTags(true, List.of());
    }
    List<String> tags = new ArrayList<>();
    for (String one : ifMatch.split(",", -1)) {
      String tag = one.strip();
      int format = tag.lastIndexOf('-');
      // A weak tag never fits: the comparison is a strong one.
      if (tag.startsWith("\"") && tag.endsWith("\"") && format > 0) {
        tags.add(tag.substring(1, format));
      }
    }
    return new EntityTags(false, tags);
  }

  boolean fits(String tag) {
    return isAny || tags.contains(tag);
  }
}
