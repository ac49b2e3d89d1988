package org.reprise.cps.query;

import java.util.List;

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
}
