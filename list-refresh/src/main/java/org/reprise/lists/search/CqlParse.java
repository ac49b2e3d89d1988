package org.reprise.lists.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads CQL (Contextual Query Language, Library of Congress, version 1.2) as desks use it:
 * comparisons, joined by {@code and}, {@code or} and {@code not} of one precedence, with
 * parentheses around them or around values, quotes, a mask at a value's end, and {@code sortby}.
 * Everything else is an error that says where it stands.
 */
final class CqlParse {
  private static final int MAX_LENGTH = 4_000;
  private static final int MAX_TERMS = 100;
  private static final int MAX_DEPTH = 20;
  private static final String ALL_RECORDS = "cql.allRecords";
  private static final Set<String> EQUALITY = Set.of("==", "=", "<>");
  private static final Set<String> RELATIONS = Set.of("==", "=", "<>", "<", "<=", ">", ">=");
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<symbol>[()/]|<>|[<>=]=|[<>=])|\"(?<quoted>(?:[^\"\\\\]|\\\\.)*+)\""
              + "|(?<word>[^\\s()=<>/\"]++)",
          Pattern.DOTALL);

  private final String query;
  private final @Nullable Map<String, Field> fields;
  private final Matcher matcher;
  private final Map<String, Object> values = new HashMap<>();

  // What was read last.
  private Kind kind = Kind.END;
  private String token = "";
  private int at;
  private int end;

  private enum Kind {
    SYMBOL,
    QUOTED,
    WORD,
    END
  }

  private CqlParse(String query, @Nullable Map<String, Field> fields) {
    this.query = query;
    this.fields = fields;
    this.matcher = TOKEN.matcher(query);
  }

  /**
   * A query as SQL.
   *
   * @param condition {@code true} for an empty query and {@code cql.allRecords=1}
   * @param order columns; null where the query names none
   */
  record Query(String condition, Map<String, Object> values, @Nullable String order) {}

  /** What is compared with the values that follow, in parentheses or not. */
  private record Index(String name, int position, String relation) {}

  /** Reads a query of some fields, null for any; throws InvalidCql for what is not understood. */
  static Query read(String query, @Nullable Map<String, Field> fields) {
    if (query.length() > MAX_LENGTH) {
      throw new InvalidCql(
          MAX_LENGTH + 1, "A query has at most %d characters".formatted(MAX_LENGTH));
    }
    CqlParse parse = new CqlParse(query, fields);
    parse.advance();
    boolean isEmpty = parse.kind == Kind.END || parse.isWord("sortby");
    String condition = isEmpty ? "true" : parse.clause(0, null);
    String order = parse.isWord("sortby") ? parse.order() : null;
    parse.require(parse.kind == Kind.END, "'and', 'or', 'not', 'sortby' or the query's end");
    return new Query(condition, parse.values, order);
  }

  private void advance() {
    at = behindBlanks();
    if (at == query.length()) {
      kind = Kind.END;
      token = "";
      return;
    }
    if (!matcher.region(at, query.length()).lookingAt()) {
      throw wrong("The quotes that begin here do not end");
    }
    end = matcher.end();
    String quoted = matcher.group("quoted");
    kind = quoted != null ? Kind.QUOTED : matcher.group("word") == null ? Kind.SYMBOL : Kind.WORD;
    token = quoted == null ? matcher.group() : quoted;
  }

  private int behindBlanks() {
    int next = end;
    while (next < query.length() && Character.isWhitespace(query.charAt(next))) {
      next++;
    }
    return next;
  }

  private boolean isWord(String word) {
    return kind == Kind.WORD && token.equalsIgnoreCase(word);
  }

  private boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && token.equals(symbol);
  }

  private void require(boolean isThere, String expected) {
    if (!isThere) {
      throw wrong(
          kind == Kind.END
              ? expected + " is missing"
              : "%s was expected, not '%s'".formatted(expected, token));
    }
  }

  private InvalidCql wrong(String reason) {
    return new InvalidCql(at + 1, reason);
  }

  private String clause(int depth, @Nullable Index index) {
    String sql = operand(depth, index);
    while (isWord("and") || isWord("or") || isWord("not")) {
      String operator = token.toLowerCase(Locale.ROOT);
      advance();
      String right = operand(depth, index);
      sql =
          operator.equals("not")
              ? "(%s and (%s) is not true)".formatted(sql, right)
              : "(%s %s %s)".formatted(sql, operator, right);
    }
    return sql;
  }

  private String operand(int depth, @Nullable Index index) {
    if (!isSymbol("(")) {
      return comparison(depth, index);
    }
    if (depth == MAX_DEPTH) {
      throw wrong("Parentheses are at most %d deep".formatted(MAX_DEPTH));
    }
    advance();
    String sql = clause(depth + 1, index);
    require(isSymbol(")"), kind == Kind.END ? "A ')'" : "'and', 'or', 'not' or ')'");
    advance();
    return sql;
  }

  // Both "a==(1 or 2)" and "query=(a==1)" are in use: an index is for what names none itself.
  private String comparison(int depth, @Nullable Index outer) {
    Index index = outer == null || isIndex() ? index() : outer;
    if (isSymbol("(")) {
      return operand(depth, index);
    }
    require(kind == Kind.WORD || kind == Kind.QUOTED, "A value");
    String sql = index.name.equals(ALL_RECORDS) ? allRecords() : compared(index);
    advance();
    return sql;
  }

  private boolean isIndex() {
    int next = behindBlanks();
    return kind == Kind.WORD && next < query.length() && "=<>".indexOf(query.charAt(next)) >= 0;
  }

  private Index index() {
    int position = at + 1;
    String name = word("A field's name");
    String relation = token;
    require(
        kind == Kind.SYMBOL && RELATIONS.contains(relation),
        "==, =, <>, <, <=, > or >= after the field '%s'".formatted(name));
    advance();
    return new Index(name, position, relation);
  }

  private String word(String what) {
    require(kind == Kind.WORD, what);
    String word = token;
    advance();
    return word;
  }

  private Field field(String name, int position) {
    if (fields == null) {
      return Field.text(name);
    }
    Field field = fields.get(name);
    if (field == null) {
      throw new InvalidCql(
          position,
          "No field '%s'; fields are %s"
              .formatted(name, String.join(", ", new TreeSet<>(fields.keySet()))));
    }
    return field;
  }

  private String allRecords() {
    if (!token.equals("1")) {
      throw wrong(ALL_RECORDS + " can only be 1");
    }
    return "true";
  }

  private String compared(Index index) {
    Field named = field(index.name, index.position);
    String relation = index.relation;
    if (values.size() == MAX_TERMS) {
      throw wrong("A query has at most %d comparisons".formatted(MAX_TERMS));
    }
    StringBuilder text = new StringBuilder();
    boolean isPrefix = unmask(text);
    Field field = isPrefix ? named.masked() : named;
    if (text.isEmpty() && !isPrefix && relation.equals("=")) {
      return field.column() + " is not null";
    }
    String operator = relation.equals("==") ? "=" : relation;
    Object value = isPrefix && !field.isMaskable() ? null : field.read().apply(text.toString());
    if (Field.NO_ID.equals(value) && !EQUALITY.contains(relation)) {
      // It has no place among ids.
      value = null;
    }
    if (isPrefix) {
      value = value == null ? null : Field.pattern(text.toString());
      operator =
          switch (operator) {
            case "=" -> "like";
            case "<>" -> "not like";
            default -> throw wrong("A '*' has no order; compare with ==, = or <>");
          };
    }
    if (value == null) {
      throw wrong("'%s' is compared with %s".formatted(index.name, field.expected()));
    }
    String parameter = "value" + values.size();
    values.put(parameter, value);
    return "%s %s %s"
        .formatted(field.column(), operator, field.parameter().formatted(":" + parameter));
  }

  /** Appends the token without backslashes; returns whether a mask ends it. */
  private boolean unmask(StringBuilder text) {
    int start = kind == Kind.QUOTED ? at + 1 : at;
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      if (c == '*' && i == token.length() - 1) {
        return true;
      }
      if (c == '*' || c == '?' || c == '^') {
        throw new InvalidCql(
            start + i + 1,
            "'%c' can only stand for itself, as '\\%c'; a '*' may end the value".formatted(c, c));
      }
      char plain = c == '\\' && i + 1 < token.length() ? token.charAt(++i) : c;
      // No text in the database has one, and PostgreSQL takes no NUL.
      if (plain < ' ' || plain == 0x7f) {
        throw new InvalidCql(start + i + 1, "A value has no control characters");
      }
      text.append(plain);
    }
    return false;
  }

  private String order() {
    advance();
    List<String> order = new ArrayList<>();
    do {
      // FOLIO's pages send "sortby requestDate desc". There, too, it is of no effect.
      if (!order.isEmpty() && isWord("desc")) {
        advance();
        continue;
      }
      int position = at + 1;
      String column = field(word("A field's name"), position).column();
      String direction = "";
      while (isSymbol("/")) {
        advance();
        require(
            isWord("sort.ascending") || isWord("sort.descending"),
            "sort.ascending or sort.descending");
        direction = isWord("sort.descending") ? " desc" : "";
        advance();
      }
      order.add(column + direction);
    } while (kind == Kind.WORD);
    return String.join(", ", order);
  }
}
