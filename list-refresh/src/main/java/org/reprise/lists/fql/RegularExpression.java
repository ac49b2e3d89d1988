package org.reprise.lists.fql;

/**
 * Checks that a regular expression is of the part of PostgreSQL's language that is safe to take
 * from a stranger: groups, alternatives, classes, repetitions and anchors. Back references, look
 * around and options are refused, and so is what would unfold to a large automaton.
 */
final class RegularExpression {
  private static final int MAX_LENGTH = 500;
  private static final int MAX_SIZE = 1_000;
  private static final int MAX_DEPTH = 10;
  private static final int MAX_REPEATS = 255;
  private static final String SPECIAL = "\\^$.|?*+()[]{}";

  private final String text;
  private final String path;
  private int at;

  private RegularExpression(String text, String path) {
    this.text = text;
    this.path = path;
  }

  /**
   * Does nothing when the expression is fine.
   *
   * @throws InvalidQuery when it is not
   */
  static void check(String expression, String path) {
    if (expression.isEmpty() || expression.length() > MAX_LENGTH) {
      throw new InvalidQuery(path, "must be of 1 to %d characters".formatted(MAX_LENGTH));
    }
    RegularExpression parse = new RegularExpression(expression, path);
    parse.alternatives(0);
    if (parse.at < expression.length()) {
      throw parse.wrong("there is no group that ends here");
    }
  }

  // Each method returns what its part unfolds to, in characters.
  private long alternatives(int depth) {
    if (depth > MAX_DEPTH) {
      throw wrong("groups are deeper than " + MAX_DEPTH);
    }
    long size = sequence(depth);
    while (at < text.length() && text.charAt(at) == '|') {
      at++;
      size += sequence(depth);
    }
    if (size > MAX_SIZE) {
      throw wrong("the expression unfolds to more than %,d characters".formatted(MAX_SIZE));
    }
    return size;
  }

  private long sequence(int depth) {
    long size = 0;
    int start = at;
    while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
      size += piece(depth);
    }
    if (at == start) {
      throw wrong("something to match is missing");
    }
    return size;
  }

  private long piece(int depth) {
    char c = text.charAt(at);
    if (c == '^' || c == '$') {
      at++;
      return 1;
    }
    return atom(c, depth) * repeats();
  }

  private long atom(char c, int depth) {
    return switch (c) {
      case '(' -> group(depth);
      case '[' -> characterClass();
      case '\\' -> escape("dws");
      case '.' -> next();
      default -> {
        if (SPECIAL.indexOf(c) >= 0) {
          throw wrong("'" + c + "' has nothing before it, or wants a backslash");
        }
        at += Character.charCount(text.codePointAt(at));
        yield 1;
      }
    };
  }

  private long next() {
    at++;
    return 1;
  }

  private long group(int depth) {
    at++;
    long size = alternatives(depth + 1);
    if (at == text.length()) {
      throw wrong("a group does not end");
    }
    at++;
    return size;
  }

  private long escape(String letters) {
    if (at + 1 == text.length()) {
      throw wrong("a backslash ends the expression");
    }
    char c = text.charAt(at + 1);
    if (letters.indexOf(c) < 0 && (c <= ' ' || c >= 127 || Character.isLetterOrDigit(c))) {
      throw wrong("the escape is not known; there are punctuation and " + letters);
    }
    at += 2;
    return 1;
  }

  private long characterClass() {
    at++;
    if (at < text.length() && text.charAt(at) == '^') {
      at++;
    }
    int start = at;
    while (at < text.length() && text.charAt(at) != ']') {
      int from = member(start);
      if (at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']') {
        at++;
        if (member(start) < from) {
          throw wrong("a range runs backwards");
        }
      }
    }
    if (at == text.length() || at == start) {
      throw wrong("a class has no member or does not end");
    }
    return next();
  }

  private int member(int first) {
    char c = text.charAt(at);
    if (c == '\\') {
      escape("");
      return text.charAt(at - 1);
    }
    // Opens collating elements and classes by name, or looks like the end of a range, except where
    // it is first or last.
    boolean isLiteral = at == first && !text.startsWith("--", at) || text.startsWith("-]", at);
    if (c == '[' || c == '-' && !isLiteral) {
      throw wrong("'" + c + "' in a class wants a backslash");
    }
    int member = text.codePointAt(at);
    at += Character.charCount(member);
    return member;
  }

  private long repeats() {
    if (at == text.length()) {
      return 1;
    }
    return switch (text.charAt(at)) {
      case '*', '+', '?' -> next();
      case '{' -> bound();
      default -> 1;
    };
  }

  private long bound() {
    at++;
    int min = number();
    int max = min;
    if (at < text.length() && text.charAt(at) == ',') {
      at++;
      boolean open = at < text.length() && text.charAt(at) == '}';
      max = open ? min + 1 : number();
    }
    if (at == text.length() || text.charAt(at) != '}' || max < min) {
      throw wrong("a repetition is {m}, {m,} or {m,n}");
    }
    at++;
    return Math.max(max, 1);
  }

  private int number() {
    int number = 0;
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      number = number * 10 + text.charAt(at) - '0';
      at++;
      if (number > MAX_REPEATS) {
        throw wrong("a repetition is of at most " + MAX_REPEATS);
      }
    }
    if (at == start) {
      throw wrong("a repetition is {m}, {m,} or {m,n}");
    }
    return number;
  }

  private InvalidQuery wrong(String what) {
    return new InvalidQuery(
        path, "is no regular expression, character %d: %s".formatted(at + 1, what));
  }
}
