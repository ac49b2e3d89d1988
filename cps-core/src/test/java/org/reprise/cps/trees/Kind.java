package org.reprise.cps.trees;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A container or list of the test modules, as RFC 7951 names it within its parent.
 *
 * @param name with its module where that is another than the parent's
 * @param keys empty for a container
 * @param leafs by name
 * @param children containers and lists
 */
record Kind(String name, List<String> keys, Map<String, Values> leafs, List<Kind> children) {
  static final String MORE = "trees-more:";

  /** Everything at the top. */
  static final Kind ROOT = container("", Map.of(), forest(), note(), state());

  boolean isList() {
    return !keys.isEmpty();
  }

  /** The module of its children that have no other in their names. */
  String module() {
    int colon = name.indexOf(':');
    return colon < 0 ? "trees" : name.substring(0, colon);
  }

  /** The name in an xpath. */
  String step() {
    return name.equals("trees-state:forest") ? name : name.substring(name.indexOf(':') + 1);
  }

  private static Kind container(String name, Map<String, Values> leafs, Kind... children) {
    return new Kind(name, List.of(), leafs, List.of(children));
  }

  private static Kind forest() {
    return container(
        "trees:forest",
        Map.of("owner", Values.TEXT, "wardens", Values.listOf(Values.TEXT)),
        tree());
  }

  private static Kind note() {
    return new Kind(
        "trees:note", List.of("id"), Map.of("id", Values.INT64, "text", Values.TEXT), List.of());
  }

  private static Kind state() {
    return container(
        "trees-state:forest",
        Map.of("trees", Values.UINT64, "fallen", Values.repeating(Values.TEXT)));
  }

  private static Kind tree() {
    Map<String, Values> leafs = new LinkedHashMap<>();
    leafs.put("name", Values.NAME);
    leafs.put("number", Values.number(1, 2));
    leafs.put("i8", Values.number(-128, 127));
    leafs.put("i16", Values.number(-32_768, 32_767));
    leafs.put("i32", Values.number(Integer.MIN_VALUE, Integer.MAX_VALUE));
    leafs.put("i64", Values.INT64);
    leafs.put("u8", Values.number(0, 200));
    leafs.put("u32", Values.number(0, 0xFFFF_FFFFL));
    leafs.put("u64", Values.UINT64);
    leafs.put("girth", Values.oneOf("0.0", "1.5", "-9223372036854775.808", "0.001"));
    leafs.put("evergreen", Values.BOOLEAN);
    leafs.put("protected", Values.EMPTY);
    leafs.put("colour", Values.oneOf("green", "dark-red", "two words"));
    leafs.put("uses", Values.oneOf("", "shade", "shade fruit timber", "fruit timber"));
    leafs.put("picture", Values.oneOf("", "AAE=", "/+8="));
    leafs.put("kind", Values.IDENTITY);
    leafs.put("mark", Values.either(Values.number(-5, 5), Values.oneOf("none"), Values.IDENTITY));
    leafs.put("neighbour", Values.RARE_NAME);
    leafs.put("kin", Values.IDENTITY);
    leafs.put("nicknames", Values.listOf(Values.TEXT));
    leafs.put("rings", Values.listOf(Values.UINT64));
    leafs.put("altitude", Values.number(-10, 10));
    leafs.put(MORE + "age", Values.number(0, 5_000));
    leafs.put(MORE + "girth", Values.TEXT);
    return new Kind(
        "tree",
        List.of("name", "number"),
        leafs,
        List.of(trunk(), range(), branch(), inspection()));
  }

  private static Kind trunk() {
    return container(
        "trunk",
        Map.of("height", Values.number(0, 99)),
        container("bark", Map.of("rough", Values.BOOLEAN)));
  }

  private static Kind range() {
    return container("range", Map.of("from", Values.number(-9, 0), "to", Values.number(0, 9)));
  }

  private static Kind branch() {
    Kind twig =
        new Kind(
            "twig",
            List.of("kind", "evergreen"),
            Map.of("kind", Values.IDENTITY, "evergreen", Values.BOOLEAN, "note", Values.TEXT),
            List.of());
    return new Kind(
        "branch",
        List.of("id"),
        Map.of("id", Values.NAME, "length", Values.number(0, 9)),
        List.of(twig));
  }

  private static Kind inspection() {
    Kind finding =
        new Kind(
            "finding",
            List.of("number"),
            Map.of("number", Values.number(0, 3), "text", Values.TEXT),
            List.of());
    return container(MORE + "inspection", Map.of("by", Values.TEXT), finding);
  }
}
