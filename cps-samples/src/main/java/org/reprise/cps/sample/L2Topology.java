package org.reprise.cps.sample;

import java.util.List;
import java.util.Map;

/**
 * The layer 2 topology that CPS-307 stores: its eleven YANG modules, the tree of RFC 8944, Appendix
 * B, the fragment that the report's update replaces, and trees of the same shape in any size.
 *
 * <p>A fragment is one container or one list entry, as the store keeps them.
 */
public final class L2Topology {

  /**
   * Fragments of {@link #appendixB()}: the container of networks and one network; three nodes, each
   * with attributes (6); ten termination points, each with attributes (20); six links, each with
   * source, destination and attributes (24).
   */
  public static final int FRAGMENTS = 52;

  /** Most fragments that {@link #topology} generates, since the tree is built in memory. */
  public static final int MAX_FRAGMENTS = 1_000_000;

  /** The node under which the report's update replaces a fragment. */
  public static final String UPDATE_PARENT_XPATH =
      "/networks/network[@network-id='l2-topo-example']/node[@node-id='D3']";

  /**
   * The report's update: the attributes of node D3, with the values that they have in {@link
   * #appendixB()}.
   */
  public static final String UPDATE_FRAGMENT =
      """
      {"ietf-l2-topology:l2-node-attributes":{"management-address":["192.0.2.3","2001:db8:0:3::"]}}\
      """;

  private static final long RATE_KBPS = 1000;

  private L2Topology() {}

  /**
   * The modules of the schema set: eight as published, three restated by this project (RFC 8944's
   * two, and of IEEE's types the ones that these use) with the originals' names, namespaces, nodes
   * and types.
   *
   * @return module text by file name, unmodifiable
   * @throws IllegalStateException when a published module is not on the classpath
   */
  public static Map<String, String> yangModules() {
    return Modules.SOURCES.byFileName();
  }

  /** The modules of {@link #yangModules()} as a flat zip archive; the same bytes each time. */
  public static byte[] yangZip() {
    return Modules.SOURCES.zip();
  }

  /**
   * RFC 8944, Appendix B: three nodes, ten termination points, six links, as JSON (RFC 7951) of
   * {@link #FRAGMENTS}.
   */
  public static String appendixB() {
    var tree = new TopologyTree();
    var network = tree.network("l2-topo-example");
    network
        .node("D1", "192.0.2.1", "2001:db8:0:1::")
        .aggregate("1-0-1", "00:00:5e:00:53:d0", "1-0-1-1", "1-0-1-2")
        .terminationPoint("1-0-1-1", "00:00:5e:00:53:d3")
        .terminationPoint("1-0-1-2", "00:00:5e:00:53:d4")
        .terminationPoint("1-2-1", "00:00:5e:00:53:d1")
        .terminationPoint("1-3-1", "00:00:5e:00:53:d2");
    network
        .node("D2", "192.0.2.2", "2001:db8:0:2::")
        .terminationPoint("2-0-1", "00:00:5e:00:53:e0")
        .terminationPoint("2-1-1", "00:00:5e:00:53:e1")
        .terminationPoint("2-3-1", "00:00:5e:00:53:e2");
    network
        .node("D3", "192.0.2.3", "2001:db8:0:3::")
        .terminationPoint("3-1-1", "00:00:5e:00:53:f0")
        .terminationPoint("3-2-1", "00:00:5e:00:53:f1");
    linkBothWays(network, "D1", "1-2-1", "D2", "2-1-1");
    linkBothWays(network, "D1", "1-3-1", "D3", "3-1-1");
    linkBothWays(network, "D2", "2-3-1", "D3", "3-2-1");
    return tree.json();
  }

  /**
   * A tree of the same shape in the size wanted: nodes in a chain, each linked with the next both
   * ways where they have termination points. Unlike Appendix B it marks its networks as layer 2
   * topologies, as the module's conditions ask. Equal arguments give equal text.
   *
   * @param networks at least 1
   * @param nodesPerNetwork at least 1
   * @param terminationPointsPerNode at least 0
   * @return JSON (RFC 7951) of {@link #topologyFragments} fragments
   * @throws IllegalArgumentException when an argument is too small or the tree has more than {@link
   *     #MAX_FRAGMENTS}
   */
  public static String topology(int networks, int nodesPerNetwork, int terminationPointsPerNode) {
    requireSize(networks, nodesPerNetwork, terminationPointsPerNode);
    var tree = new TopologyTree();
    for (int network = 1; network <= networks; network++) {
      addNetwork(tree, network, nodesPerNetwork, terminationPointsPerNode);
    }
    return tree.json();
  }

