package org.reprise.oslc.query;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/** Goes through the text of one query parameter. */
final class Scanner {
  // Each is a part of the statement that the database plans.
  private static final int MAX_CONDITIONS = 100;
  private static final int MAX_VALUES = 1_000;

  private final String parameter;
  private final String text;
  private int position;
  private int conditions;
  private int values;

  Scanner(String parameter, String text) {
    this.parameter = parameter;
    this.text = text;
    skipSpace();
  }

  private void skipSpace() {
    while (!isAtEnd() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  void countCondition() {
    conditions++;
    requireFew();
  }

  /** Counts a value that something is compared with; 400 if there are too many. */
  void countValue() {
    values++;
    requireFew();
  }

  private void requireFew() {
    if (conditions > MAX_CONDITIONS || values > MAX_VALUES) {
      throw Refusal.invalid(
          "%s has more than %,d conditions or %,d values."
              .formatted(parameter, MAX_CONDITIONS, MAX_VALUES));
    }
  }

  boolean isAtEnd() {
    return position == text.length();
  }

  /** Takes what matches here, and the space behind it; null if nothing does. */
  @Nullable Matcher take(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(position, text.length());
    if (!matcher.lookingAt()) {
      return null;
    }
    position = matcher.end();
    skipSpace();
    return matcher;
  }

  /**
   * Takes a text in double quotes, in which a backslash stands before each quote or backslash; null
   * where none begins here.
   */
  @Nullable String takeString() {
    if (isAtEnd() || text.charAt(position) != '"') {
      return null;
    }
    StringBuilder string = new StringBuilder();
    for (int i = position + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        position = i + 1;
        skipSpace();
        return string.toString();
      }
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        c = text.charAt(i);
      }
      string.append(c);
    }
    throw fault("a string with its closing quote");
  }

  Matcher require(Pattern pattern, String what) {
    Matcher found = take(pattern);
    if (found == null) {
      throw fault(what);
    }
    return found;
  }

  /** Returns 400 for this place. */
  Refusal fault(String expected) {
    return Refusal.invalid(
        "%s: at character %d there must be %s.".formatted(parameter, position + 1, expected));
  }

  /** Returns 501 for the part before this place. */
  Refusal unsupported(String what) {
    return Refusal.notImplemented(
        "%s: before character %d there is %s, which is not supported."
            .formatted(parameter, position + 1, what));
  }
}
