package org.reprise.load.cps;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.reprise.cps.sample.L2Topology;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The data of the flow (CPS-307, "Test Data"), under the names of the report's test application,
 * and the requests of its operations by REST. The modes differ only in how they carry an operation
 * out.
 */
final class CpsFlow {
  // Made before the run where they are absent.
  static final String DATASPACE = "test-dataspace";
  static final String SCHEMA_SET = "test-schema-set";

  static final String TREE = L2Topology.appendixB();
  static final String ANCHORS = "/v2/dataspaces/" + DATASPACE + "/anchors";

  /** RFC 8345's, each with a key of its name. */
  private static final List<String> LISTS = List.of("network", "node", "termination-point", "link");

  private CpsFlow() {}

  /**
   * What a process of load must know of the flow.
   *
   * @param base the API's base, or the mode of {@link InProcessCps}
   * @param anchorPrefix what the anchors of the run begin with, and no other run's; a number
   *     follows
   */
  record Load(String base, String anchorPrefix) {}

  /**
   * Returns what the anchors of a run begin with: the prefix of the report's test application, and
   * a token, so that a run counts and removes only what it made itself.
   */
  static String newAnchorPrefix() {
    var token = Long.toString(new SecureRandom().nextLong(36L * 36 * 36 * 36 * 36 * 36), 36);
    return "test-anchor-" + token + "-";
  }

  record Request(String method, String path, String body, int status) {}

  static Request request(CpsOperation operation, String anchor) {
    var path = ANCHORS + "/" + anchor;
    return switch (operation) {
      case CREATE_ANCHOR -> createAnchor(SCHEMA_SET, anchor);
      case CREATE_NODE -> new Request("POST", path + "/nodes", TREE, 201);
      case UPDATE_NODE ->
          new Request(
              "PUT",
              path
                  + "/nodes?xpath="
                  + URLEncoder.encode(L2Topology.UPDATE_PARENT_XPATH, StandardCharsets.UTF_8),
              L2Topology.UPDATE_FRAGMENT,
              200);
      case DELETE_ANCHOR -> new Request("DELETE", path, "", 204);
    };
  }

  static Request createAnchor(String schemaSet, String anchor) {
    var query = "?schema-set-name=%s&anchor-name=%s".formatted(schemaSet, anchor);
    return new Request("POST", ANCHORS + query, "", 201);
  }

  /**
   * Takes a tree apart the way every CPS stores it, one fragment for each container and list entry,
   * but without a schema: what the floor writes has to be known before its clock starts.
   *
   * @return each fragment's own leaves by its xpath, parents first
   */
  static SequencedMap<String, ObjectNode> fragments(JsonNode tree) {
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
      var key = name.replace("termination-point", "tp") + "-id";
      if (value.isObject()) {
        add(xpath + "/" + name, value, fragments);
      } else if (value.isArray() && LISTS.contains(name)) {
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