  /**
   * How many fragments {@link #topology} has for the same arguments.
   *
   * @throws IllegalArgumentException as {@link #topology} does
   */
  public static int topologyFragments(
      int networks, int nodesPerNetwork, int terminationPointsPerNode) {
    return requireSize(networks, nodesPerNetwork, terminationPointsPerNode);
  }

  private static void addNetwork(TopologyTree tree, int number, int nodes, int terminationPoints) {
    var network = tree.network("network-" + number).layer2();
    for (int n = 1; n <= nodes; n++) {
      // Node numbers run through all networks, so that no address comes twice before 2^24 nodes.
      int serial = (number - 1) * nodes + n;
      var node = network.node(nodeId(number, n), ipv4(serial), ipv6(serial));
      for (int p = 1; p <= terminationPoints; p++) {
        node.terminationPoint(terminationPointId(n, p), mac((serial - 1L) * terminationPoints + p));
      }
    }
    for (int n = 1; n < nodes && terminationPoints > 0; n++) {
      linkBothWays(
          network,
          nodeId(number, n),
          terminationPointId(n, terminationPoints),
          nodeId(number, n + 1),
          terminationPointId(n + 1, 1));
    }
  }

  private static void linkBothWays(
      TopologyTree.Network network,
      String node,
      String point,
      String otherNode,
      String otherPoint) {
    network.linkBothWays(
        new TopologyTree.End(node, point), new TopologyTree.End(otherNode, otherPoint), RATE_KBPS);
  }

  private static int requireSize(int networks, int nodes, int terminationPoints) {
    if (networks < 1 || nodes < 1 || terminationPoints < 0) {
      throw new IllegalArgumentException(
          "A topology needs at least 1 network, 1 node and 0 termination points, got %d, %d and %d"
              .formatted(networks, nodes, terminationPoints));
    }
    double fragments = 1 + (double) networks * networkFragments(nodes, terminationPoints);
    if (fragments > MAX_FRAGMENTS) {
      throw new IllegalArgumentException(
          "A topology of %d networks, %d nodes and %d termination points has %.0f fragments, more than %d"
              .formatted(networks, nodes, terminationPoints, fragments, MAX_FRAGMENTS));
    }
    return (int) fragments;
  }

  /**
   * Counted as double, which no argument overflows and which is exact as far as {@link
   * #MAX_FRAGMENTS}.
   */
  private static double networkFragments(int nodes, int terminationPoints) {
    double networkAndType = 3;
    double nodesAndPoints = nodes * (2 + 2.0 * terminationPoints);
    double links = terminationPoints == 0 ? 0 : 2 * (nodes - 1.0);
    return networkAndType + nodesAndPoints + 4 * links;
  }

  private static String nodeId(int network, int node) {
    return "N" + network + "-" + node;
  }

  private static String terminationPointId(int node, int point) {
    return node + "-" + point;
  }

  private static String ipv4(int serial) {
    return "10.%d.%d.%d".formatted(serial >>> 16 & 0xff, serial >>> 8 & 0xff, serial & 0xff);
  }

  private static String ipv6(int serial) {
    return "2001:db8:%x:%x::".formatted(serial >>> 16, serial & 0xffff);
  }

  /** From the locally administered range, which no maker of hardware uses. */
  private static String mac(long serial) {
    return "02:%02x:%02x:%02x:%02x:%02x"
        .formatted(
            serial >>> 32 & 0xff,
            serial >>> 24 & 0xff,
            serial >>> 16 & 0xff,
            serial >>> 8 & 0xff,
            serial & 0xff);
  }

  /** Read on first use and kept: the text is a few hundred kilobytes. */
  private static final class Modules {
    static final YangSources SOURCES =
        YangSources.read(
            List.of(
                "/META-INF/yang/ietf-inet-types@2013-07-15.yang",
                "/META-INF/yang/ietf-yang-types@2013-07-15.yang",
                "/META-INF/yang/ietf-interfaces@2018-02-20.yang",
                "/META-INF/yang/iana-if-type@2023-01-26.yang",
                "/META-INF/yang/ietf-network@2018-02-26.yang",
                "/META-INF/yang/ietf-network-topology@2018-02-26.yang",
                "/META-INF/yang/ietf-network-state@2018-02-26.yang",
                "/META-INF/yang/ietf-network-topology-state@2018-02-26.yang",
                "/org/reprise/cps/sample/ieee802-dot1q-types@2018-03-07.yang",
                "/org/reprise/cps/sample/ietf-l2-topology@2020-11-15.yang",
                "/org/reprise/cps/sample/ietf-l2-topology-state@2020-11-15.yang"));
  }
}
