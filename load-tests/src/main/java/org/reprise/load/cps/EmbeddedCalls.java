package org.reprise.load.cps;

import javax.sql.DataSource;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.Payload;
import org.reprise.cps.schema.YangSources;

/**
 * The report's embedded mode: the Java API in the generator's own process, one store for all
 * threads.
 */
final class EmbeddedCalls implements CpsCalls {
  private final CpsStore cps;
  private final CpsFlow flow;
  private final Payload tree;
  private final Payload fragment;

  private EmbeddedCalls(CpsStore cps, CpsFlow flow) {
    this.cps = cps;
    this.flow = flow;
    this.tree = Payload.json(flow.tree());
    this.fragment = Payload.json(flow.fragment());
  }

  /**
   * Opens the store as an application does that finds its dataspace and schema set there: a second
   * store, which has parsed nothing yet, so that the first node pays for the schema as it did in
   * the report.
   */
  static EmbeddedCalls open(DataSource database, CpsFlow flow) {
    var preparing = CpsStore.open(database);
    if (preparing.dataspaces().list().stream()
        .noneMatch(found -> found.name().equals(flow.dataspace()))) {
      preparing.dataspaces().create(flow.dataspace());
    }
    if (preparing.schemaSets().list(flow.dataspace()).stream()
        .noneMatch(found -> found.name().equals(flow.schemaSet()))) {
      preparing
          .schemaSets()
          .create(flow.dataspace(), flow.schemaSet(), YangSources.zip(flow.yangZip()));
    }
    return new EmbeddedCalls(CpsStore.open(database), flow);
  }

  @Override
  public void perform(CpsOperation operation, String anchor) {
    var ref = new AnchorRef(flow.dataspace(), anchor);
    switch (operation) {
      case CREATE_ANCHOR -> cps.anchors().create(flow.dataspace(), flow.schemaSet(), anchor);
      case CREATE_NODE -> cps.dataNodes().create(ref, "/", tree);
      case UPDATE_NODE -> cps.dataNodes().replace(ref, flow.updateParent(), fragment);
      case DELETE_ANCHOR -> cps.anchors().delete(flow.dataspace(), anchor);
    }
  }
}
