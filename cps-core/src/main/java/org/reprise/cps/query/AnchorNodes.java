package org.reprise.cps.query;

import java.util.List;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.schema.YangSchema;

/**
 * What a query across anchors found in one of them.
 *
 * @param schema what its data conforms to
 * @param nodes at least one, in their order
 */
public record AnchorNodes(String anchor, YangSchema schema, List<DataNode> nodes) {
  public AnchorNodes {
    nodes = List.copyOf(nodes);
  }
}
