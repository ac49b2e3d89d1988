package org.reprise.content.cmis;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ValueRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.reprise.content.cmis.Property.ValueType;
import org.reprise.content.cmis.Token.Kind;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.Search;

/**
 * A query of objects of one type (CMIS 1.1, section 2.1.14), made into a part of an SQL statement.
 * Its values are parameters there; its columns are those of {@link Property}, nothing of the
 * query's own text.
 */
final class Statement {
  private static final int MAX_LENGTH = 32 * 1024;

  private static final int MAX_DEPTH = 50;

  private static final ValueRange YEARS = ValueRange.of(1, 9999);
  private static final UUID NO_ID = new UUID(0, 0);
  private static final Pattern QUOTED = Pattern.compile("(?<!\\w)'([^']*+)'(?!\\w)");

  /** A column as it stands in the statement, before its type is known. */
  private record Selected(String name, String alias) {}

  private final List<Token> tokens;
  private final Map<String, Property> columns = new LinkedHashMap<>();
  private final List<Object> parameters = new ArrayList<>();
  private final StringBuilder condition = new StringBuilder();
  private final StringBuilder order = new StringBuilder();
  private final ObjectType type;
  private int next;
  private int depth;
  private String qualifier = "";
  private boolean hasContains;

  /**
   * Reads a statement.
   *
   * @throws RepositoryFault invalidArgument
   */
  Statement(String text, boolean inAllVersions) {
    if (text.length() > MAX_LENGTH) {
      throw Parameters.invalid("A statement has at most %d characters.".formatted(MAX_LENGTH));
    }
    tokens = Token.of(text);
    expect("SELECT");
    List<Selected> selected = selected();
    expect("FROM");
    type = type();
    if (hasAlias()) {
      qualifier = name();
    }
    columns(selected);
    condition.append(scope(inAllVersions));
    if (accept("WHERE")) {
      condition.append(" and (");
      or();
      condition.append(')');
    }
    if (accept("ORDER")) {
      expect("BY");
      do {
        order();
      } while (accept(","));
    }
    if (peek().kind() != Kind.END) {
      throw unexpected("the end");
    }
  }

  boolean isOfFolders() {
    return type.isFolder();
  }

  /** Returns what the result shows, by the names that the query gives. */
  Map<String, Property> columns() {
    return columns;
  }

  Search search(int max, long skip) {
    // The id decides where the order does not, so that pages do not overlap.
    return new Search(
        condition.toString(), order.isEmpty() ? "v.id" : order + ", v.id", parameters, max, skip);
  }

  private String scope(boolean inAllVersions) {
    if (type.isFolder()) {
      return "v.is_folder";
    }
    String versions = inAllVersions ? "not v.is_working_copy" : "v.is_latest";
    return type == ObjectType.VERSIONED ? versions + " and v.type = '" + type.id() + "'" : versions;
  }

  private ObjectType type() {
    String name = name();
    return ObjectType.find(name)
        .orElseThrow(() -> Parameters.invalid("There is no type '" + name + "' to query."));
  }

  // What is selected

  private List<Selected> selected() {
    List<Selected> all = new ArrayList<>();
    do {
      String name = accept("*") ? "*" : columnName();
      all.add(new Selected(name, hasAlias() ? name() : name.substring(name.indexOf('.') + 1)));
    } while (accept(","));
    return all;
  }

  private String columnName() {
    String name = name();
    if (!accept(".")) {
      return name;
    }
    return name + "." + (accept("*") ? "*" : name());
  }

  private void columns(List<Selected> selected) {
    for (Selected one : selected) {
      String name = unqualified(one.name());
      if (!name.equals("*")) {
        add(one.alias(), type.property(name));
      } else if (one.alias().equals("*")) {
        type.properties().forEach(it -> add(it.id(), it));
      } else {
        throw Parameters.invalid("'*' cannot have another name.");
      }
    }
  }

  private void add(String name, Property property) {
    if (columns.put(name, property) != null) {
      throw Parameters.invalid("The statement selects '" + name + "' twice.");
    }
  }

  private String unqualified(String name) {
    int dot = name.indexOf('.');
    if (dot >= 0 && !name.substring(0, dot).equals(qualifier.isEmpty() ? type.id() : qualifier)) {
      throw Parameters.invalid("There is no type named '" + name.substring(0, dot) + "' in FROM.");
    }
    return name.substring(dot + 1);
  }

  private String column(Property property) {
    String column = property.column();
    if (column == null) {
      throw Parameters.invalid("The property '" + property.id() + "' cannot be queried.");
    }
    return column;
  }

  // Conditions

  private void or() {
    and();
    while (accept("OR")) {
      condition.append(" or ");
      and();
    }
  }

  private void and() {
    not();
    while (accept("AND")) {
      condition.append(" and ");
      not();
    }
  }

  private void not() {
    if (++depth > MAX_DEPTH) {
      throw Parameters.invalid("The conditions stand more than %d deep.".formatted(MAX_DEPTH));
    }
    if (accept("NOT")) {
      condition.append("not ");
      not();
    } else if (accept("(")) {
      condition.append('(');
      or();
      expect(")");
      condition.append(')');
    } else {
      condition.append('(');
      predicate();
      condition.append(')');
    }
    depth--;
  }

  private void predicate() {
    if (accept("CONTAINS")) {
      contains();
    } else if (accept("IN_FOLDER")) {
      condition.append(parent()).append(" = ?");
      parameters.add(id(argument()));
    } else if (accept("IN_TREE")) {
      condition
          .append(parent())
          .append(
              """
               in (with recursive down (id) as (
                select ?::uuid
                union all
                select c.id from object c join down on c.parent = down.id and c.is_folder)
              select id from down)\
              """);
      parameters.add(id(argument()));
    } else if (isName()) {
      ofProperty(type.property(unqualified(columnName())));
    } else {
      throw unexpected("a condition");
    }
  }

