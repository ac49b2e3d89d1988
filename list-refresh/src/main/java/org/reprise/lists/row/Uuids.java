package org.reprise.lists.row;

import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** UUIDs in their text form of 36 characters, the only one that requests may use. */
public final class Uuids {
  private static final Pattern FORM =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private Uuids() {}

  /** The UUID that a text is; null where it is none. */
  public static @Nullable UUID parse(String text) {
    // UUID.fromString takes shorter texts, too: 1-1-1-1-1.
    return FORM.matcher(text).matches() ? UUID.fromString(text) : null;
  }
}
