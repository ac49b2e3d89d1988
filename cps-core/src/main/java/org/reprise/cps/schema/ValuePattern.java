package org.reprise.cps.schema;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of a type (RFC 7950, section 9.4.5) as yangtools matches it, with java.util.regex,
 * whose backtracking can be catastrophic: it tries all ways to match, and {@code ((a+)+)+x} has
 * more of them for thirty letters than anybody can wait for. So a value is matched here before, as
 * a text that counts how often its characters are read.
 */
public final class ValuePattern {
  /** Stands before each value, so that a step at the end of an empty one reads a character, too. */
  private static final char BEFORE = ' ';

  // Reads a character, and matches always.
  private static final String READ = "(?:\\b|\\B)";

  /** An escaped character, the beginning of a group, a number of repetitions, or a character. */
  private static final Pattern PART = Pattern.compile("(?s)\\\\.|\\(\\?:|\\{[\\d,]+}|.");

  private static final Set<String> CHOICES = Set.of("*", "+", "?", "|");

  /** Of groups and alternatives. */
  private static final Set<String> BEGINNINGS = Set.of("(", "(?:", "|");

  private final List<Pattern> patterns;

  private ValuePattern(List<Pattern> patterns) {
    this.patterns = patterns;
  }

  /** Compiles a pattern as yangtools does; one that it cannot compile is not matched at all. */
  static ValuePattern of(String java) {
    try {
      // At the end of a value, the pattern itself can backtrack without reading a character. The
      // first one reads one in each group and each alternative.
      return new ValuePattern(List.of(Pattern.compile(reading(java)), Pattern.compile(java)));
    } catch (PatternSyntaxException e) {
      return new ValuePattern(List.of());
    }
  }

  /**
   * How deep {@code java.util.regex} may call itself to match a value, at most: no place of the
   * pattern is come to twice before another character was read.
   */
  public long maxCalls(String value) {
    return patterns.isEmpty() ? 0 : (value.length() + 1L) * patterns.getLast().pattern().length();
  }

  /** Matches a value, whatever the result; {@code read} may end it with an exception. */
  public void match(String value, Runnable read) {
    CharSequence counted = new Counted(BEFORE + value, read);
    for (Pattern pattern : patterns) {
      Matcher matcher = pattern.matcher(counted).region(1, counted.length());
      matcher.useTransparentBounds(true);
      boolean ignored = matcher.matches();
    }
  }

  private record Counted(String value, Runnable read) implements CharSequence {
    @Override
    public int length() {
      return value.length();
    }

    @Override
    public char charAt(int index) {
      read.run();
      return value.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return value.subSequence(start, end);
    }

    @Override
    public String toString() {
      return value;
    }
  }

  /**
   * Whether the number of ways to match could grow faster than the value: with more than one choice
   * (an alternative, or a number of repetitions that is not fixed), or with a choice in a group
   * that is repeated.
   */
  static boolean mayTakeLong(String java) {
    int choices = 0;
    boolean repeatsGroup = false;
    Matcher part = PART.matcher(java);
    while (findNext(part)) {
      String sign = part.group();
      if (CHOICES.contains(sign) || (sign.startsWith("{") && sign.contains(","))) {
        choices++;
      }
      int end = part.end();
      repeatsGroup |=
          sign.equals(")") && end < java.length() && "*+?{".indexOf(java.charAt(end)) >= 0;
    }
    return choices > 1 || (choices == 1 && repeatsGroup);
  }

  private static String reading(String java) {
    StringBuilder reading = new StringBuilder();
    int copied = 0;
    Matcher part = PART.matcher(java);
    while (findNext(part)) {
      if (BEGINNINGS.contains(part.group())) {
        reading.append(java, copied, part.end()).append(READ);
        copied = part.end();
      }
    }
    return reading.append(java.substring(copied)).toString();
  }

  // Leaves out classes of characters. Nothing is collected: strangers' patterns may have a
  // megabyte.
  private static boolean findNext(Matcher part) {
    int classes = 0;
    while (part.find()) {
      switch (part.group()) {
        case "[" -> classes++;
        case "]" -> classes--;
        default -> {
          if (classes == 0) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