  private String parent() {
    return type.isFolder() ? "v.parent" : "o.parent";
  }

  private Token argument() {
    expect("(");
    if (isName()) {
      unqualified(name() + ".");
      expect(",");
    }
    Token argument = string();
    expect(")");
    return argument;
  }

  private void contains() {
    if (hasContains) {
      throw Parameters.invalid("A statement has at most one CONTAINS.");
    }
    if (type.isFolder()) {
      throw Parameters.invalid("Folders have no text that CONTAINS could search.");
    }
    hasContains = true;
    condition.append(Search.HAS_WORDS);
    // Phrases stand in single quotes in CMIS, in double quotes in PostgreSQL.
    parameters.add(QUOTED.matcher(argument().string()).replaceAll("\"$1\""));
  }

  private void ofProperty(Property property) {
    String column = column(property);
    condition.append(column);
    if (accept("IS")) {
      condition.append(accept("NOT") ? " is not null" : " is null");
      expect("NULL");
      return;
    }
    if (peek().kind() == Kind.COMPARISON) {
      String comparison = take().text();
      requireOrdered(property, comparison);
      condition.append(' ').append(comparison).append(" ?");
      parameters.add(literal(property));
      return;
    }
    if (accept("NOT")) {
      condition.append(" not");
    }
    if (accept("LIKE")) {
      like(property);
    } else if (accept("IN")) {
      condition.append(" in ");
      in(property);
    } else {
      throw unexpected("a comparison, LIKE or IN");
    }
  }

  private static void requireOrdered(Property property, String comparison) {
    boolean isOrdered =
        Set.of(ValueType.STRING, ValueType.INTEGER, ValueType.DATETIME).contains(property.type());
    if (!isOrdered && !comparison.equals("=") && !comparison.equals("<>")) {
      throw Parameters.invalid(
          "The property '" + property.id() + "' can be compared by = and <> only.");
    }
  }

  private void like(Property property) {
    if (property.type() != ValueType.STRING) {
      throw Parameters.invalid("LIKE compares strings, which '" + property.id() + "' is not.");
    }
    condition.append(" like ?");
    String pattern = string().pattern();
    if (pattern.replace("\\\\", "").endsWith("\\")) {
      throw Parameters.invalid("The pattern of LIKE ends with an escape.");
    }
    parameters.add(pattern);
  }

  private void in(Property property) {
    expect("(");
    condition.append('(');
    do {
      condition.append(condition.charAt(condition.length() - 1) == '(' ? "?" : ", ?");
      parameters.add(literal(property));
    } while (accept(","));
    expect(")");
    condition.append(')');
  }

  private Object literal(Property property) {
    Token token = take();
    Object value =
        switch (property.type()) {
          case STRING, ID -> token.kind() == Kind.STRING ? token.string() : null;
          case OBJECT_ID -> token.kind() == Kind.STRING ? id(token) : null;
          case BOOLEAN -> token.is("TRUE") || token.is("FALSE") ? (Object) token.is("TRUE") : null;
          case INTEGER -> token.kind() == Kind.NUMBER ? number(token) : null;
          case DATETIME -> token.is("TIMESTAMP") ? time(string()) : null;
        };
    if (value == null) {
      throw Parameters.invalid(
          "The property '%s' is compared with %s, which is no %s."
              .formatted(property.id(), token, property.type().text()));
    }
    return value;
  }

  // What is no id of ours is that of no object.
  private static UUID id(Token token) {
    try {
      return UUID.fromString(token.string());
    } catch (IllegalArgumentException e) {
      return NO_ID;
    }
  }

  private static Object number(Token token) {
    BigDecimal number = new BigDecimal(token.text());
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      return number;
    }
  }

  private static OffsetDateTime time(Token token) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(token.string());
      if (YEARS.isValidIntValue(time.getYear())) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // as for a year that no database has
    }
    throw Parameters.invalid(
        "A timestamp is written as '2016-05-04T12:00:00.000Z', not as " + token + ".");
  }

  private void order() {
    Token token = peek();
    String name = columnName();
    Property property = columns.get(name);
    if (property == null) {
      property = type.property(unqualified(name));
    }
    if (property.column() == null) {
      throw Parameters.invalid("Results cannot be ordered by " + token + ".");
    }
    order.append(order.isEmpty() ? "" : ", ").append(property.column());
    order.append(accept("DESC") ? " desc" : accept("ASC") ? " asc" : "");
  }

  // Tokens

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    Token token = peek();
    if (token.kind() == Kind.END) {
      throw unexpected("more");
    }
    next++;
    return token;
  }

  private boolean accept(String keyword) {
    boolean isThere = peek().is(keyword);
    if (isThere) {
      next++;
    }
    return isThere;
  }

  private void expect(String keyword) {
    if (!accept(keyword)) {
      throw unexpected(keyword);
    }
  }

  private String name() {
    if (!isName()) {
      throw unexpected("a name");
    }
    return take().text();
  }

  private boolean isName() {
    return peek().kind() == Kind.WORD;
  }

  private boolean hasAlias() {
    return accept("AS") || isName();
  }

  private Token string() {
    if (peek().kind() != Kind.STRING) {
      throw unexpected("a string");
    }
    return take();
  }

  private RepositoryFault unexpected(String wanted) {
    return Parameters.invalid(
        "The statement has %s where %s is expected.".formatted(peek(), wanted));
  }
}
