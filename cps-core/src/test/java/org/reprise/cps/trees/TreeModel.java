package org.reprise.cps.trees;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What an anchor should hold, as one document in memory, and what each operation makes of it. */
final class TreeModel {
  private ObjectNode whole = JsonNodeFactory.instance.objectNode();

  /** What an operation should answer. */
  enum Outcome {
    DONE,
    NOT_FOUND,
    CONFLICT,
    INVALID
  }

  /** A node that is there: its xpath, what it is, and the node itself. */
  record Place(String xpath, Kind kind, ObjectNode node) {}

  private interface Operation {
    Outcome on(ObjectNode parent);
  }

  ObjectNode whole() {
    return whole;
  }

  /** All places, the root first. */
  List<Place> places() {
    List<Place> places = new ArrayList<>();
    places.add(new Place("", Kind.ROOT, whole));
    for (int i = 0; i < places.size(); i++) {
      Place parent = places.get(i);
      for (Kind kind : parent.kind.children()) {
        JsonNode child = parent.node.path(kind.name());
        if (kind.isList()) {
          child.forEach(entry -> places.add(place(parent, kind, (ObjectNode) entry)));
        } else if (child.isObject()) {
          places.add(place(parent, kind, (ObjectNode) child));
        }
      }
    }
    return places;
  }

  Place any(Random random) {
    List<Place> places = places();
    return places.get(random.nextInt(places.size()));
  }

  private static Place place(Place parent, Kind kind, ObjectNode node) {
    StringBuilder xpath = new StringBuilder(parent.xpath).append('/').append(kind.step());
    for (int i = 0; i < kind.keys().size(); i++) {
      String key = kind.keys().get(i);
      xpath.append(i == 0 ? "[@" : " and @").append(key).append("='");
      xpath.append(node.get(key).asString().replace("'", "''")).append('\'');
    }
    return new Place(xpath.append(kind.isList() ? "]" : "").toString(), kind, node);
  }

  /** POST: all is new, or nothing happens. */
  Outcome create(Place parent, ObjectNode document) {
    return change(
        parent,
        node -> {
          for (Kind kind : parent.kind.children()) {
            for (ObjectNode given : nodes(document, kind)) {
              if (find(node, kind, given) != null) {
                return Outcome.CONFLICT;
              }
            }
          }
          each(parent.kind, document, (kind, given) -> put(node, kind, given));
          return Outcome.DONE;
        });
  }

  /** PUT of nodes: what is named is replaced where it is, or created. */
  Outcome replace(Place parent, ObjectNode document) {
    return change(
        parent,
        node -> {
          each(parent.kind, document, (kind, given) -> put(node, kind, given));
          return Outcome.DONE;
        });
  }

  /** PUT of list-nodes: the list is what the document says. */
  Outcome replaceList(Place parent, Kind list, ObjectNode document) {
    return change(
        parent,
        node -> {
          node.set(list.name(), document.get(list.name()).deepCopy());
          return Outcome.DONE;
        });
  }

  private static boolean hasAll(Kind parent, ObjectNode node, ObjectNode document) {
    for (Kind kind : parent.children()) {
      for (ObjectNode given : nodes(document, kind)) {
        ObjectNode found = find(node, kind, given);
        if (found == null || !hasAll(kind, found, given)) {
          return false;
        }
      }
    }
    return true;
  }

  /** PATCH: what is named must be there, at every level; leafs change, the rest stays. */
  Outcome update(Place parent, ObjectNode document) {
    return change(
        parent,
        node -> {
          if (!hasAll(parent.kind, node, document)) {
            return Outcome.NOT_FOUND;
          }
          each(parent.kind, document, (kind, given) -> merge(node, kind, given));
          return Outcome.DONE;
        });
  }

  /** DELETE of one node, or of everything. */
  @SuppressWarnings("ReferenceEquality") // the node itself, not one that is equal
  Outcome delete(Place place) {
    if (place.xpath.isEmpty()) {
      whole = JsonNodeFactory.instance.objectNode();
      return Outcome.DONE;
    }
    ObjectNode before = whole.deepCopy();
    for (Place parent : places()) {
      for (Kind kind : parent.kind.children()) {
        JsonNode child = parent.node.path(kind.name());
        if (child == place.node) {
          parent.node.remove(kind.name());
        } else if (kind.isList() && child.isArray()) {
          ((ArrayNode) child).removeIf(entry -> entry == place.node);
        }
      }
    }
    return keptOrTakenBack(before);
  }

  /** DELETE of all entries of a list. */
  Outcome deleteList(Place parent, Kind list) {
    return change(
        parent,
        node -> {
          JsonNode entries = node.remove(list.name());
          return entries == null || entries.isEmpty() ? Outcome.NOT_FOUND : Outcome.DONE;
        });
  }

  private Outcome change(Place parent, Operation operation) {
    ObjectNode before = whole.deepCopy();
    Outcome outcome = operation.on(parent.node);
    if (outcome != Outcome.DONE) {
      whole = before;
      return outcome;
    }
    return keptOrTakenBack(before);
  }

  private Outcome keptOrTakenBack(ObjectNode before) {
    removeEmptyLists(Kind.ROOT, whole);
    Set<String> names = new HashSet<>();
    JsonNode trees = whole.path("trees:forest").path("tree");
    trees.forEach(tree -> names.add(tree.get("name").asString()));
    for (JsonNode tree : trees) {
      if (tree.has("neighbour") && !names.contains(tree.get("neighbour").asString())) {
        whole = before;
        return Outcome.INVALID;
      }
    }
    return Outcome.DONE;
  }

  // A list without entries is none.
  private static void removeEmptyLists(Kind kind, ObjectNode node) {
    for (Kind child : kind.children()) {
      JsonNode value = node.path(child.name());
      if (child.isList() && value.isArray() && value.isEmpty()) {
        node.remove(child.name());
      }
      nodes(node, child).forEach(below -> removeEmptyLists(child, below));
    }
  }

  private interface Each {
    void of(Kind kind, ObjectNode given);
  }

  private static void each(Kind parent, ObjectNode document, Each each) {
    for (Kind kind : parent.children()) {
      nodes(document, kind).forEach(given -> each.of(kind, given));
    }
  }

  private static List<ObjectNode> nodes(ObjectNode parent, Kind kind) {
    JsonNode value = parent.path(kind.name());
    List<ObjectNode> nodes = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(entry -> nodes.add((ObjectNode) entry));
    } else if (value.isObject()) {
      nodes.add((ObjectNode) value);
    }
    return nodes;
  }

  private static @Nullable ObjectNode find(ObjectNode parent, Kind kind, ObjectNode like) {
    return nodes(parent, kind).stream()
        .filter(node -> kind.keys().stream().allMatch(key -> node.get(key).equals(like.get(key))))
        .findFirst()
        .orElse(null);
  }

  private static void put(ObjectNode parent, Kind kind, ObjectNode given) {
    ObjectNode existing = find(parent, kind, given);
    if (existing != null) {
      existing.removeAll();
      existing.setAll(given.deepCopy());
    } else if (kind.isList()) {
      parent.withArrayProperty(kind.name()).add(given.deepCopy());
    } else {
      parent.set(kind.name(), given.deepCopy());
    }
  }

  private static void merge(ObjectNode parent, Kind kind, ObjectNode given) {
    ObjectNode existing = Objects.requireNonNull(find(parent, kind, given));
    for (String leaf : given.propertyNames()) {
      if (kind.leafs().containsKey(leaf)) {
        existing.set(leaf, given.get(leaf).deepCopy());
      }
    }
    each(kind, given, (child, node) -> merge(existing, child, node));
  }
}
