package org.reprise.load.cps;

import javax.sql.DataSource;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.Payload;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;

/**
 * The report's embedded mode: the Java API in the generator's own process, one store for all
 * threads.
 */
final class EmbeddedCalls implements CpsCalls {
  private final CpsStore cps;
  private final Payload tree = Payload.json(CpsFlow.TREE);
  private final Payload fragment = Payload.json(L2Topology.UPDATE_FRAGMENT);

  /**
   * Opens the store as an application does that finds its dataspace and schema set there: a second
   * store, which has parsed nothing yet, so that the first node pays for the schema as it did in
   * the report.
   */
  EmbeddedCalls(DataSource database) {
    var preparing = CpsStore.open(database);
    if (preparing.dataspaces().list().stream()
        .noneMatch(found -> found.name().equals(CpsFlow.DATASPACE))) {
      preparing.dataspaces().create(CpsFlow.DATASPACE);
    }
    if (preparing.schemaSets().list(CpsFlow.DATASPACE).stream()
        .noneMatch(found -> found.name().equals(CpsFlow.SCHEMA_SET))) {
      preparing
          .schemaSets()
          .create(CpsFlow.DATASPACE, CpsFlow.SCHEMA_SET, YangSources.zip(L2Topology.yangZip()));
    }
    this.cps = CpsStore.open(database);
  }

  @Override
  public void perform(CpsOperation operation, String anchor) {
    var ref = new AnchorRef(CpsFlow.DATASPACE, anchor);
    switch (operation) {
      case CREATE_ANCHOR -> cps.anchors().create(ref.dataspace(), CpsFlow.SCHEMA_SET, anchor);
      case CREATE_NODE -> cps.dataNodes().create(ref, "/", tree);
      case UPDATE_NODE -> cps.dataNodes().replace(ref, L2Topology.UPDATE_PARENT_XPATH, fragment);
      case DELETE_ANCHOR -> cps.anchors().delete(ref.dataspace(), anchor);
    }
  }
}
