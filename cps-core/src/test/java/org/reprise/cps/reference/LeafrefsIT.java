package org.reprise.cps.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.PlantAnchor;
import org.reprise.cps.RowsRead;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.YangSources;

/** Leafrefs with prefixes, conditions and state twins, and what checking them reads. */
class LeafrefsIT {
  private static final String TWO_DEVICES =
      """
      {'shop':{'device':[
        {'name':'d','interface':[{'name':'i','alias':'x'},{'name':'j'}],'route':[{'to':'r','out':'i'}]},
        {'name':'e','interface':[{'name':'i'},{'name':'k'}],'uplink':'j'}]}}
      """;
  private static final String NET =
      """
      module net {
        namespace "urn:net"; prefix n;
        container net { list device { key name; leaf name { type string; }
          list interface { key name; leaf name { type string; } }
          list route { key to; leaf to { type string; } leaf out { type leafref { path "../../interface/name"; } } }
        } }
      }
      """;
  private static final String WIDE =
      """
      module wide {
        namespace "urn:wide"; prefix w;
        container wide { list device { key name; leaf name { type string; }
          list interface { key name; leaf name { type string; } }
          leaf uplink { type leafref { path "/w:wide/w:device/w:interface/w:name"; } }
          leaf backup { type leafref { path "../../device/interface/name"; } }
          leaf with { type leafref { path "/w:wide/w:device/w:name"; } }
          leaf to { type leafref { path "/w:wide/w:device[w:name = current()/../with]/w:interface/w:name"; } }
        } }
      }
      """;
  private static final String UNCHECKED =
      """
      module unchecked {
        yang-version 1.1; namespace "urn:unchecked"; prefix u;
        container unchecked { list device { key name; leaf name { type string; }
          list port { key name; leaf name { type string; } }
          leaf uplink { type leafref { path "/u:unchecked/u:device/u:name"; } }
          leaf port-name { type leafref { path "deref(../uplink)/../port/name"; } }
          leaf any { type union { type leafref { path "/u:unchecked/u:device/u:name"; } type uint8; } }
        } }
      }
      """;
  private final CpsServer server = CpsServer.shared();
  private final PlantAnchor plant = new PlantAnchor(server.store());

  @Test
  void looksForTargetsInTheModuleThatThePathNames() {
    plant.create("/", TWO_DEVICES);
    plant.refused(
        () -> plant.create("/shop", "{'watch':[{'id':'1','seen':'d'}]}"),
        "seen of /shop/watch[@id='1'] refers to 'd', which no /plant-state:shop/device/name has");

    plant.create("/", "{'plant-state:shop':{'device':[{'name':'d'}]}}");
    plant.create("/shop", "{'watch':[{'id':'1','seen':'d'}]}");

    plant.refused(
        () -> plant.delete("/plant-state:shop/device[@name='d']"),
        "seen of /shop/watch[@id='1'] refers to 'd'");
  }

  @Test
  void appliesKeyConditionsOfLeafrefPaths() {
    plant.create("/", TWO_DEVICES);
    plant.create("/shop", "{'watch':[{'id':'1','device':'d','interface':'i','alias':'x'}]}");
    plant.refused(
        () -> plant.create("/shop", "{'watch':[{'id':'2','device':'d','interface':'k'}]}"),
        "interface of /shop/watch[@id='2'] refers to 'k'");
    plant.refused(
        () -> plant.update("/shop", "{'watch':[{'id':'1','device':'e'}]}"),
        "alias of /shop/watch[@id='1'] refers to 'x'");
    plant.refused(
        () -> plant.update("/shop/device[@name='d']", "{'interface':[{'name':'i','alias':'y'}]}"),
        "alias of /shop/watch[@id='1'] refers to 'x'");
  }

  @Test
  void refusesToDeleteReferencedInterfaces() {
    plant.create("/", TWO_DEVICES);
    plant.refused(
        () -> plant.delete("/shop/device[@name='d']/interface[@name='i']"),
        "out of /shop/device[@name='d']/route[@to='r'] refers to 'i'");
    plant.delete("/shop/device[@name='e']/interface[@name='i']");
    plant.refused(
        () -> plant.delete("/shop/device[@name='d']/interface[@name='j']"),
        "uplink of /shop/device[@name='e'] refers to 'j'");
  }

