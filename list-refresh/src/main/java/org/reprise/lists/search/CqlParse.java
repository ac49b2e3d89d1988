package org.reprise.lists.search;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the part of CQL (Contextual Query Language, Library of Congress, version 1.2) that a desk
 * needs: comparisons with {@code ==}, joined by {@code and}, with parentheses, quotes and a mask at
 * a value's end. Everything else is an error that says where it stands.
 */
final class CqlParse {
  private static final int LONGEST_QUERY = 4_000;
  private static final int MOST_TERMS = 20;
  private static final int DEEPEST = 20;
  private static final String ALL_RECORDS = "cql.allRecords";
  private static final String DELIMITERS = "()=<>/\"";

  private final String query;
  private final List<CqlTerm> terms = new ArrayList<>();
  private int at;

  private CqlParse(String query) {
    this.query = query;
  }

  /**
   * The comparisons of a query, all of which must hold; none for an empty query or {@code
   * cql.allRecords=1}.
   *
   * @throws InvalidCql for what is not understood
   */
  static List<CqlTerm> terms(String query) {
    if (query.length() > LONGEST_QUERY) {
      throw new InvalidCql(
          LONGEST_QUERY + 1, "A query has at most %d characters".formatted(LONGEST_QUERY));
    }
    CqlParse parse = new CqlParse(query);
    parse.whole();
    return List.copyOf(parse.terms);
  }

  private void whole() {
    skipBlanks();
    if (atEnd()) {
      return;
    }
    conjunction(0);
    if (!atEnd()) {
      throw wrong("'and' or the query's end was expected, not '%s'".formatted(peekText()));
    }
  }

  private void conjunction(int depth) {
    operand(depth);
    while (takeAnd()) {
      operand(depth);
    }
  }

  private boolean takeAnd() {
    int before = at;
    if (!word().equalsIgnoreCase("and")) {
      at = before;
      return false;
    }
    skipBlanks();
    return true;
  }

  private void operand(int depth) {
    if (!take('(')) {
      comparison();
      return;
    }
    if (depth == DEEPEST) {
      throw wrong("Parentheses are at most %d deep".formatted(DEEPEST));
    }
    conjunction(depth + 1);
    if (!take(')')) {
      throw wrong(
          atEnd()
              ? "A ')' is missing"
              : "'and' or ')' was expected, not '%s'".formatted(peekText()));
    }
  }

  private void comparison() {
    int start = at;
    String field = word();
    if (field.isEmpty()) {
      throw wrong("A field's name was expected");
    }
    skipBlanks();
    relation(field);
    skipBlanks();
    value(field, start + 1);
    skipBlanks();
  }

  private void relation(String field) {
    if (query.startsWith("==", at)) {
      at += 2;
    } else if (field.equals(ALL_RECORDS) && take('=')) {
      return;
    } else {
      throw wrong(
          "'==' was expected after the field '%s'; no other relation is known".formatted(field));
    }
  }

  private void value(String field, int position) {
    int start = at;
    Value value = takeExactly('"') ? quoted(start) : bare();
    if (field.equals(ALL_RECORDS)) {
      if (!value.text.equals("1")) {
        throw new InvalidCql(start + 1, ALL_RECORDS + " can only be 1");
      }
      return;
    }
    if (terms.size() == MOST_TERMS) {
      throw new InvalidCql(position, "A query has at most %d comparisons".formatted(MOST_TERMS));
    }
    terms.add(new CqlTerm(field, position, value.text, value.prefix));
  }

  private record Value(String text, boolean prefix) {}

  private Value bare() {
    int start = at;
    while (!atEnd() && !isDelimiter(query.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw wrong("A value was expected");
    }
    return unmasked(start, at);
  }

  private Value quoted(int start) {
    int from = at;
    while (!atEnd() && query.charAt(at) != '"') {
      at += query.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= query.length()) {
      throw new InvalidCql(start + 1, "The quotes that begin here do not end");
    }
    at++;
    return unmasked(from, at - 1);
  }

  private Value unmasked(int from, int to) {
    StringBuilder text = new StringBuilder();
    boolean prefix = false;
    for (int i = from; i < to; i++) {
      char c = query.charAt(i);
      if (c == '\\' && i + 1 < to) {
        i++;
        text.append(plain(i));
      } else if (c == '*' && i == to - 1) {
        prefix = true;
      } else if (c == '*' || c == '?' || c == '^') {
        throw new InvalidCql(
            i + 1,
            "'%c' can only stand for itself, as '\\%c'; a '*' may end the value".formatted(c, c));
      } else {
        text.append(plain(i));
      }
    }
    return new Value(text.toString(), prefix);
  }

  // No text in the database has one, and PostgreSQL takes no NUL.
  private char plain(int i) {
    char c = query.charAt(i);
    if (Character.isISOControl(c)) {
      throw new InvalidCql(i + 1, "A value has no control characters");
    }
    return c;
  }

  private String word() {
    int start = at;
    while (!atEnd() && !isDelimiter(query.charAt(at))) {
      at++;
    }
    return query.substring(start, at);
  }

  private static boolean isDelimiter(char c) {
    return Character.isWhitespace(c) || DELIMITERS.indexOf(c) >= 0;
  }

  private boolean take(char wanted) {
    if (!takeExactly(wanted)) {
      return false;
    }
    skipBlanks();
    return true;
  }

  private boolean takeExactly(char wanted) {
    if (atEnd() || query.charAt(at) != wanted) {
      return false;
    }
    at++;
    return true;
  }

  private void skipBlanks() {
    while (!atEnd() && Character.isWhitespace(query.charAt(at))) {
      at++;
    }
  }

  private boolean atEnd() {
    return at >= query.length();
  }

  private String peekText() {
    int before = at;
    String word = word();
    at = before;
    return word.isEmpty() ? query.substring(at, at + 1) : word;
  }

  private InvalidCql wrong(String reason) {
    return new InvalidCql(at + 1, reason);
  }
}
