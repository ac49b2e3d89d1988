package org.reprise.lists.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies as the API's description has them, and invalid variants of them. */
final class DescribedBodies {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JsonNode api;

  DescribedBodies(JsonNode api) {
    this.api = api;
  }

  /** A body, and the path of the member that is wrong in it. */
  record Wrong(String path, String text) {}

  /** The schemas of all bodies by method and path, such as {@code POST /users}. */
  Map<String, JsonNode> schemas() {
    Map<String, JsonNode> all = new TreeMap<>();
    JsonNode paths = api.get("paths");
    for (String path : paths.propertyNames()) {
      for (String method : paths.get(path).propertyNames()) {
        JsonNode schema =
            paths.get(path).get(method).at("/requestBody/content/application~1json/schema");
        if (!schema.isMissingNode()) {
          all.put(method.toUpperCase(Locale.ROOT) + " " + path, schema);
        }
      }
    }
    return all;
  }

  /** A body with the members that a client may send: those given, and samples of the others. */
  JsonNode sample(JsonNode schema, JsonNode given) {
    ObjectNode sample = JSON.createObjectNode();
    JsonNode properties = properties(resolved(schema));
    for (String name : properties.propertyNames()) {
      JsonNode type = resolved(properties.get(name));
      sample.set(
          name,
          given.has(name)
              ? given.get(name)
              : JSON.readTree(
                  switch (type.path("type").asString("") + type.path("format").asString("")) {
                    case "boolean" -> "true";
                    case "integerint32" -> "1";
                    case "stringuuid" -> "\"" + UUID.randomUUID() + "\"";
                    case "string" -> "\"text\"";
                    case "array" -> "[]";
                    default -> "{}";
                  }));
    }
    return sample;
  }

  private static JsonNode properties(JsonNode schema) {
    ObjectNode properties = JSON.createObjectNode();
    schema
        .path("properties")
        .forEachEntry((name, type) -> {
          if (!type.path("readOnly").asBoolean(false)) {
            properties.set(name, type);
          }
        });
    return properties;
  }

  /** A body without the members that the description does not have, or have as read-only. */
  JsonNode known(JsonNode body, JsonNode schema) {
    JsonNode properties = properties(resolved(schema));
    if (!(body instanceof ObjectNode object) || !resolved(schema).has("properties")) {
      return body;
    }
    ObjectNode known = JSON.createObjectNode();
    for (String name : object.propertyNames()) {
      if (properties.has(name)) {
        known.set(name, known(object.get(name), properties.get(name)));
      }
    }
    return known;
  }

  /** The body with each of its members wrong in each way. */
  List<Wrong> wrongs(JsonNode body, JsonNode schema) {
    List<Wrong> all = new ArrayList<>();
    addWrongs(body, schema, "", body, all);
    all.add(new Wrong("", body + " {}"));
    return all;
  }

  private void addWrongs(
      JsonNode value, JsonNode schema, String path, JsonNode body, List<Wrong> all) {
    JsonNode type = resolved(schema);
    for (String wrong : wrongValues(type)) {
      all.add(new Wrong(path, with(body, path, wrong)));
    }
    if (type.has("properties")) {
      JsonNode properties = properties(type);
      assertThat(names(value)).as(path).containsExactlyInAnyOrderElementsOf(names(properties));
      String inner = path.isEmpty() ? "" : path + ".";
      for (String name : names(properties)) {
        addWrongs(value.get(name), properties.get(name), inner + name, body, all);
        String again = ",\"" + name + "\":" + value.get(name) + "}";
        all.add(new Wrong(path, with(body, path, open(value) + again)));
      }
      all.add(new Wrong(inner + "notKnown", with(body, path, open(value) + ",\"notKnown\":1}")));
    }
    if (type.has("items")) {
      addWrongs(value.get(0), type.get("items"), path + "[0]", body, all);
    }
  }

  private static String open(JsonNode object) {
    String text = object.toString();
    return text.substring(0, text.length() - 1);
  }

  private JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : api.at(reference.substring(1));
  }

  private static List<String> names(JsonNode object) {
    return List.copyOf(object.propertyNames());
  }

  private static List<String> wrongValues(JsonNode type) {
    if (type.has("enum")) {
      return List.of("\"\"", "\" \"", "0", "true", "\"other\"", "[]", "{}");
    }
    String name = type.path("type").asString("") + " " + type.path("format").asString("");
    return switch (name) {
      case "boolean " ->
          List.of(
              "\"\"",
              "\" \"",
              "null",
              "\"true\"",
              "\"false\"",
              "0",
              "1",
              "-5",
              "1.0",
              "[]",
              "[true]",
              "{}");
      case "integer int32", "integer int64" ->
          List.of(
              "\"\"",
              "\" \"",
              "\"1\"",
              "1.9",
              "1.0",
              "1e2",
              "true",
              "[]",
              "[1]",
              "{}",
              "99999999999999999999");
      case "string uuid" ->
          List.of(
              "\"\"",
              "\" \"",
              "1",
              "true",
              "\"1-1-1-1-1\"",
              "\"AAAAAAAAAAAAAAAAAAAAAA==\"",
              "\" 0cb79a4c-f7eb-4941-a104-745224ae0292\"",
              "[]",
              "{}");
      case "string date-time" ->
          List.of(
              "\"\"",
              "\" \"",
              "0",
              "1",
              "-1",
              "1.5",
              "true",
              "\"1\"",
              "\"1700000000\"",
              "\"2026-01-01\"",
              "\"2026-01-01T00:00:00\"",
              "\"2026-02-30T00:00:00Z\"",
              "[2026,1,1]",
              "{}");
      case "string " ->
          List.of("1", "1.5", "true", "[]", "[\"a\"]", "{}", "\"a\\ud800\"", "\"\\udc00\\ud800\"");
      case "array " -> List.of("\"\"", "\" \"", "\"id\"", "{}", "1", "true");
      default -> List.of("\"\"", "\" \"", "[]", "1", "true", "\"x\"");
    };
  }

  private static String with(JsonNode body, String path, String text) {
    // A placeholder that occurs once in the body's text, so that any text can replace it.
    String here = "\"here-it-comes\"";
    if (path.isEmpty()) {
      return text;
    }
    JsonNode copy = body.deepCopy();
    String pointer = "/" + path.replace("[", "/").replace("]", "").replace('.', '/');
    pointer = pointer.replace("//", "/");
    int last = pointer.lastIndexOf('/');
    JsonNode parent = copy.at(pointer.substring(0, last));
    String step = pointer.substring(last + 1);
    if (parent instanceof ObjectNode object) {
      object.set(step, JSON.readTree(here));
    } else {
      ((ArrayNode) parent).set(Integer.parseInt(step), JSON.readTree(here));
    }
    return copy.toString().replace(here, text);
  }
}
