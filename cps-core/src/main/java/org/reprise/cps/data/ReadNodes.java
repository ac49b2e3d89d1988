package org.reprise.cps.data;

import java.util.List;
import org.reprise.cps.schema.YangSchema;

/**
 * Nodes with the schema that they conform to.
 *
 * @param schema of their anchor when they were read
 * @param nodes in their order
 */
public record ReadNodes(YangSchema schema, List<DataNode> nodes) {
  /** Copies the list. */
  public ReadNodes {
    nodes = List.copyOf(nodes);
  }
}
