package org.reprise.lists.entity;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names that go into SQL as they are. They come from descriptions, never from a request, and still
 * only what needs no quoting passes.
 */
final class Identifier {
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]{0,62}");

  private Identifier() {}

  static void check(String what, @Nullable String name) {
    if (name == null) {
      throw new IllegalArgumentException(what + " is missing");
    }
    if (!PLAIN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s '%s' is not made of small letters, digits and underscores".formatted(what, name));
    }
  }
}
