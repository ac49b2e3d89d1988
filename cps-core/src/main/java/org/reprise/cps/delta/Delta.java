package org.reprise.cps.delta;

import java.util.List;
import org.reprise.cps.data.ChangeLog.Action;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.path.Xpath;

/**
 * One entry of a delta report.
 *
 * @param action what has to be done to the source; to replace is to change leafs, of which both
 *     sides show those that differ, and the keys
 * @param xpath the node that the entry is about; where nodes are grouped, their parent
 * @param source nodes as they are in the source; empty on creation
 * @param target nodes as they are in the target; empty on removal
 */
public record Delta(Action action, Xpath xpath, List<DataNode> source, List<DataNode> target) {
  public Delta {
    source = List.copyOf(source);
    target = List.copyOf(target);
  }
}
