package org.reprise.cps.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.PlantAnchor;
import org.reprise.cps.RowsRead;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.Descendants;

/** A read without descendants reads no rows of descendants. */
class ReadCostIT {
  private static final int DEVICES = 30;

  @Test
  void readsNoDescendantsWhereNoneAreAskedFor() throws SQLException {
    CpsServer server = CpsServer.shared();
    PlantAnchor plant = new PlantAnchor(server.store());
    String list =
        IntStream.range(0, DEVICES)
            .mapToObj(
                "{'name':'d%d','interface':[{'name':'i'},{'name':'j'},{'name':'k'}]}"::formatted)
            .collect(Collectors.joining(","));
    plant.create("/", "{'shop':{'device':[" + list + "]}}");
    // In byte order it is between /shop and what is below that.
    plant.create("/", "{'shop-hours':{'open':'always'}}");
    try (Connection connection = server.database().connect()) {
      CpsStore store = new CpsStore(RowsRead.source(connection));

      assertFewFor(rowsOf(connection, store, plant.ref(), "/shop", 1), 1);
      assertFewFor(rowsOf(connection, store, plant.ref(), "/", 2), 2);
      assertFewFor(rowsOf(connection, store, plant.ref(), "/shop/device", DEVICES), DEVICES);
    }
  }

  /**
   * The planner's looks at the ends of an index may add a few; all descendants are three times as
   * many.
   */
  private static void assertFewFor(long rows, int nodes) {
    assertThat(rows).isBetween((long) nodes, nodes + 10L);
  }

  private static long rowsOf(
      Connection connection, CpsStore store, AnchorRef anchor, String xpath, int nodes)
      throws SQLException {
    long before = RowsRead.soFar(connection);
    assertThat(store.dataNodes().read(anchor, xpath, Descendants.NONE))
        .hasSize(nodes)
        .allSatisfy(node -> assertThat(node.children()).isEmpty());
    return RowsRead.soFar(connection) - before;
  }
}
