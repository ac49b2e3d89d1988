package org.reprise.lists.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.reprise.lists.entity.DataType;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.fql.Condition;
import org.reprise.lists.fql.Condition.Order;
import org.reprise.lists.fql.Value;

/** Writes a condition as SQL, and notes the values and tables that it needs. */
final class ConditionSql {
  private final Joins joins;
  private final StringBuilder sql = new StringBuilder();
  private final List<Object> binds = new ArrayList<>();

  ConditionSql(EntityType type) {
    this.joins = new Joins(type);
  }

  String text() {
    return sql.toString();
  }

  /** All values; the tenant, which the statement has first, before those of the condition. */
  List<Object> binds(short tenant) {
    List<Object> all = new ArrayList<>();
    all.add(tenant);
    all.addAll(binds);
    return all;
  }

  String from() {
    return joins.from();
  }

  void append(Condition condition) {
    switch (condition) {
      case Condition.And and -> joined(and.all(), " and ", this::append);
      case Condition.Equal equal -> equal(column(equal.field()), equal.value());
      case Condition.NotEqual other -> not(other.field(), column -> equal(column, other.value()));
      case Condition.In in -> in(column(in.field()), in.values());
      case Condition.NotIn notIn -> not(notIn.field(), column -> in(column, notIn.values()));
      case Condition.Ordered ordered -> ordered(ordered);
      case Condition.Matches matches ->
          put(column(matches.field()) + " ~* ?", matches.expression());
      case Condition.StartsWith starts -> startsWith(column(starts.field()), starts.text());
      case Condition.Contains contains ->
          put(
              "strpos(lower(%s), lower(?)) > 0".formatted(column(contains.field())),
              contains.text());
      case Condition.Empty empty -> empty(empty);
    }
  }

  private <T> void joined(List<T> all, String operator, Consumer<T> append) {
    sql.append('(');
    for (int i = 0; i < all.size(); i++) {
      sql.append(i == 0 ? "" : operator);
      append.accept(all.get(i));
    }
    sql.append(')');
  }

  private String column(Field field) {
    return joins.column(field);
  }

  private void put(String text, Object... values) {
    sql.append(text);
    binds.addAll(List.of(values));
  }

  private void equal(String column, Value value) {
    switch (value) {
      case Value.Text text -> put("lower(" + column + ") = lower(?)", text.content());
      case Value.Day day ->
          put("(%1$s >= ? and %1$s < ?)".formatted(column), day.start(), day.end());
      case Value.Code _, Value.Whole _, Value.Truth _, Value.Id _, Value.Moment _ ->
          put(column + " = ?", Binds.one(value));
    }
  }

  // In both negations a missing value differs from every value. "is distinct from" says the same,
  // and finds no index.
  private void not(Field field, Consumer<String> condition) {
    String column = column(field);
    sql.append("(not ");
    condition.accept(column);
    if (!field.required()) {
      sql.append(" or ").append(column).append(" is null");
    }
    sql.append(')');
  }

  private void in(String column, List<Value> values) {
    switch (values.getFirst()) {
      // Folded where the column is, so that both follow the database's locale; one statement for
      // any number of values.
      case Value.Text _ ->
          put(
              "lower(%s) in (select lower(value) from unnest(?) value)".formatted(column),
              Binds.many(values));
      case Value.Day _, Value.Moment _ -> joined(values, " or ", date -> equal(column, date));
      // There may be thousands of values, and a COPY would read all of them again for each row.
      case Value.Whole _, Value.Id _ -> put(column + " in (select unnest(?))", Binds.many(values));
      case Value.Code _, Value.Truth _ -> put(column + " = any (?)", Binds.many(values));
    }
  }

  private void ordered(Condition.Ordered condition) {
    String column = column(condition.field());
    Order order = condition.order();
    switch (condition.value()) {
      case Value.Day day -> orderedByDay(column, order, day);
      case Value.Whole _, Value.Moment _ ->
          put(column + " " + order.sign() + " ?", Binds.one(condition.value()));
    }
  }

  private void orderedByDay(String column, Order order, Value.Day day) {
    switch (order) {
      case ABOVE -> put(column + " >= ?", day.end());
      case FROM -> put(column + " >= ?", day.start());
      case BELOW -> put(column + " < ?", day.start());
      case UP_TO -> put(column + " < ?", day.end());
    }
  }

  // PostgreSQL finds a prefix's range in an index only where the prefix is a constant, which it is
  // not in a COPY. So the range, up to the next prefix of its length, is added to it.
  private void startsWith(String column, String text) {
    sql.append('(');
    put("lower(%s) ^@ lower(?)".formatted(column), text);
    String start = withNext(text);
    if (!start.isEmpty()) {
      put(
          """
           and lower(%1$s) ~>=~ lower(?) \
          and lower(%1$s) ~<~ (left(lower(?), -1) || chr(ascii(right(lower(?), 1)) + 1))\
          """
              .formatted(column),
          start,
          start,
          start);
    }
    sql.append(')');
  }

  // Up to the last character that has a next one: the last of all has none, and behind another
  // come the surrogates.
  private static String withNext(String text) {
    int end = text.length();
    while (end > 0 && hasNoNext(text.codePointBefore(end))) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end);
  }

  private static boolean hasNoNext(int character) {
    return character == Character.MAX_CODE_POINT || character == Character.MIN_SURROGATE - 1;
  }

  private void empty(Condition.Empty condition) {
    String column = column(condition.field());
    boolean text = condition.field().type() == DataType.STRING;
    if (condition.empty()) {
      sql.append(text ? "(%1$s is null or %1$s = '')".formatted(column) : column + " is null");
    } else {
      sql.append(column).append(text ? " <> ''" : " is not null");
    }
  }
}
