package org.reprise.cps.sample;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A device inventory for bulk writes and reads: equal devices of {@link #FRAGMENTS_PER_DEVICE}
 * fragments, the size that the performance tests of ONAP CPS use (400 devices, 34,400 fragments),
 * under a schema of our own with one container, {@value #PARENT_XPATH}.
 *
 * <p>A device is 1 list entry with ten child lists: 8 interfaces with 2 addresses each (24), 10
 * routes, 6 VLANs, 5 alarms, 7 components, 4 neighbours with 2 address families each (12), 3
 * policies with 3 classes each (12), 4 licences, 3 time servers and 2 users; together 86.
 */
public final class Devices {

  /** Fragments of one device: its own list entry and the entries of its child lists. */
  public static final int FRAGMENTS_PER_DEVICE = 86;

  /** The container that holds the devices. */
  public static final String PARENT_XPATH = "/devices";

  /** The container without a device, to be stored before devices are added to it; one fragment. */
  public static final String EMPTY_TREE =
      """
      {"reprise-devices:devices":{}}\
      """;

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int INTERFACES = 8;
  private static final List<String> SEVERITIES =
      List.of("warning", "minor", "major", "critical", "cleared");

  private Devices() {}

  /**
   * The module reprise-devices.
   *
   * @return module text by file name, unmodifiable
   */
  public static Map<String, String> yangModules() {
    return Modules.SOURCES.byFileName();
  }

  /** The module as a zip archive; the same bytes each time. */
  public static byte[] yangZip() {
    return Modules.SOURCES.zip();
  }

  /**
   * One device under its parent: {@code {"reprise-devices:device":[{…}]}}.
   *
   * @param index at least 0; the same index gives the same text
   */
  public static String device(int index) {
    return devices(index, 1);
  }

  /**
   * Devices with consecutive indexes under their parent, as {@link #device} has them.
   *
   * @param from the first index, at least 0
   * @param count at least 1
   * @throws IllegalArgumentException when an argument is too small, or the last index larger than
   *     an int
   */
  public static String devices(int from, int count) {
    if (from < 0 || count < 1 || from > Integer.MAX_VALUE - (count - 1)) {
      throw new IllegalArgumentException(
          "Devices need a first index of at least 0 and a count of at least 1, got %d and %d"
              .formatted(from, count));
    }
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode list = root.putArray("reprise-devices:device");
    for (int i = 0; i < count; i++) {
      fill(list.addObject(), from + i);
    }
    return JSON.writeValueAsString(root);
  }

  /** The key of the device with this index, {@code device-000042}. */
  public static String name(int index) {
    return "device-%06d".formatted(index);
  }

  private static void fill(ObjectNode device, int index) {
    device.put("name", name(index));
    device.put("vendor", "Example Networks");
    device.put("serial-number", "EN%08X".formatted(index));
    device.put("state", index % 10 == 9 ? "maintenance" : "in-service");
    device.put("uptime", Long.toString(86_400L * (index % 365) + 3_600));
    device.putArray("tag").add("region-" + index % 8).add("access");
    addInterfaces(device, index);
    addRoutes(device, index);
    addVlans(device);
    addAlarms(device, index);
    addComponents(device, index);
    addNeighbours(device, index);
    addPolicies(device);
    addLicences(device);
    addTimeServers(device, index);
    addUsers(device);
  }

  private static void addInterfaces(ObjectNode device, int index) {
    ArrayNode interfaces = device.putArray("interface");
    for (int i = 0; i < INTERFACES; i++) {
      ObjectNode added = interfaces.addObject();
      added.put("name", interfaceName(i)).put("enabled", i != 7).put("mtu", i < 2 ? 9000 : 1500);
      // Counters pass 2^53, beyond which a JSON number would lose digits.
      added.put("in-octets", Long.toString(9_007_199_254_740_993L + 1_000L * index + i));
      added.put("out-octets", Long.toString(4_503_599_627_370_497L + 1_000L * index + i));
      ArrayNode addresses = added.putArray("address");
      addresses.addObject().put("ip", address(10, index, 16 * i + 1)).put("prefix-length", 28);
      addresses.addObject().put("ip", address(10, index, 16 * i + 9)).put("prefix-length", 32);
    }
  }

  private static void addRoutes(ObjectNode device, int index) {
    ArrayNode routes = device.putArray("route");
    for (int i = 0; i < 10; i++) {
      routes
          .addObject()
          .put("prefix", "198.18." + i + ".0/24")
          .put("next-hop", address(10, index, 16 * (i % INTERFACES) + 2))
          .put("metric", 10 * (i + 1))
          .put("protocol", i == 0 ? "static" : i % 2 == 0 ? "ospf" : "bgp");
    }
  }

  private static void addVlans(ObjectNode device) {
    ArrayNode vlans = device.putArray("vlan");
    for (int i = 0; i < 6; i++) {
      ObjectNode vlan =
          vlans.addObject().put("id", 100 + 10 * i).put("name", "service " + (char) ('A' + i));
      vlan.putArray("member").add(interfaceName(i)).add(interfaceName(i + 2));
    }
  }

  private static void addAlarms(ObjectNode device, int index) {
    ArrayNode alarms = device.putArray("alarm");
    for (int i = 0; i < SEVERITIES.size(); i++) {
      alarms
          .addObject()
          .put("id", 1000 + i)
          .put("severity", SEVERITIES.get(i))
          .put("text", "Signal degraded on " + interfaceName(i))
          .put("acknowledged", i % 2 == 0)
          .put("raised", Long.toString(1_700_000_000_000L + 60_000L * index + i));
    }
  }

  private static void addComponents(ObjectNode device, int index) {
    ArrayNode components = device.putArray("component");
    for (int slot = 0; slot < 7; slot++) {
      components
          .addObject()
          .put("slot", slot)
          .put("part-number", "EN-LC-" + (100 + slot))
          .put("temperature", decimal(3_650 + 25 * slot + index % 100, 2))
          .put("power", decimal(45_500 + 125 * slot + index % 100, 3));
    }
  }

  private static void addNeighbours(ObjectNode device, int index) {
    ArrayNode neighbours = device.putArray("neighbor");
    for (int i = 0; i < 4; i++) {
      ObjectNode neighbour = neighbours.addObject();
      neighbour
          .put("peer", address(10, index, 16 * i + 2))
          .put("remote-as", 64_512 + i)
          .put("established", i != 3);
      ArrayNode families = neighbour.putArray("family");
      families
          .addObject()
          .put("name", "ipv4-unicast")
          .put("accepted", "950000")
          .put("advertised", "120");
      families
          .addObject()
          .put("name", "ipv6-unicast")
          .put("accepted", "210000")
          .put("advertised", "40");
    }
  }

  private static void addPolicies(ObjectNode device) {
    ArrayNode policies = device.putArray("policy");
    for (String policy : List.of("core", "customer", "management")) {
      ObjectNode added = policies.addObject().put("name", policy);
      added.put("direction", policy.equals("customer") ? "ingress" : "egress");
      ArrayNode classes = added.putArray("class");
      classes.addObject().put("name", "voice").put("share", "12.5").putArray("dscp").add(46);
      classes
          .addObject()
          .put("name", "video")
          .put("share", "37.5")
          .putArray("dscp")
          .add(34)
          .add(36);
      classes.addObject().put("name", "best-effort").put("share", "50.0").putArray("dscp").add(0);
    }
  }

  private static void addLicences(ObjectNode device) {
    ArrayNode licences = device.putArray("license");
    for (String feature : List.of("routing", "switching", "telemetry", "encryption")) {
      licences
          .addObject()
          .put("feature", feature)
          .put("seats", 1)
          .put("perpetual", !feature.equals("telemetry"));
    }
  }

  private static void addTimeServers(ObjectNode device, int index) {
    ArrayNode servers = device.putArray("ntp-server");
    for (int i = 0; i < 3; i++) {
      servers
          .addObject()
          .put("host", "ntp" + (i + 1) + ".example.net")
          .put("preferred", i == 0)
          .put("offset", decimal(-125 + 100 * i + index % 10, 3));
    }
  }

  private static void addUsers(ObjectNode device) {
    ArrayNode users = device.putArray("user");
    users
        .addObject()
        .put("name", "noc")
        .put("role", "operator")
        .putArray("group")
        .add("shift-1")
        .add("shift-2");
    users
        .addObject()
        .put("name", "root")
        .put("role", "administrator")
        .putArray("group")
        .add("wheel");
  }

  private static String interfaceName(int number) {
    return "ge-0/0/" + number;
  }

  private static String address(int first, int index, int last) {
    return first + "." + (index >>> 8 & 0xff) + "." + (index & 0xff) + "." + last;
  }

  /** A decimal64, which JSON carries as a string (RFC 7951, section 6.1). */
  private static String decimal(int unscaled, int fractionDigits) {
    return BigDecimal.valueOf(unscaled, fractionDigits).toPlainString();
  }

  /** Read on first use and kept. */
  private static final class Modules {
    static final YangSources SOURCES =
        YangSources.read(List.of("/org/reprise/cps/sample/reprise-devices@2026-11-21.yang"));
  }
}
