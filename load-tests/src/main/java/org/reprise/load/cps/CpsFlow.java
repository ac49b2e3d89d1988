package org.reprise.load.cps;

import org.reprise.cps.sample.L2Topology;

/**
 * The data of the flow (CPS-307, "Test Data"): where it happens, what is stored and what is
 * replaced. The order of its operations is that of {@link CpsOperation}; the modes differ only in
 * how they carry one out ({@link CpsCalls}).
 *
 * @param dataspace made before the run where it is absent
 * @param schemaSet made before the run where it is absent
 * @param tree the whole tree as JSON
 * @param updateParent xpath of the node whose fragment is replaced
 * @param fragment the replacement as JSON
 */
public record CpsFlow(
    String dataspace, String schemaSet, String tree, String updateParent, String fragment) {

  /** The names of the report's test application. */
  public static final String DATASPACE = "test-dataspace";

  /** The names of the report's test application. */
  public static final String SCHEMA_SET = "test-schema-set";

  /** The names of the report's test application. */
  public static final String ANCHOR_PREFIX = "test-anchor-";

  /** One fragment for each container and list entry of the tree, before the update and after it. */
  static final int FRAGMENTS = 52;

  public static CpsFlow published() {
    return new CpsFlow(
        DATASPACE,
        SCHEMA_SET,
        L2Topology.appendixB(),
        L2Topology.UPDATE_PARENT_XPATH,
        L2Topology.UPDATE_FRAGMENT);
  }

  /** The YANG modules that the schema set is made of. */
  byte[] yangZip() {
    return L2Topology.yangZip();
  }
}
