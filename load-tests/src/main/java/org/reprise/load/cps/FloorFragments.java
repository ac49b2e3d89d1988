package org.reprise.load.cps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The report's tree taken apart the way every CPS stores it, one fragment for each container and
 * list entry, but without a schema: what the floor writes has to be known before its clock starts.
 *
 * @param attributes of the fragments as JSON objects, in the same order
 */
record FloorFragments(List<String> xpaths, List<String> attributes) {
  /** The keys of RFC 8345's lists. */
  private static final Map<String, String> LIST_KEYS =
      Map.of(
          "network",
          "network-id",
          "node",
          "node-id",
          "termination-point",
          "tp-id",
          "link",
          "link-id");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  FloorFragments {
    xpaths = List.copyOf(xpaths);
    attributes = List.copyOf(attributes);
  }

  static FloorFragments of(String tree) {
    var found = new FloorFragments.Collector();
    found.children("", JSON.readTree(tree));
    return new FloorFragments(found.xpaths, found.attributes);
  }

  private static final class Collector {
    private final List<String> xpaths = new ArrayList<>();
    private final List<String> attributes = new ArrayList<>();

    void fragment(String xpath, JsonNode node) {
      var index = xpaths.size();
      xpaths.add(xpath);
      attributes.add("{}");
      attributes.set(index, children(xpath, node).toString());
    }

    /** Adds the fragments below a node and returns what remains, its own leaves. */
    ObjectNode children(String xpath, JsonNode node) {
      var leaves = JSON.createObjectNode();
      for (var property : node.properties()) {
        var name = property.getKey().replaceFirst("^.*:", "");
        var value = property.getValue();
        if (value.isObject()) {
          fragment(xpath + "/" + name, value);
        } else if (value.isArray() && LIST_KEYS.containsKey(name)) {
          var key = LIST_KEYS.get(name);
          for (var entry : value) {
            fragment(
                "%s/%s[@%s='%s']".formatted(xpath, name, key, entry.path(key).asString()), entry);
          }
        } else {
          leaves.set(name, value);
        }
      }
      return leaves;
    }
  }
}
