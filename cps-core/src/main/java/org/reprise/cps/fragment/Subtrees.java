package org.reprise.cps.fragment;

import java.util.List;
import org.reprise.cps.fragment.DataTree.StoredFragment;
import org.reprise.cps.fragment.Fragments.Range;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;

public final class Subtrees {
  private static final List<String> LARGE = List.of("xpath", "attributes");

  private static final BoundedReads.Query SUBTREE =
      new BoundedReads.Query(
          """
          select xpath, attributes, position from fragment
          where anchor_id = ? and (xpath = ? or (xpath >= ? and xpath < ?)) and depth <= ?
          """,
          LARGE,
          "position");

  private static final BoundedReads.Query ONE =
      new BoundedReads.Query(
          "select xpath, attributes, position from fragment where anchor_id = ? and xpath = ?",
          LARGE,
          "position");

  // Nodes of several ranges without their descendants: each is a container, or all entries of a
  // list. From each entry the index leads to the next, since the descendants of an entry end before
  // its xpath followed by a 0. That is not true of siblings with different names: /a-b is between
  // /a and /a0.
  private static final String SIBLINGS_SQL =
      """
      with recursive sibling (xpath, attributes, position, beyond) as (
        select entry.xpath, entry.attributes, entry.position, r.beyond
        from unnest(?::text[], ?::text[]) as r (first, beyond) cross join lateral (
          select f.xpath, f.attributes, f.position from fragment f
          where f.anchor_id = ? and f.xpath >= r.first and f.xpath < r.beyond
          order by f.xpath limit 1) entry
        union all
        select next.xpath, next.attributes, next.position, s.beyond
        from sibling s cross join lateral (
          select f.xpath, f.attributes, f.position from fragment f
          where f.anchor_id = ? and f.xpath >= s.xpath || '0' and f.xpath < s.beyond
          order by f.xpath limit 1) next)
      select xpath, attributes, position from sibling\
      """;

  private static final BoundedReads.Query SIBLINGS =
      new BoundedReads.Query(SIBLINGS_SQL, LARGE, "position");

  private final BoundedReads reads;

  public Subtrees(BoundedReads reads) {
    this.reads = reads;
  }

  /** A node, or all entries of a list, with levels of descendants, in no order. */
  public List<StoredFragment> read(
      long anchor, DataPath path, Descendants descendants, ReadTotal total) {
    Range range = path.wholeList() ? Range.entries(path.xpath()) : Range.below(path.xpath());
    String itself = path.wholeList() ? "" : path.xpath().text();
    boolean alone = descendants.levels() == 0;
    if (alone && !path.xpath().isRoot() && !path.wholeList()) {
      return rows(ONE, total, anchor, itself);
    } else if (alone) {
      List<Range> ranges = path.wholeList() ? List.of(range) : children(path.schema());
      String[] first = Fragments.texts(ranges, Range::first);
      String[] beyond = Fragments.texts(ranges, Range::beyond);
      return rows(SIBLINGS, total, first, beyond, anchor, anchor);
    } else {
      int top = path.xpath().isRoot() ? 1 : path.schema().depth();
      int deepest = Math.clamp((long) top + descendants.levels(), 0, Short.MAX_VALUE);
      return rows(SUBTREE, total, anchor, itself, range.first(), range.beyond(), deepest);
    }
  }

  // The root is no fragment: its children are read even without descendants.
  private static List<Range> children(SchemaNode root) {
    return root.children().stream()
        .filter(child -> child.kind() == Kind.CONTAINER || child.kind() == Kind.LIST)
        .map(child -> Region.reach(Xpath.ROOT, root, child))
        .toList();
  }

  private List<StoredFragment> rows(
      BoundedReads.Query query, ReadTotal total, Object... arguments) {
    return reads.rows(query, arguments, (row, n) -> StoredFragment.of(row), total);
  }
}
