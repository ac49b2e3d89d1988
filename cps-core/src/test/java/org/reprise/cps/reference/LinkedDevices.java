package org.reprise.cps.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.PlantAnchor;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.ChangeSet;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.Uncounted;
import org.reprise.cps.schema.YangSources;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A module whose leafrefs look for names in the whole anchor, with and without conditions, random
 * writes for it, and a search for broken references that looks at all data.
 */
final class LinkedDevices {
  private static final String MODULE =
      """
      module net {
        yang-version 1.1; namespace "urn:net"; prefix n;
        container net {
          leaf main { type leafref { path "/n:net/n:device/n:name"; } }
          list device {
            key name; leaf name { type string; }
            list interface { key name; leaf name { type string; } leaf alias { type string; } leaf-list tag { type string; } }
            leaf uplink { type leafref { path "/n:net/n:device/n:interface/n:name"; } }
            leaf-list backup { type leafref { path "../../device/interface/alias"; } }
            leaf-list tagged { type leafref { path "/n:net/n:device/n:interface/n:tag"; } }
            leaf own { type leafref { path "../interface/name"; } }
            choice role {
              case linked {
                leaf with { type leafref { path "/n:net/n:device/n:name"; } }
                leaf to { type leafref { path "/n:net/n:device[n:name = current()/../with]/n:interface/n:name"; } }
              }
              case alone { container idle { leaf since { type string; } } }
            }
          }
          list watch {
            key id; leaf id { type string; }
            leaf device { type leafref { path "../../device/name"; } }
            leaf first { type leafref { path "/n:net/n:device[n:name = current()/../../main]/n:interface/n:name"; } }
            container what {
              leaf interface { type leafref { path "/n:net/n:device[n:name = current()/../../device]/n:interface/n:name"; } }
              leaf alias { type leafref { path "/n:net/n:device[n:name = current()/../../device]/n:interface/n:alias"; } }
            }
          }
        }
      }
      """;

  private static final JsonMapper TREES = JsonMapper.shared();
  private static final List<String> ATTRIBUTES =
      List.of("uplink", "backup", "tagged", "own", "with", "to", "idle");

  private final Random random;

  LinkedDevices(long seed) {
    this.random = new Random(seed);
  }

  static YangSources sources() {
    return new YangSources(Map.of("net.yang", MODULE));
  }

  /** The same data without a check of references. */
  static YangSources unchecked() {
    return new YangSources(
        Map.of("net.yang", MODULE.replace("{ path", "{ require-instance false; path")));
  }

  /** A write that can be made to any anchor of the module. */
  interface Write {
    void make(DataNodes data, AnchorRef anchor);
  }

  Write next() {
    String device = oneOf("abcd");
    String at = "/net/device[@name='" + device + "']";
    String watch = "/net/watch[@id='" + oneOf("vw") + "']";
    return switch (random.nextInt(18)) {
      case 0, 1 -> post("/net", "{'device':[" + device(device) + "]}");
      case 2 -> post("/net", "{'watch':[" + watch(oneOf("vw")) + "]}");
      case 3, 4 -> post(at, "{'interface':[" + interfaceNamed(oneOf("xyz")) + "]}");
      case 5 -> put("/net", "{'device':[" + device(device) + "]}");
      case 6 -> put("/net", "{'watch':[" + watch(oneOf("vw")) + "]}");
      case 7, 8 -> patch("/net", "{'device':[" + leafs(device) + "]}");
      case 9 -> patch("/", "{'net':{'main':'" + oneOf("abcd") + "'}}");
      case 10 -> patch("/net", "{'watch':[{'id':'v','device':'" + device + "'}]}");
      case 11 -> putList(at, "{'interface':[" + interfaces() + "]}");
      case 12, 13 -> delete(at + "/interface[@name='" + oneOf("xyz") + "']");
      case 14 -> delete(random.nextBoolean() ? at : watch);
      case 15 -> random.nextInt(4) == 0 ? delete("/") : put("/", "{'net':" + all() + "}");
      // The device itself is not written, but loses leafs of the other case.
      case 16 -> put(at, "{'idle':{}}");
      default -> changes(at, device);
    };
  }

  private Write changes(String at, String device) {
    Payload nodes = json("{'device':[" + device(device) + "]}");
    Payload leafs = json("{'device':[" + leafs(device) + "]}");
    Consumer<ChangeSet> changes =
        random.nextBoolean()
            ? set -> {
              set.remove(set.schema().locate(at));
              set.create(inNet(set, nodes));
            }
            : set -> set.replace(null, inNet(set, leafs));
    return (data, anchor) -> data.change(anchor, 0, Uncounted.nodes(), changes);
  }

  private static ChangeSet.Nodes inNet(ChangeSet set, Payload payload) {
    return new ChangeSet.Nodes(set.schema().locate("/net"), null, payload);
  }

  private static Payload json(String text) {
    return PlantAnchor.json(text);
  }

  private static Write post(String parent, String text) {
    return (data, anchor) -> data.create(anchor, parent, json(text));
  }

