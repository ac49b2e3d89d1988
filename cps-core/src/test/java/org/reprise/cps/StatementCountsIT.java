package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.Devices;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** How many statements reach the database: the same number for fifty fragments and a thousand. */
class StatementCountsIT {
  private static final HikariDataSource POOL = new HikariDataSource();
  private static final CountedStatements STATEMENTS = new CountedStatements(POOL);
  private static final int MANY = 1_000;

  private static final CpsStore STORE = open();

  private final DataNodes data = STORE.dataNodes();
  private final AnchorRef anchor = new AnchorRef("d", CpsServer.freshName("counted"));

  private static CpsStore open() {
    Database database = TestDatabase.freshDatabase();
    POOL.setJdbcUrl(database.jdbcUrl());
    POOL.setUsername(database.username());
    POOL.setPassword(database.password());
    CpsStore store = CpsStore.open(STATEMENTS.dataSource());
    store.dataspaces().create("d");
    store.schemaSets().create("d", "l2", YangSources.zip(L2Topology.yangZip()));
    store.schemaSets().create("d", "trees", TestModules.trees());
    store.schemaSets().create("d", "devices", YangSources.zip(Devices.yangZip()));
    // So that the schemas are parsed.
    store.anchors().create("d", "l2", "warm");
    store.dataNodes().create(new AnchorRef("d", "warm"), "/", Payload.json(L2Topology.appendixB()));
    store.anchors().create("d", "trees", "warm-trees");
    store.dataNodes().create(new AnchorRef("d", "warm-trees"), "/", forest(1));
    store.anchors().create("d", "devices", "warm-devices");
    store
        .dataNodes()
        .create(new AnchorRef("d", "warm-devices"), "/", Payload.json(Devices.EMPTY_TREE));
    return store;
  }

  @AfterAll
  static void close() {
    POOL.close();
  }

  @BeforeEach
  void forget() {
    STATEMENTS.forget();
  }

  private void anchor(String schemaSet) {
    STORE.anchors().create("d", schemaSet, anchor.anchor());
    STATEMENTS.forget();
  }

  private static Payload trees(int from, int count, String more) {
    return Payload.json(
        IntStream.range(from, from + count)
            .mapToObj(n -> "{'name':'t','number':%d%s}".formatted(n, more).replace('\'', '"'))
            .collect(Collectors.joining(",", "{\"tree\":[", "]}")));
  }

  private static Payload forest(int trees) {
    String list = trees(0, trees, ",'trunk':{}").text();
    return Payload.json("{\"forest\":" + list + "}");
  }

  private List<String> onFragments() {
    return STATEMENTS.seen().stream().filter(sql -> sql.contains("fragment")).toList();
  }

  @Test
  void eachStepOfTheReportsFlowTakesOneStatement() {
    anchor("l2");

    data.create(anchor, "/", Payload.json(L2Topology.appendixB()));
    // The anchor's lock goes with it.
    assertThat(STATEMENTS.seen()).hasSize(1).first().asString().contains("insert into fragment");

    STATEMENTS.forget();
    data.replace(anchor, L2Topology.UPDATE_PARENT_XPATH, Payload.json(L2Topology.UPDATE_FRAGMENT));
    assertThat(STATEMENTS.seen()).hasSize(1).first().asString().contains("delete from fragment");

    STATEMENTS.forget();
    assertThat(CpsServer.fragments(data.read(anchor, "/", Descendants.ALL).getFirst()))
        .isEqualTo(52);
    assertThat(onFragments()).hasSize(1).first().asString().startsWith("select");

    STATEMENTS.forget();
    STORE.anchors().delete("d", anchor.anchor());
    assertThat(STATEMENTS.seen()).hasSize(1);
    assertThat(count("select count(*) from fragment where xpath like '%D3%'")).isPositive();
  }

  @Test
  void createsAnAnchorWithOneStatement() {
    STORE.anchors().create("d", "l2", anchor.anchor());
    assertThat(STATEMENTS.seen()).hasSize(1);
  }

  @Test
  void statementCountDoesNotGrowWithFragments() {
    anchor("l2");
    String large = L2Topology.topology(2, 20, 10);
    assertThat(L2Topology.topologyFragments(2, 20, 10)).isGreaterThan(MANY);

    data.create(anchor, "/", Payload.json(large));
    // The model has a leafref to any node's termination points: whether the anchor is empty is
    // asked.
    assertThat(onFragments()).hasSize(2);

    STATEMENTS.forget();
    assertThat(CpsServer.fragments(data.read(anchor, "/", Descendants.ALL).getFirst()))
        .isGreaterThan(MANY);
    assertThat(onFragments()).hasSize(1);

    STATEMENTS.forget();
    data.delete(anchor, "/");
    // One of them would ask so, were the anchor not marked as one with rows.
    assertThat(onFragments()).hasSize(2);

    STATEMENTS.forget();
    data.replace(anchor, "/", Payload.json(large));
    assertThat(onFragments()).hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void listingsTakeAConstantNumberOfStatements() {
    int few = statementsForLists(3);
    int many = statementsForLists(MANY);

    assertThat(many).isEqualTo(few);
  }

  @Test
  void referencesWithinListEntriesNeedNoTableOfTheirEnds() {
    anchor("devices");
    String device = Devices.PARENT_XPATH + "/device[@name='" + Devices.name(0) + "']";

    data.create(anchor, "/", Payload.json(Devices.EMPTY_TREE));
    data.createListElements(anchor, Devices.PARENT_XPATH, Payload.json(Devices.device(0)));
    data.replace(anchor, Devices.PARENT_XPATH, Payload.json(Devices.device(0)));
    data.update(anchor, Devices.PARENT_XPATH, Payload.json(Devices.device(0)));
    data.delete(anchor, device + "/vlan");
    data.deleteListElements(anchor, device);
    data.delete(anchor, "/");
    STORE.anchors().delete("d", anchor.anchor());

    assertThat(STATEMENTS.seen())
        .hasSizeGreaterThan(8)
        .noneMatch(sql -> sql.matches("(?s).*(reference_end|set reference_ends_kept)\\b.*"));
  }

  private int statementsForLists(int entries) {
    AnchorRef lists = new AnchorRef("d", CpsServer.freshName("lists"));
    STORE.anchors().create("d", "trees", lists.anchor());
    data.create(lists, "/", forest(1));
    STATEMENTS.forget();
    data.createListElements(lists, "/forest", trees(1, entries, ""));
    data.update(lists, "/forest", trees(1, entries, ",'i8':1"));
    data.replace(lists, "/forest", trees(1, entries, ",'i8':2,'trunk':{}"));
    data.replaceListContent(lists, "/forest", trees(0, entries, ",'neighbour':'t'"));
    data.update(lists, "/forest", trees(0, entries, ",'neighbour':'t'"));
    assertThat(data.read(lists, "/forest/tree", Descendants.ALL)).hasSize(entries);
    data.deleteListElements(lists, "/forest/tree");
    return STATEMENTS.seen().size();
  }

  private long count(String sql) {
    try (var connection = POOL.getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    } catch (java.sql.SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