  @Test
  void comparesAReferenceWithAKeyOfAnEnclosingEntry() {
    plant.create("/", TWO_DEVICES);
    plant.create("/shop/device[@name='d']", "{'owner':{'device':'d'}}");
    plant.refused(
        () -> plant.create("/shop/device[@name='e']", "{'owner':{'device':'d'}}"),
        "device of /shop/device[@name='e']/owner refers to 'd'");
  }

  @Test
  void checksReferencesAfterAllChangesOfAReport() {
    plant.create("/", TWO_DEVICES);
    plant.create("/shop", "{'watch':[{'id':'1','device':'d','interface':'i'}]}");

    plant.apply(
        """
        [{'action':'replace','xpath':'/shop/watch[@id=~1~]',
          'sourceData':{'watch':[{'id':'1','interface':'i'}]},
          'targetData':{'watch':[{'id':'1','interface':'j'}]}}]
        """);

    assertThat(plant.whole()).contains("'id':'1','device':'d','interface':'j'");
    plant.refused(
        () ->
            plant.apply(
                """
                [{'action':'replace','xpath':'/shop/watch[@id=~1~]',
                  'targetData':{'watch':[{'id':'1','device':'e'}]}}]
                """),
        "interface of /shop/watch[@id='1'] refers to 'j'");
  }

  @Test
  void createsParentsBeforeChildrenInAnyReport() {
    plant.apply(
        """
        [{'action':'create','xpath':'/shop/device[@name=~d~]/interface[@name=~i~]','targetData':{'interface':[{'name':'i'}]}},
         {'action':'create','xpath':'/shop/device[@name=~d~]','targetData':{'device':[{'name':'d'}]}},
         {'action':'create','xpath':'/shop','targetData':{'shop':{}}},
         {'action':'create','xpath':'/shop/device[@name=~c~]','targetData':{'device':[{'name':'c'}]}}]
        """);

    plant.hasExactly(
        "{'plant:shop':{'device':[{'name':'d','interface':[{'name':'i'}]},{'name':'c'}]}}");
    assertThat(
            server.count(
                """
                select count(*) from fragment child join fragment parent
                  on parent.anchor_id = child.anchor_id and child.position <= parent.position
                    and child.xpath like replace(parent.xpath, '[', '\\[') || '/%%'
                where child.anchor_id = (select a.id from anchor a join dataspace d on d.id = a.dataspace_id
                  where d.name = '%s')
                """
                    .formatted(plant.ref().dataspace())))
        .isZero();
  }

  @Test
  void readsAsFewRowsAmongManyDevicesForPathsWithinADevice() throws SQLException {
    List<Write> writes = List.of(LeafrefsIT::deleteJ);

    assertReadsAsFew(
        rowsRead(400, NET, LeafrefsIT::deviceWithRoute, writes),
        rowsRead(20, NET, LeafrefsIT::deviceWithRoute, writes));
  }

  private static String deviceWithRoute(int number) {
    return "{'name':'d%d','interface':[{'name':'i'},{'name':'j'}],'route':[{'to':'r','out':'i'}]}"
        .formatted(number);
  }

  private static void deleteJ(DataNodes data, AnchorRef anchor) {
    data.delete(anchor, "/net/device[@name='d7']/interface[@name='j']");
  }

