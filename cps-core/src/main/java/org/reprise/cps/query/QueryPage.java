package org.reprise.cps.query;

import java.util.List;
import org.reprise.cps.payload.ReadNodes;

/**
 * A page of a query across anchors.
 *
 * @param anchors those with matches, sorted by name
 * @param totalPages how many pages there are, counting only anchors with matches; 1 without paging
 */
public record QueryPage(List<AnchorNodes> anchors, int totalPages) {
  public QueryPage {
    anchors = List.copyOf(anchors);
  }

  /** What the query found in one anchor: at least one node, in their order. */
  public record AnchorNodes(String anchor, ReadNodes read) {}
}
