package org.reprise.content.cmis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A token of a query's statement.
 *
 * @param text of a string without its quotes, and with its escapes
 */
record Token(Kind kind, String text) {
  enum Kind {
    KEYWORD,
    WORD,
    NUMBER,
    STRING,
    COMPARISON,
    SYMBOL,
    END
  }

  private static final String KEYWORDS =
      "SELECT|DISTINCT|FROM|WHERE|ORDER|BY|AS|ASC|DESC|JOIN|INNER|LEFT|OUTER|ON|AND|OR|NOT|IN|ANY"
          + "|LIKE|IS|NULL|CONTAINS|IN_FOLDER|IN_TREE|SCORE|TRUE|FALSE|TIMESTAMP";

  // The groups are tried in this order, where the token before ended and nowhere else: to look for
  // one further on would take time by the square of the length. A string's parts are possessive: a
  // long one costs no stack.
  private static final Pattern TOKENS =
      Pattern.compile(
          "\\G\\s*+(?:(?<keyword>(?i:"
              + KEYWORDS
              + ")(?![\\w:]))"
              + "|(?<word>[A-Za-z_][\\w:]*+)"
              + "|(?<number>[+-]?\\d++(?:\\.\\d++)?+(?:[eE][+-]?\\d{1,3}+)?+)"
              + "|'(?<string>(?:[^'\\\\]|\\\\.|'')*+)'"
              + "|(?<comparison><>|<=|>=|[=<>])"
              + "|(?<symbol>[(),.*])"
              + "|(?<end>\\z))",
          Pattern.DOTALL);

  private static final Pattern ESCAPE = Pattern.compile("[\\\\'](['\\\\])");

  // A backslash before another one stays: it is LIKE's.
  private static final Pattern ESCAPE_IN_PATTERN = Pattern.compile("(\\\\\\\\)|[\\\\'](')");

  /**
   * Returns the tokens of a statement.
   *
   * @throws org.reprise.content.object.RepositoryFault invalidArgument
   */
  static List<Token> of(String statement) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKENS.matcher(statement);
    int position = 0;
    while (true) {
      if (!matcher.find()) {
        throw Parameters.invalid(
            "The statement cannot be read from its character %d on.".formatted(position + 1));
      }
      position = matcher.end();
      Token token = token(matcher);
      tokens.add(token);
      if (token.kind == Kind.END) {
        return tokens;
      }
    }
  }

  private static Token token(Matcher matcher) {
    for (Kind kind : Kind.values()) {
      String text = matcher.group(kind.name().toLowerCase(Locale.ROOT));
      if (text != null) {
        return new Token(kind, text);
      }
    }
    throw new IllegalStateException("a match without a group");
  }

  boolean is(String keyword) {
    return (kind == Kind.KEYWORD || kind == Kind.SYMBOL) && text.equalsIgnoreCase(keyword);
  }

  String string() {
    return ESCAPE.matcher(text).replaceAll("$1");
  }

  /** Returns the pattern that a string is: its other escapes are those of LIKE. */
  String pattern() {
    return ESCAPE_IN_PATTERN.matcher(text).replaceAll("$1$2");
  }

  @Override
  public String toString() {
    return kind == Kind.END ? "the end" : "'" + text + "'";
  }
}
