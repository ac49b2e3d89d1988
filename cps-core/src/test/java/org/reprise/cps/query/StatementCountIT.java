package org.reprise.cps.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.delta.DeltaReport;
import org.reprise.cps.delta.Grouping;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.L2Topology;
import org.reprise.localstack.postgres.Database;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The number of statements does not grow with what they find or change. */
class StatementCountIT {
  private static final StatementCount COUNT = new StatementCount();
  private static CpsStore store;
  private static AnchorRef small;
  private static AnchorRef large;

  @BeforeAll
  static void store() {
    CpsServer server = CpsServer.shared();
    Database database = server.database();
    store =
        new CpsStore(
            COUNT.on(
                new DriverManagerDataSource(
                    database.jdbcUrl(), database.username(), database.password())));
    String dataspace = server.topologyDataspace();
    small = topology(dataspace, "small", 1);
    large = topology(dataspace, "large", 20);
  }

  private static AnchorRef topology(String dataspace, String name, int networks) {
    store.anchors().create(dataspace, "l2", name);
    AnchorRef anchor = new AnchorRef(dataspace, name);
    store.dataNodes().create(anchor, "/", Payload.json(L2Topology.topology(networks, 3, 2)));
    store.dataNodes().read(anchor, "/", Descendants.NONE);
    return anchor;
  }

  private static int statements(Runnable operation) {
    COUNT.take();
    operation.run();
    return COUNT.take();
  }

  @Test
  void queryTakesOneStatementBesideTheAnchorLookUp() {
    for (AnchorRef anchor : List.of(small, large)) {
      for (String path :
          List.of(
              "//termination-point",
              "//node[contains(@node-id,'N')]/termination-point",
              "//termination-point/ancestor::node")) {
        assertThat(
                statements(() -> {
                  int found = store.queries().query(anchor, path, Descendants.ALL).size();
                  assertThat(found).isPositive();
                }))
            .isEqualTo(2);
      }
      assertThat(statements(() -> store.queries().queryLeaf(anchor, "//node/@node-id")))
          .isEqualTo(2);
    }
    assertThat(store.queries().query(large, "//termination-point", Descendants.ALL)).hasSize(120);
  }

  @Test
  void combinedQueryTakesTheSameStatementsForAnyNumberOfPaths() {
    CompositeQuery query =
        new CompositeQuery(
            "//node",
            CompositeQuery.Operator.OR,
            List.of(
                path("//termination-point[contains(@tp-id,'1')]"),
                path("//l2-node-attributes"),
                path("//termination-point[contains(@tp-id,'2')]")));

    assertThat(statements(() -> store.queries().query(small, query, Descendants.ALL))).isEqualTo(3);
    assertThat(statements(() -> store.queries().query(large, query, Descendants.ALL))).isEqualTo(3);
  }

  private static CompositeQuery path(String path) {
    return new CompositeQuery(path, CompositeQuery.Operator.AND, List.of());
  }

  @Test
  void queryAcrossAnchorsTakesThreeStatementsAndOneMoreForAPage() {
    assertThat(
            statements(() ->
                store.queries().queryDataspace(large.dataspace(), "//node", Descendants.ALL, null)))
        .isEqualTo(3);
    assertThat(
            statements(() ->
                store
                    .queries()
                    .queryDataspace(
                        large.dataspace(), "//node", Descendants.ALL, new Paging(1, 2))))
        .isEqualTo(4);
  }

  @Test
  void deltaReportIsAppliedInAFixedNumberOfStatements() {
    DeltaReport grow = store.deltas().between(small, large, "/", Descendants.ALL, Grouping.EACH);
    assertThat(grow.deltas()).hasSizeGreaterThan(500);
    DeltaReport shrink = store.deltas().between(large, small, "/", Descendants.ALL, Grouping.EACH);
    AnchorRef changing = topology(small.dataspace(), "changing", 1);

    int growing = statements(() -> store.deltas().apply(changing, Payload.json(grow.json())));
    int shrinking = statements(() -> store.deltas().apply(changing, Payload.json(shrink.json())));

    // References that look in the whole anchor have a table of their own.
    assertThat(growing).isLessThanOrEqualTo(14);
    // Each kind of reference that might now lead nowhere is looked for once.
    assertThat(shrinking).isLessThanOrEqualTo(30);
    assertThat(
            store.deltas().between(changing, small, "/", Descendants.ALL, Grouping.EACH).deltas())
        .isEmpty();
  }
}