  @Test
  void readsAsFewRowsAmongManyDevicesForPathsThroughTheAnchor() throws SQLException {
    List<Write> writes =
        List.of(
            // A small payload is stored without rows of its ends: they are when the first write
            // needs them.
            (data, anchor) ->
                data.delete(anchor, "/wide/device[@name='d1']/interface[@name='spare1']"),
            (data, anchor) ->
                data.delete(anchor, "/wide/device[@name='d7']/interface[@name='spare7']"),
            // All devices refer to this name, and all others have it, too.
            (data, anchor) ->
                data.delete(anchor, "/wide/device[@name='d7']/interface[@name='common']"),
            refused((data, anchor) ->
                data.delete(anchor, "/wide/device[@name='d9']/interface[@name='own9']")),
            // Each device refers to this name of one other device.
            refused((data, anchor) ->
                data.delete(anchor, "/wide/device[@name='d9']/interface[@name='peer']")),
            refused((data, anchor) -> data.delete(anchor, "/wide/device[@name='d9']")),
            refused((data, anchor) ->
                data.update(anchor, "/wide", json("{'device':[{'name':'d7','uplink':'none'}]}"))),
            (data, anchor) ->
                data.update(anchor, "/wide", json("{'device':[{'name':'d7','uplink':'own3'}]}")),
            (data, anchor) ->
                data.createListElements(
                    anchor,
                    "/wide",
                    json("{'device':[{'name':'new','uplink':'own3','with':'d3','to':'peer'}]}")),
            (data, anchor) ->
                data.replace(anchor, "/wide", json("{'device':[{'name':'new','uplink':'own4'}]}")));

    List<Long> amongMany = rowsRead(2_000, WIDE, LeafrefsIT::deviceWithUplink, writes);
    List<Long> amongFew = rowsRead(20, WIDE, LeafrefsIT::deviceWithUplink, writes);

    assertThat(amongMany.getFirst()).isLessThanOrEqualTo(amongFew.getFirst());
    assertReadsAsFew(amongMany.subList(1, writes.size()), amongFew.subList(1, writes.size()));
  }

  /**
   * Rows that grow with the devices would be hundreds more. A few of difference are the database's
   * own: entries of deleted rows that are still in an index, and the planner's looks at its ends.
   */
  private static void assertReadsAsFew(List<Long> amongMany, List<Long> amongFew) {
    assertThat(amongMany)
        .hasSameSizeAs(amongFew)
        .allSatisfy(rows -> assertThat(rows).isPositive())
        .zipSatisfy(amongFew, (many, few) -> assertThat(many).isLessThanOrEqualTo(few + 10));
  }

  @Test
  void leavesUnionsAndPathsWithDerefUnchecked() {
    AnchorRef anchor = anchor(server.store(), UNCHECKED);

    server
        .store()
        .dataNodes()
        .create(
            anchor,
            "/",
            json(
                "{'unchecked':{'device':[{'name':'a','uplink':'a','port-name':'none','any':'none'}]}}"));

    assertThat(server.count("select count(*) from fragment where attributes ->> 'any' = 'none'"))
        .isEqualTo(1);
  }

  private static String deviceWithUplink(int number) {
    return """
    {'name':'d%1$d','uplink':'own%2$d','backup':'common','with':'d%2$d','to':'peer',
     'interface':[{'name':'common'},{'name':'own%1$d'},{'name':'peer'},{'name':'spare%1$d'}]}\
    """
        .formatted(number, number % 20 == 0 ? 1 : number + 1);
  }

  private static Payload json(String text) {
    return PlantAnchor.json(text);
  }

  private interface Write {
    void make(DataNodes data, AnchorRef anchor);
  }

  private static Write refused(Write write) {
    return (data, anchor) ->
        assertThatExceptionOfType(InvalidData.class).isThrownBy(() -> write.make(data, anchor));
  }

  /** What the database read for each write, which does not depend on how fast it is. */
  private List<Long> rowsRead(
      int devices, String module, IntFunction<String> device, List<Write> writes)
      throws SQLException {
    String top = name(module);
    Payload payload =
        json(
            IntStream.rangeClosed(1, devices)
                .mapToObj(device)
                .collect(Collectors.joining(",", "{'%s':{'device':[".formatted(top), "]}}")));
    try (Connection connection = server.database().connect()) {
      CpsStore store = new CpsStore(RowsRead.source(connection));
      AnchorRef anchor = anchor(store, module);
      store.dataNodes().create(anchor, "/", payload);
      List<Long> rows = new ArrayList<>();
      for (Write write : writes) {
        long before = RowsRead.soFar(connection);
        write.make(store.dataNodes(), anchor);
        rows.add(RowsRead.soFar(connection) - before);
      }
      // Others count all fragments of this server.
      store.anchors().delete(anchor.dataspace(), anchor.anchor());
      return rows;
    }
  }

