package org.reprise.cps.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.Database;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

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
  void readsAsFewRowsForADeletionAmongManyDevices() throws SQLException {
    long amongFew = rowsReadByDeletingOneInterface(20);
    long amongMany = rowsReadByDeletingOneInterface(400);

    assertThat(amongFew).isPositive();
    assertThat(amongMany).isEqualTo(amongFew);
  }

  /** What the database read, which does not depend on how fast it is. */
  private long rowsReadByDeletingOneInterface(int devices) throws SQLException {
    String list =
        IntStream.range(0, devices)
            .mapToObj(n ->
                "{'name':'d%d','interface':[{'name':'i'},{'name':'j'}],'route':[{'to':'r','out':'i'}]}"
                    .formatted(n))
            .collect(Collectors.joining(","));
    Payload payload = PlantAnchor.json("{'net':{'device':[" + list + "]}}");
    Database database = server.database();
    try (Connection connection = database.connect()) {
      CpsStore store = new CpsStore(new SingleConnectionDataSource(connection, true));
      String dataspace = CpsServer.freshName("nets");
      store.dataspaces().create(dataspace);
      store.schemaSets().create(dataspace, "net", new YangSources(Map.of("net.yang", NET)));
      store.anchors().create(dataspace, "net", "a");
      AnchorRef anchor = new AnchorRef(dataspace, "a");
      store.dataNodes().create(anchor, "/", payload);
      long before = RowsRead.soFar(connection);
      store.dataNodes().delete(anchor, "/net/device[@name='d7']/interface[@name='j']");
      return RowsRead.soFar(connection) - before;
    }
  }
}
