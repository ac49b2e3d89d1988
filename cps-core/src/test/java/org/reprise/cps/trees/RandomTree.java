package org.reprise.cps.trees;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes nodes at random, the same ones for the same seed. */
final class RandomTree {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Random random;

  RandomTree(Random random) {
    this.random = random;
  }

  /** A document with some of a node's possible children, at least one. */
  ObjectNode document(Kind parent) {
    ObjectNode document = JSON.objectNode();
    List<Kind> kinds = new ArrayList<>(parent.children());
    do {
      put(document, kinds.remove(random.nextInt(kinds.size())));
    } while (!kinds.isEmpty() && random.nextInt(3) == 0);
    return document;
  }

  /** A document with entries of one list. */
  ObjectNode entries(Kind list) {
    ObjectNode document = JSON.objectNode();
    put(document, list);
    return document;
  }

  private void put(ObjectNode parent, Kind kind) {
    parent.set(kind.name(), kind.isList() ? list(kind) : content(kind));
  }

  private ArrayNode list(Kind kind) {
    ArrayNode entries = JSON.arrayNode();
    Set<List<JsonNode>> keys = new HashSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      ObjectNode entry = content(kind);
      if (keys.add(kind.keys().stream().map(entry::get).toList())) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private ObjectNode content(Kind kind) {
    ObjectNode node = JSON.objectNode();
    kind.leafs()
        .forEach((name, values) -> {
          JsonNode value =
              kind.keys().contains(name) || random.nextInt(4) == 0 ? values.next(random) : null;
          if (value != null) {
            node.set(name, value);
          }
        });
    for (Kind child : kind.children()) {
      if (random.nextInt(3) == 0) {
        put(node, child);
      }
    }
    if (node.has("altitude") || node.has("range")) {
      node.remove("gardener");
    }
    return node;
  }
}
