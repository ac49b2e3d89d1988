package org.reprise.lists.fql;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that a regular expression is of the part of PostgreSQL's language that is safe to take
 * from a stranger: groups, alternatives, classes, repetitions and anchors. Back references, look
 * around and options are refused, and so is what would unfold to a large automaton.
 */
final class RegularExpression {
  private static final int MAX_LENGTH = 500;
  private static final int MAX_SIZE = 1_000;
  private static final int MAX_DEPTH = 10;
  private static final BigInteger MAX_REPEATS = BigInteger.valueOf(255);

  private static final String PUNCTUATION = "\\\\[!-/:-@\\[-`{-~]";
  private static final String MEMBER = "(?:[^-\\\\\\[\\]]|%s)".formatted(PUNCTUATION);

  /** A hyphen stands for itself where it is first or last, and no range begins with it. */
  private static final String CLASS =
      "\\[\\^?+(?!\\])(?:-(?!-))?(?:%1$s(?:-(?:%1$s|-(?=\\])))?)*+-?\\]".formatted(MEMBER);

  private static final Pattern ATOM =
      Pattern.compile("[^\\\\^$.|?*+()\\[\\]{}]|\\.|\\\\[dws]|%s|%s".formatted(PUNCTUATION, CLASS));
  private static final Pattern MEMBER_OR_RANGE =
      Pattern.compile("(?<first>%1$s)(?:-(?<last>%1$s|-))?".formatted(MEMBER));
  private static final Pattern REPETITION =
      Pattern.compile("[*+?]|\\{(?<min>\\d+)(?:(?<open>,)|,(?<max>\\d+))?\\}");
  private static final Pattern ANCHOR = Pattern.compile("[\\^$]");
  private static final Pattern OPEN = Pattern.compile("\\(");
  private static final Pattern CLOSE = Pattern.compile("\\)");
  private static final Pattern OR = Pattern.compile("\\|");

  private final Matcher matcher;
  private final String path;
  private int at;

  private RegularExpression(String text, String path) {
    this.matcher = OPEN.matcher(text);
    this.path = path;
  }

  /** Returns the expression; throws InvalidQuery where it is not of that part of the language. */
  static String check(String expression, String path) {
    if (expression.isEmpty() || expression.length() > MAX_LENGTH) {
      throw new InvalidQuery(path, "must be of 1 to %d characters".formatted(MAX_LENGTH));
    }
    RegularExpression parse = new RegularExpression(expression, path);
    parse.alternatives(0);
    if (parse.at < expression.length()) {
      throw parse.wrong("there is no group that ends here");
    }
    return expression;
  }

  // Each method returns what its part unfolds to, in characters.
  private long alternatives(int depth) {
    if (depth > MAX_DEPTH) {
      throw wrong("groups are deeper than " + MAX_DEPTH);
    }
    long size = 0;
    do {
      size += sequence(depth);
    } while (take(OR));
    if (size > MAX_SIZE) {
      throw wrong("the expression unfolds to more than %,d characters".formatted(MAX_SIZE));
    }
    return size;
  }

  private long sequence(int depth) {
    long size = piece(depth);
    while (at < matcher.regionEnd() && !isNext(OR) && !isNext(CLOSE)) {
      size += piece(depth);
    }
    return size;
  }

  private long piece(int depth) {
    return take(ANCHOR) ? 1 : atom(depth) * repeats();
  }

  private long atom(int depth) {
    if (take(ATOM)) {
      checkRanges(matcher.group());
      return 1;
    }
    if (!take(OPEN)) {
      throw wrong(
          "expected a character, a class, a group or an anchor; others want a backslash, and of"
              + " letters only d, w and s have one");
    }
    long size = alternatives(depth + 1);
    if (!take(CLOSE)) {
      throw wrong("a group does not end");
    }
    return size;
  }

  private void checkRanges(String atom) {
    Matcher range =
        MEMBER_OR_RANGE.matcher(atom).region(atom.startsWith("[^") ? 2 : 0, atom.length());
    while (range.find()) {
      String end = range.group("last");
      if (end != null && last(end) < last(range.group("first"))) {
        throw wrong("a range in the class before runs backwards");
      }
    }
  }

  // An escaped character comes after its backslash.
  private static int last(String member) {
    return member.codePointBefore(member.length());
  }

  private long repeats() {
    if (!take(REPETITION) || matcher.group("min") == null) {
      return 1;
    }
    BigInteger min = new BigInteger(matcher.group("min"));
    String end = matcher.group("max");
    BigInteger max = end == null ? min : new BigInteger(end);
    if (max.compareTo(min) < 0 || max.compareTo(MAX_REPEATS) > 0) {
      throw wrong("a repetition is {m}, {m,} or {m,n}, of at most %d".formatted(MAX_REPEATS));
    }
    return Math.max(max.intValue() + (matcher.group("open") == null ? 0 : 1), 1);
  }

  private boolean isNext(Pattern pattern) {
    return matcher.usePattern(pattern).region(at, matcher.regionEnd()).lookingAt();
  }

  private boolean take(Pattern pattern) {
    boolean isNext = isNext(pattern);
    if (isNext) {
      at = matcher.end();
    }
    return isNext;
  }

  private InvalidQuery wrong(String what) {
    return new InvalidQuery(
        path, "is no regular expression, character %d: %s".formatted(at + 1, what));
  }
}
