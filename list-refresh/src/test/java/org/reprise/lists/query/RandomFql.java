package org.reprise.lists.query;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.entity.Operator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Random queries of an entity type; values mostly such as there are, in another case or in part.
 */
final class RandomFql {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] EXPRESSIONS = {
    "cat",
    "^the",
    "^(the )?c.t",
    "[0-9]+",
    "d[n-p]g|über",
    "[^a-z ]{3,}",
    "\\.|\\?|\\$",
    "a\\\\b",
    "ω",
    "(ca|o)t? "
  };

  // The first and the last that there are, whose neighbours have other years than four digits.
  private static final String[] FAR = {
    "0000-01-01",
    "0001-01-01",
    "9999-12-31",
    "0000-01-01T00:00:00+18:00",
    "9999-12-31T23:59:59.999999-18:00"
  };

  private final Random random;
  private final EntityType type;
  private final Function<Field, @Nullable Object> values;

  /** Takes values of a field from {@code values}; null stands for none at hand. */
  RandomFql(Random random, EntityType type, Function<Field, @Nullable Object> values) {
    this.random = random;
    this.type = type;
    this.values = values;
  }

  JsonNode next(int depth) {
    if (depth == 0 || random.nextInt(3) > 0) {
      Field field = type.fields().get(random.nextInt(type.fields().size()));
      return of(field, field.operators().get(random.nextInt(field.operators().size())));
    }
    ArrayNode all = NODES.arrayNode();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      all.add(next(depth - 1));
    }
    return NODES.objectNode().set("$and", all);
  }

  JsonNode of(Field field, Operator operator) {
    ObjectNode comparison = NODES.objectNode();
    comparison.set(
        operator.symbol(),
        switch (operator) {
          case EQ, NE, GT, GTE, LT, LTE -> value(field);
          case IN, NIN -> several(field);
          case REGEX -> NODES.stringNode(EXPRESSIONS[random.nextInt(EXPRESSIONS.length)]);
          case STARTS_WITH -> part(value(field).stringValue(), true);
          case CONTAINS -> part(value(field).stringValue(), false);
          case EMPTY -> NODES.booleanNode(random.nextBoolean());
        });
    return NODES.objectNode().set(field.name(), comparison);
  }

  private ArrayNode several(Field field) {
    ArrayNode several = NODES.arrayNode();
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      several.add(value(field));
    }
    return several;
  }

  private JsonNode part(String text, boolean start) {
    int[] points = text.codePoints().toArray();
    int from = start ? 0 : random.nextInt(points.length + 1);
    int length = random.nextInt(points.length - from + 1);
    return NODES.stringNode(new String(points, from, length));
  }

  private JsonNode value(Field field) {
    Object known = values.apply(field);
    return switch (field.type()) {
      case STRING -> NODES.stringNode(known == null ? "none" : otherCase(known.toString()));
      case INTEGER ->
          NODES.numberNode(known == null ? random.nextLong() : ((Long) known + random.nextInt(2)));
      case BOOLEAN -> NODES.booleanNode(random.nextBoolean());
      case UUID -> NODES.stringNode(known == null ? new UUID(9, 9).toString() : known.toString());
      case DATE -> date(known instanceof Instant at ? at : RandomInventory.START);
    };
  }

  private String otherCase(String text) {
    return switch (random.nextInt(3)) {
      case 0 -> text.toUpperCase(Locale.ROOT);
      case 1 -> text.toLowerCase(Locale.ROOT);
      default -> text;
    };
  }

  private JsonNode date(Instant at) {
    return NODES.stringNode(
        switch (random.nextInt(7)) {
          case 0, 1 -> at.toString();
          case 2, 3 -> at.atOffset(ZoneOffset.ofHours(-5)).toString();
          case 4 -> FAR[random.nextInt(FAR.length)];
          default -> at.atOffset(ZoneOffset.UTC).toLocalDate().toString();
        });
  }
}
