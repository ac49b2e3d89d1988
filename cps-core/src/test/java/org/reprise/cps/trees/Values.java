package org.reprise.cps.trees;

import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Random values of one YANG type, in the form of RFC 7951. */
interface Values {
  JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Few texts, so that equal ones occur, and some that look like parts of an xpath. */
  List<String> NAMES = List.of("a", "b", "c'", "x/y", "[ü]", "");

  List<String> TEXTS =
      List.of(
          "",
          " ",
          "plain",
          "ünï\uD83C\uDF32",
          "a\tb\nc",
          "\r\n",
          "<&>\"']]>",
          " padded ",
          "urn:x",
          "other:palm",
          "\\u0041",
          "{\"a\":[1]}",
          "x".repeat(60));

  Values TEXT = random -> JSON.stringNode(TEXTS.get(random.nextInt(TEXTS.size())));
  Values NAME = random -> JSON.stringNode(NAMES.get(random.nextInt(NAMES.size())));
  Values RARE_NAME = random -> random.nextInt(6) == 0 ? NAME.next(random) : null;
  Values BOOLEAN = random -> JSON.booleanNode(random.nextBoolean());
  Values EMPTY = random -> JSON.arrayNode().addNull();
  Values IDENTITY = oneOf("trees:conifer", "trees:broadleaf", "trees-more:palm");
  Values INT64 = random -> JSON.stringNode(Long.toString(random.nextLong() >> random.nextInt(64)));
  Values UINT64 =
      random ->
          JSON.stringNode(
              new BigInteger(Long.toUnsignedString(random.nextLong() >>> random.nextInt(64)))
                  .toString());

  /** Null for a leaf that is better left out. */
  @Nullable JsonNode next(Random random);

  static Values number(long from, long to) {
    return random -> {
      long number = random.nextLong(from, to + 1);
      return number == (int) number ? JSON.numberNode((int) number) : JSON.numberNode(number);
    };
  }

  static Values oneOf(String... texts) {
    return random -> JSON.stringNode(texts[random.nextInt(texts.length)]);
  }

  static Values either(Values... values) {
    return random -> values[random.nextInt(values.length)].next(random);
  }

  /** A leaf-list whose values are unique. */
  static Values listOf(Values values) {
    return random -> {
      Set<JsonNode> unique = new LinkedHashSet<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        unique.add(values.next(random));
      }
      ArrayNode list = JSON.arrayNode();
      unique.forEach(list::add);
      return list;
    };
  }

  /** A leaf-list of state, which may repeat itself. */
  static Values repeating(Values values) {
    return random -> {
      JsonNode value = values.next(random);
      return JSON.arrayNode().add(value).add(value);
    };
  }
}