  private static AnchorRef anchor(CpsStore store, String module) {
    String dataspace = CpsServer.freshName("nets");
    store.dataspaces().create(dataspace);
    store
        .schemaSets()
        .create(dataspace, "net", new YangSources(Map.of(name(module) + ".yang", module)));
    store.anchors().create(dataspace, "net", "a");
    return new AnchorRef(dataspace, "a");
  }

  private static String name(String module) {
    return module.substring("module ".length(), module.indexOf(" {"));
  }

  @Test
  void followsAConditionOnALeafInAnotherContainerAfterThatLeafChanged() {
    AnchorRef anchor =
        anchor(
            server.store(),
            """
            module watches { namespace "urn:watches"; prefix w;
              container net {
                list device { key name; leaf name { type string; }
                  list port { key name; leaf name { type string; } } }
                list watch { key id; leaf id { type string; }
                  container which { leaf device { type string; } }
                  leaf port { type leafref { path "/w:net/w:device[w:name = current()/../w:which/w:device]/w:port/w:name"; } }
                }
              }
            }
            """);
    DataNodes data = server.store().dataNodes();
    data.create(
        anchor,
        "/",
        json(
            "{'net':{'device':[{'name':'d','port':[{'name':'1'}]},{'name':'e','port':[{'name':'1'}]}]}}"));
    data.create(anchor, "/net", json("{'watch':[{'id':'w','which':{'device':'d'},'port':'1'}]}"));

    data.update(anchor, "/net/watch[@id='w']", json("{'which':{'device':'e'}}"));

    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> data.delete(anchor, "/net/device[@name='e']"))
        .satisfies(thrown -> assertThat(thrown.details()).contains("refers to '1'"));
    data.delete(anchor, "/net/device[@name='d']");
  }

  // The names in the conditions are those of the module that defines the grouping; the leafs that
  // are meant are of the module that uses it.
  @Test
  void takesConditionsOfGroupingsThatOtherModulesUse() {
    String racks =
        """
        module racks { namespace "urn:racks"; prefix r;
          grouping place {
            leaf pack { type leafref { path "/r:rack/r:pack/r:name"; } }
            leaf port { type leafref { path "/r:rack/r:pack[r:name = current()/../r:pack]/r:port/r:name"; } }
            container beside {
              leaf port { type leafref { path "/r:rack/r:pack[r:name=current()/../../r:pack]/r:port/r:name"; } }
            }
          }
          container rack { list pack { key name; leaf name { type string; }
            list port { key name; leaf name { type string; } } } }
        }
        """;
    String cables =
        """
        module cables { namespace "urn:cables"; prefix c; import racks { prefix r; }
          container cable { uses r:place; }
        }
        """;
    String dataspace = CpsServer.freshName("cables");
    server.store().dataspaces().create(dataspace);
    server
        .store()
        .schemaSets()
        .create(
            dataspace,
            "cables",
            new YangSources(Map.of("racks.yang", racks, "cables.yang", cables)));
    server.store().anchors().create(dataspace, "cables", "a");
    AnchorRef anchor = new AnchorRef(dataspace, "a");
    DataNodes data = server.store().dataNodes();
    data.create(
        anchor,
        "/",
        json(
            "{'racks:rack':{'pack':[{'name':'p','port':[{'name':'1'}]},{'name':'q','port':[{'name':'2'}]}]}}"));

    data.create(
        anchor, "/", json("{'cables:cable':{'pack':'p','port':'1','beside':{'port':'1'}}}"));
    for (String wrong : List.of("{'port':'2'}", "{'beside':{'port':'2'}}", "{'pack':'q'}")) {
      assertThatExceptionOfType(InvalidData.class)
          .isThrownBy(() -> data.update(anchor, "/", json("{'cables:cable':" + wrong + "}")))
          .satisfies(thrown -> assertThat(thrown.details()).contains("refers to"));
    }
  }
}
