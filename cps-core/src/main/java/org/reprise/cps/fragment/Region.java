package org.reprise.cps.fragment;

import java.util.Collection;
import java.util.List;
import org.reprise.cps.fragment.Fragments.Range;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;

/**
 * Stored data that a write changes, replaces or removes.
 *
 * @param wholeList whether it is all entries of a list
 * @param subtree whether all that is below is removed or replaced; else only leafs change
 */
public record Region(Xpath xpath, SchemaNode schema, boolean wholeList, boolean subtree) {
  /** A node, or all entries of a list, with all below. */
  public static Region subtree(DataPath path) {
    return new Region(path.xpath(), path.schema(), path.wholeList(), true);
  }

  public static Region subtree(Fragment top) {
    return new Region(top.xpath(), top.schema(), false, true);
  }

  public static Region leafs(Fragment fragment) {
    return new Region(fragment.xpath(), fragment.schema(), false, false);
  }

  /** Whether data of this container or list may be among it. */
  public boolean covers(SchemaNode holder) {
    return subtree ? holder.isWithin(schema) : holder == schema;
  }

  /** The node of a kind above it, or itself. */
  public Xpath above(SchemaNode kind) {
    return xpath.ancestor(schema.depth() - kind.depth());
  }

  public static List<Range> ranges(Collection<Region> touched) {
    return touched.stream().flatMap(one -> one.ranges().stream()).toList();
  }

  public List<Range> ranges() {
    if (wholeList) {
      return List.of(Range.entries(xpath));
    }
    return subtree
        ? List.of(Range.exactly(xpath), Range.below(xpath))
        : List.of(Range.exactly(xpath));
  }

  /** Returns the xpaths that fragments of a kind may have in it. */
  public Range reach(SchemaNode kind) {
    return wholeList ? Range.entries(xpath) : reach(xpath, schema, kind);
  }

  /** The xpaths that fragments of a kind may have below a node, or at it. */
  public static Range reach(Xpath from, SchemaNode schema, SchemaNode kind) {
    Xpath at = from;
    for (SchemaNode step : kind.below(schema)) {
      if (step.kind() == SchemaNode.Kind.LIST) {
        return Range.entries(at.child(step.name()));
      }
      at = at.child(step.name());
    }
    return Range.exactly(at);
  }
}
