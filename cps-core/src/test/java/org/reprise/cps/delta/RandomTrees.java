package org.reprise.cps.delta;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.reprise.cps.sample.Devices;
import org.reprise.cps.sample.L2Topology;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parts of the sample data with changed values, at random: list entries, containers and leafs are
 * left out, values differ. References stay satisfied. Equal seeds give equal trees.
 */
final class RandomTrees {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Leafs that are keys: changing them would make another entry. */
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "ip",
          "prefix",
          "id",
          "slot",
          "peer",
          "feature",
          "host",
          "network-id",
          "node-id",
          "tp-id",
          "link-id");

  /** Leafs whose data is any text, and those that are 64-bit numbers. */
  private static final Set<String> TEXTS = Set.of("vendor", "serial-number", "text", "part-number");

  private static final Set<String> NUMBERS =
      Set.of("uptime", "in-octets", "out-octets", "raised", "accepted", "rate");

  private final Random random;
  private final double leftOut;

  private RandomTrees(long seed, double leftOut) {
    this.random = new Random(seed);
    this.leftOut = leftOut;
  }

  /** Up to four devices. */
  static String devices(long seed) {
    RandomTrees trees = new RandomTrees(seed, 0.15);
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode devices = root.putObject("reprise-devices:devices");
    JsonNode list = JSON.readTree(Devices.devices(0, 4)).get("reprise-devices:device");
    devices.set("device", list);
    trees.vary(devices);
    devices.path("device").forEach(device -> keepInterfaces(device));
    return JSON.writeValueAsString(root);
  }

  // A VLAN's members are interfaces of the same device.
  private static void keepInterfaces(JsonNode device) {
    Set<String> interfaces = new HashSet<>();
    device.path("interface").forEach(one -> interfaces.add(one.get("name").asString()));
    for (JsonNode vlan : device.path("vlan")) {
      if (vlan.get("member") instanceof ArrayNode members) {
        retain(members, member -> interfaces.contains(member.asString()));
        if (members.isEmpty()) {
          ((ObjectNode) vlan).remove("member");
        }
      }
    }
  }

  /** Up to two networks. */
  static String topology(long seed) {
    RandomTrees trees = new RandomTrees(seed, 0.1);
    ObjectNode root = (ObjectNode) JSON.readTree(L2Topology.topology(2, 3, 2));
    ObjectNode networks = (ObjectNode) root.get("ietf-network:networks");
    trees.vary(networks);
    networks.path("network").forEach(network -> keepEnds(network));
    return JSON.writeValueAsString(root);
  }

  // A link's ends are termination points of the same network.
  private static void keepEnds(JsonNode network) {
    Set<String> points = new HashSet<>();
    for (JsonNode node : network.path("node")) {
      points.add(node.get("node-id").asString());
      for (JsonNode point : node.path("ietf-network-topology:termination-point")) {
        points.add(node.get("node-id").asString() + " " + point.get("tp-id").asString());
      }
    }
    if (network.get("ietf-network-topology:link") instanceof ArrayNode links) {
      retain(
          links,
          link ->
              leads(link.path("source"), "source-node", "source-tp", points)
                  && leads(link.path("destination"), "dest-node", "dest-tp", points));
      if (links.isEmpty()) {
        ((ObjectNode) network).remove("ietf-network-topology:link");
      }
    }
  }

  private static boolean leads(JsonNode end, String node, String point, Set<String> points) {
    String nodeId = end.path(node).asString("");
    String pointId = end.path(point).asString("");
    return (nodeId.isEmpty() && pointId.isEmpty())
        || (!nodeId.isEmpty()
            && points.contains(nodeId)
            && (pointId.isEmpty() || points.contains(nodeId + " " + pointId)));
  }

  private static void retain(ArrayNode array, Predicate<JsonNode> kept) {
    for (int i = array.size() - 1; i >= 0; i--) {
      if (!kept.test(array.get(i))) {
        array.remove(i);
      }
    }
  }

  private void vary(ObjectNode node) {
    for (String member : List.copyOf(node.propertyNames())) {
      JsonNode value = node.get(member);
      if (KEYS.contains(member)) {
        continue;
      }
      if (random.nextDouble() < leftOut) {
        node.remove(member);
      } else if (value instanceof ArrayNode array && array.path(0).isObject()) {
        varyEntries(node, member, array);
      } else if (value instanceof ObjectNode container) {
        vary(container);
      } else if (random.nextDouble() < leftOut) {
        changeValue(node, member, value);
      }
    }
  }

  private void varyEntries(ObjectNode node, String member, ArrayNode entries) {
    List<JsonNode> kept = new ArrayList<>();
    for (JsonNode entry : entries) {
      if (random.nextDouble() >= leftOut) {
        vary((ObjectNode) entry);
        kept.add(entry);
      }
    }
    if (kept.isEmpty()) {
      node.remove(member);
    } else {
      node.putArray(member).addAll(kept);
    }
  }

  private void changeValue(ObjectNode node, String member, JsonNode value) {
    if (value.isBoolean()) {
      node.put(member, !value.asBoolean());
    } else if (TEXTS.contains(member)) {
      node.put(member, "<'\"&> " + random.nextInt(3));
    } else if (NUMBERS.contains(member)) {
      node.put(member, Long.toString(random.nextLong(Long.MAX_VALUE)));
    } else if (value instanceof ArrayNode values && values.size() > 1) {
      values.remove(random.nextInt(values.size()));
    }
  }
}
