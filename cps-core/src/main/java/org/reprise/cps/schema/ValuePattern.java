package org.reprise.cps.schema;

import java.util.List;
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

  private final List<Pattern> patterns;

  private ValuePattern(List<Pattern> patterns) {
    this.patterns = patterns;
  }

  /**
   * Compiles a pattern.
   *
   * @param java as yangtools compiles it; a pattern that it cannot compile is not matched at all
   */
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

  /**
   * Matches a value, whatever the result.
   *
   * @param read called whenever a character is read; ends the matching with an exception
   */
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
    Scan scan = new Scan(java);
    while (scan.next()) {
      if (scan.is("*+|") || (scan.is("?") && !scan.opensGroup()) || scan.isVariableCount()) {
        choices++;
      }
      repeatsGroup |= scan.is(")") && scan.isRepeated();
    }
    return choices > 1 || (choices == 1 && repeatsGroup);
  }

  private static String reading(String java) {
    StringBuilder reading = new StringBuilder();
    Scan scan = new Scan(java);
    int copied = 0;
    while (scan.next()) {
      int end = scan.endOfGroupStart();
      if (end > 0 || scan.is("|")) {
        end = Math.max(end, scan.at + 1);
        reading.append(java, copied, end).append(READ);
        copied = end;
      }
    }
    return reading.append(java.substring(copied)).toString();
  }

  private static final class Scan {
    private final String pattern;
    private int at = -1;

    Scan(String pattern) {
      this.pattern = pattern;
    }

    boolean next() {
      at++;
      int classes = 0;
      while (at < pattern.length()) {
        char c = pattern.charAt(at);
        if (c == '\\') {
          at++;
        } else if (c == '[') {
          classes++;
        } else if (c == ']') {
          classes--;
        } else if (classes == 0) {
          return true;
        }
        at++;
      }
      return false;
    }

    boolean is(String oneOf) {
      return oneOf.indexOf(pattern.charAt(at)) >= 0;
    }

    boolean opensGroup() {
      return at > 0 && pattern.charAt(at - 1) == '(';
    }

    boolean isVariableCount() {
      int comma = pattern.indexOf(',', at);
      return is("{") && comma > 0 && comma < pattern.indexOf('}', at);
    }

    boolean isRepeated() {
      return at + 1 < pattern.length() && "*+?{".indexOf(pattern.charAt(at + 1)) >= 0;
    }

    // Behind "(" or "(?:"; 0 where no such group starts here.
    int endOfGroupStart() {
      if (!is("(")) {
        return 0;
      }
      return at + (pattern.startsWith("(?:", at) ? 3 : 1);
    }
  }
}