  private static Write put(String parent, String text) {
    return (data, anchor) -> data.replace(anchor, parent, json(text));
  }

  private static Write putList(String parent, String text) {
    return (data, anchor) -> data.replaceListContent(anchor, parent, json(text));
  }

  private static Write patch(String parent, String text) {
    return (data, anchor) -> data.update(anchor, parent, json(text));
  }

  private static Write delete(String xpath) {
    return (data, anchor) -> data.delete(anchor, xpath);
  }

  private String oneOf(String letters) {
    return String.valueOf(letters.charAt(random.nextInt(letters.length())));
  }

  private String all() {
    String devices =
        IntStream.range(0, 4)
            .mapToObj(n -> device(String.valueOf("abcd".charAt(n))))
            .collect(Collectors.joining(","));
    return "{'main':'a','device':[%s],'watch':[%s]}".formatted(devices, watch("v"));
  }

  private String device(String name) {
    String leafs = leafs(name);
    return leafs.substring(0, leafs.length() - 1) + ",'interface':[" + interfaces() + "]}";
  }

  // One leaf or two: with more, few writes would satisfy all references.
  private String leafs(String name) {
    String leafs = "{'name':'" + name + "'";
    if (random.nextInt(3) == 0) {
      return leafs + "}";
    }
    return leafs
        + switch (ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size()))) {
          case "uplink" -> ",'uplink':'" + oneOf("xyz") + "'}";
          case "backup" -> ",'backup':['" + oneOf("pq") + "']}";
          case "tagged" -> ",'tagged':['t','" + oneOf("uv") + "']}";
          case "own" -> ",'own':'" + oneOf("xyz") + "'}";
          case "with" -> ",'with':'" + oneOf("abcd") + "'}";
          case "to" -> ",'with':'" + oneOf("abcd") + "','to':'" + oneOf("xyz") + "'}";
          default -> ",'idle':{}}";
        };
  }

  private String interfaces() {
    return "xyz"
        .chars()
        .filter(name -> name == 'x' || random.nextInt(3) > 0)
        .mapToObj(name -> interfaceNamed(String.valueOf((char) name)))
        .collect(Collectors.joining(","));
  }

  private String interfaceNamed(String name) {
    return "{'name':'%s','alias':'%s','tag':['t','%s']}".formatted(name, oneOf("pq"), oneOf("uv"));
  }

  private String watch(String id) {
    String device = oneOf("abcd");
    return switch (random.nextInt(3)) {
      case 0 -> "{'id':'%s','first':'%s'}".formatted(id, oneOf("xyz"));
      case 1 ->
          "{'id':'%s','device':'%s','what':{'interface':'%s'}}".formatted(id, device, oneOf("xyz"));
      default ->
          "{'id':'%s','device':'%s','what':{'alias':'%s'}}".formatted(id, device, oneOf("pq"));
    };
  }

  /** References without a target, found by a look at all data. */
  static List<String> broken(String whole) {
    JsonNode net = TREES.readTree(whole).path("net:net");
    List<String> broken = new ArrayList<>();
    require(broken, net, "main", names(net.path("device")));
    for (JsonNode device : net.path("device")) {
      require(broken, device, "uplink", leafs(net, null, "name"));
      require(broken, device, "backup", leafs(net, null, "alias"));
      require(broken, device, "tagged", leafs(net, null, "tag"));
      require(broken, device, "own", names(device.path("interface")));
      require(broken, device, "with", names(net.path("device")));
      require(broken, device, "to", leafs(net, text(device, "with"), "name"));
    }
    for (JsonNode watch : net.path("watch")) {
      require(broken, watch, "device", names(net.path("device")));
      require(broken, watch, "first", leafs(net, text(net, "main"), "name"));
      JsonNode what = watch.path("what");
      require(broken, what, "interface", leafs(net, text(watch, "device"), "name"));
      require(broken, what, "alias", leafs(net, text(watch, "device"), "alias"));
    }
    return broken;
  }

  private static String text(JsonNode node, String leaf) {
    return node.path(leaf).asString("");
  }

  private static void require(
      List<String> broken, JsonNode node, String leaf, List<String> targets) {
    for (String value : values(node.path(leaf))) {
      if (!targets.contains(value)) {
        broken.add(leaf + " " + value);
      }
    }
  }

  private static List<String> values(JsonNode leaf) {
    if (leaf.isArray()) {
      return leaf.valueStream().map(JsonNode::asString).toList();
    }
    return leaf.isMissingNode() ? List.of() : List.of(leaf.asString());
  }

  private static List<String> names(JsonNode list) {
    return list.valueStream().map(entry -> text(entry, "name")).toList();
  }

  // Of the interfaces of a device; null for all devices.
  private static List<String> leafs(JsonNode net, @Nullable String device, String leaf) {
    List<String> leafs = new ArrayList<>();
    for (JsonNode each : net.path("device")) {
      if (device == null || device.equals(text(each, "name"))) {
        each.path("interface").forEach(one -> leafs.addAll(values(one.path(leaf))));
      }
    }
    return leafs;
  }
}
