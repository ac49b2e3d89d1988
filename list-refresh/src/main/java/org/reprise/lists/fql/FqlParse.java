package org.reprise.lists.fql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.reprise.lists.entity.DataType;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.entity.Operator;
import org.reprise.lists.fql.Condition.Order;
import tools.jackson.databind.JsonNode;

/** One reading of a query's tree; counts what is limited in the whole query. */
final class FqlParse {
  private static final String AND = "$and";
  private static final int MAX_CONDITIONS = 200;

  /** Of all {@code $in} and {@code $nin} together. */
  private static final int MAX_VALUES = 10_000;

  private final EntityType type;
  private int conditions;
  private int values;

  FqlParse(EntityType type) {
    this.type = type;
  }

  Condition condition(Map.Entry<String, JsonNode> member, String parent) {
    String path = parent.isEmpty() ? member.getKey() : parent + "." + member.getKey();
    return member.getKey().equals(AND)
        ? and(member.getValue(), path)
        : comparison(field(member.getKey(), path), member.getValue(), path);
  }

  private Condition and(JsonNode list, String path) {
    if (!list.isArray() || list.isEmpty()) {
      throw new InvalidQuery(path, "must be an array of at least one condition");
    }
    List<Condition> all = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      String place = path + "[" + i + "]";
      all.add(condition(onlyMember(list.get(i), "A condition", place), place));
    }
    return new Condition.And(List.copyOf(all));
  }

  private static Map.Entry<String, JsonNode> onlyMember(JsonNode node, String what, String path) {
    if (!node.isObject()) {
      throw new InvalidQuery(path, "must be an object");
    }
    if (node.size() != 1) {
      throw new InvalidQuery(path, FqlReader.oneOnly(what, node.size()));
    }
    return node.properties().iterator().next();
  }

  private Field field(String name, String path) {
    if (name.startsWith("$")) {
      throw new InvalidQuery(path, "There is no operator " + name + " here; only " + AND);
    }
    return type.field(name)
        .orElseThrow(() ->
            new InvalidQuery(
                path,
                "Field %s is not present in definition of entity type %s"
                    .formatted(name, type.name())));
  }

  private Condition comparison(Field field, JsonNode node, String parent) {
    count(1, parent);
    Map.Entry<String, JsonNode> member = onlyMember(node, "The condition of a field", parent);
    String path = parent + "." + member.getKey();
    JsonNode value = member.getValue();
    return switch (operator(field, member.getKey(), path)) {
      case EQ -> new Condition.Equal(field, ValueReader.value(field, value, path));
      case NE -> new Condition.NotEqual(field, ValueReader.value(field, value, path));
      case IN -> new Condition.In(field, values(field, value, path));
      case NIN -> new Condition.NotIn(field, values(field, value, path));
      case GT -> new Condition.Ordered(field, Order.ABOVE, ValueReader.ranked(field, value, path));
      case GTE -> new Condition.Ordered(field, Order.FROM, ValueReader.ranked(field, value, path));
      case LT -> new Condition.Ordered(field, Order.BELOW, ValueReader.ranked(field, value, path));
      case LTE -> new Condition.Ordered(field, Order.UP_TO, ValueReader.ranked(field, value, path));
      case REGEX ->
          new Condition.Matches(
              field, RegularExpression.check(ValueReader.text(value, path), path));
      case STARTS_WITH -> new Condition.StartsWith(field, ValueReader.text(value, path));
      case CONTAINS -> new Condition.Contains(field, ValueReader.text(value, path));
      case EMPTY -> new Condition.Empty(field, ValueReader.truth(value, path));
    };
  }

  private void count(int more, String path) {
    conditions += more;
    if (conditions > MAX_CONDITIONS) {
      throw new InvalidQuery(
          path,
          "The query has more than %,d conditions; each date of a list is one"
              .formatted(MAX_CONDITIONS));
    }
  }

  private static Operator operator(Field field, String symbol, String path) {
    return Operator.find(symbol)
        .filter(field.operators()::contains)
        .orElseThrow(() ->
            new InvalidQuery(
                path,
                "Field %s (%s) has no operator %s; it has %s"
                    .formatted(
                        field.name(),
                        field.type().label(),
                        symbol,
                        field.operators().stream()
                            .map(Operator::symbol)
                            .collect(Collectors.joining(", ")))));
  }

  private List<Value> values(Field field, JsonNode list, String path) {
    if (!list.isArray() || list.isEmpty()) {
      throw new InvalidQuery(path, "must be an array of at least one value");
    }
    values += list.size();
    if (values > MAX_VALUES) {
      throw new InvalidQuery(path, "The query has more than %,d values".formatted(MAX_VALUES));
    }
    if (field.type() == DataType.DATE) {
      // PostgreSQL plans 10,000 of them for more than a minute.
      count(list.size(), path);
    }
    List<Value> read = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      read.add(ValueReader.value(field, list.get(i), path + "[" + i + "]"));
    }
    return List.copyOf(read);
  }
}
