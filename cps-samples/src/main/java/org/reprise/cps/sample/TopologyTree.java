package org.reprise.cps.sample;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Grows one RFC 8345 tree with the layer 2 augmentations of RFC 8944, named as RFC 7951 names JSON
 * members: with the module where it differs from the parent's.
 */
final class TopologyTree {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final ObjectNode root = JsonNodeFactory.instance.objectNode();
  private final ArrayNode networks = root.putObject("ietf-network:networks").putArray("network");

  Network network(String id) {
    return new Network(networks.addObject().put("network-id", id));
  }

  /** The whole tree, without white space. */
  String json() {
    return JSON.writeValueAsString(root);
  }

  /** Where a link begins or ends. */
  record End(String node, String terminationPoint) {}

  /** A network under construction. */
  static final class Network {
    private final ObjectNode network;

    private Network(ObjectNode network) {
      this.network = network;
    }

    /**
     * Says that the network is a layer 2 topology, on which the layer 2 attributes depend ("when"
     * in RFC 8944).
     */
    Network layer2() {
      network.putObject("network-types").putObject("ietf-l2-topology:l2-topology");
      return this;
    }

    Node node(String id, String... managementAddresses) {
      ObjectNode node = network.withArray("node").addObject().put("node-id", id);
      ArrayNode addresses =
          node.putObject("ietf-l2-topology:l2-node-attributes").putArray("management-address");
      List.of(managementAddresses).forEach(addresses::add);
      return new Node(node);
    }

    /** Adds a link each way. */
    void linkBothWays(End one, End other, long kilobitsPerSecond) {
      link(one, other, kilobitsPerSecond);
      link(other, one, kilobitsPerSecond);
    }

    private void link(End from, End to, long kilobitsPerSecond) {
      ObjectNode link = network.withArray("ietf-network-topology:link").addObject();
      link.put(
          "link-id",
          String.join(",", from.node(), from.terminationPoint(), to.node(), to.terminationPoint()));
      link.putObject("source")
          .put("source-node", from.node())
          .put("source-tp", from.terminationPoint());
      link.putObject("destination")
          .put("dest-node", to.node())
          .put("dest-tp", to.terminationPoint());
      // uint64 is a string in JSON (RFC 7951, section 6.1)
      link.putObject("ietf-l2-topology:l2-link-attributes")
          .put("rate", Long.toString(kilobitsPerSecond));
    }
  }

  /** A node under construction. */
  static final class Node {
    private final ObjectNode node;

    private Node(ObjectNode node) {
      this.node = node;
    }

    Node terminationPoint(String id, String macAddress) {
      attributes(id, macAddress);
      return this;
    }

    /** Adds an aggregate of other termination points. */
    Node aggregate(String id, String macAddress, String... members) {
      ArrayNode memberLinks =
          attributes(id, macAddress).put("lag", true).putArray("member-link-tp");
      List.of(members).forEach(memberLinks::add);
      return this;
    }

    private ObjectNode attributes(String id, String macAddress) {
      return node.withArray("ietf-network-topology:termination-point")
          .addObject()
          .put("tp-id", id)
          .putObject("ietf-l2-topology:l2-termination-point-attributes")
          .put("mac-address", macAddress);
    }
  }
}
