package org.reprise.lists.list;

import java.util.List;
import java.util.stream.Collectors;
import org.reprise.lists.entity.Field;
import org.reprise.lists.fql.Condition;
import org.reprise.lists.fql.Value;

/** Writes a query for people. */
final class FriendlyQuery {
  private FriendlyQuery() {}

  /** The text, such as {@code Item — Status != Available AND Item — Barcode starts with 12}. */
  static String of(Condition condition) {
    return switch (condition) {
      case Condition.And and ->
          and.all().stream().map(FriendlyQuery::inner).collect(Collectors.joining(" AND "));
      case Condition.Equal equal -> say(equal.field(), "==", text(equal.value()));
      case Condition.NotEqual other -> say(other.field(), "!=", text(other.value()));
      case Condition.In in -> say(in.field(), "in", list(in.values()));
      case Condition.NotIn notIn -> say(notIn.field(), "not in", list(notIn.values()));
      case Condition.Ordered ordered ->
          say(ordered.field(), ordered.order().sign(), text(ordered.value()));
      case Condition.Matches matches -> say(matches.field(), "matches", matches.expression());
      case Condition.StartsWith starts -> say(starts.field(), "starts with", starts.text());
      case Condition.Contains contains -> say(contains.field(), "contains", contains.text());
      case Condition.Empty empty ->
          empty.field().label() + (empty.empty() ? " is empty" : " is not empty");
    };
  }

  private static String inner(Condition condition) {
    return condition instanceof Condition.And ? "(" + of(condition) + ")" : of(condition);
  }

  private static String say(Field field, String operator, String value) {
    return field.label() + " " + operator + " " + value;
  }

  private static String list(List<Value> values) {
    return values.stream().map(FriendlyQuery::text).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String text(Value value) {
    return value.content().toString();
  }
}
