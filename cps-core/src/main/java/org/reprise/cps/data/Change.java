package org.reprise.cps.data;

import org.jspecify.annotations.Nullable;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.Payload;

/** A change of an anchor's data, one of several that are made together or not at all. */
public sealed interface Change {
  /**
   * Nodes as they were sent.
   *
   * @param only the xpath of the one topmost node that is allowed; null for any
   */
  record Nodes(Xpath parent, @Nullable Xpath only, Payload payload) {}

  /** Creates nodes that do not exist yet. */
  record Create(Nodes nodes) implements Change {}

  /** Removes the topmost of the nodes, with all that is below them. */
  record Remove(Nodes nodes) implements Change {}

  /** Removes the node at an xpath, or all entries of a list, with all that is below. */
  record RemoveAt(Xpath xpath) implements Change {}

  /**
   * Changes the leafs of existing nodes.
   *
   * @param before leafs that are removed, unless {@code after} has them; null for none
   * @param after leafs with their new values; null for none
   */
  record Replace(@Nullable Nodes before, @Nullable Nodes after) implements Change {}
}
