package org.reprise.load.cps;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The report's tree taken apart the way every CPS stores it, one fragment for each container and
 * list entry, but without a schema: what the floor writes has to be known before its clock starts.
 */
final class Fragments {
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

  private Fragments() {}

  /** Returns each fragment's own leaves by its xpath, parents first. */
  static SequencedMap<String, ObjectNode> of(JsonNode tree) {
    var fragments = new LinkedHashMap<String, ObjectNode>();
    add("", tree, fragments);
    fragments.remove("");
    return fragments;
  }

  private static void add(String xpath, JsonNode node, Map<String, ObjectNode> fragments) {
    var leaves = JsonMapper.shared().createObjectNode();
    fragments.put(xpath, leaves);
    for (var property : node.properties()) {
      var name = property.getKey().replaceFirst("^.*:", "");
      var value = property.getValue();
      if (value.isObject()) {
        add(xpath + "/" + name, value, fragments);
      } else if (value.isArray() && LIST_KEYS.containsKey(name)) {
        var key = LIST_KEYS.get(name);
        for (var entry : value) {
          var id = entry.path(key).asString();
          add("%s/%s[@%s='%s']".formatted(xpath, name, key, id), entry, fragments);
        }
      } else {
        leaves.set(name, value);
      }
    }
  }
}
