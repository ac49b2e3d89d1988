package org.reprise.cps.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.reprise.cps.data.DataTree.StoredFragment;
import org.reprise.cps.data.Fragments.Range;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;
import org.springframework.jdbc.core.PreparedStatementSetter;

final class Subtrees {
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

  Subtrees(BoundedReads reads) {
    this.reads = reads;
  }

  /** A node, or all entries of a list, with levels of descendants, in no order. */
  List<StoredFragment> read(long anchor, DataPath path, Descendants descendants, ReadTotal total) {
    Range range = path.wholeList() ? Range.entries(path.xpath()) : Range.below(path.xpath());
    boolean alone = descendants.levels() == 0;
    if (alone && !path.isRoot() && !path.wholeList()) {
      return rows(ONE, one(anchor, path.xpath()), total);
    } else if (alone) {
      List<Range> ranges = path.wholeList() ? List.of(range) : children(path);
      return rows(SIBLINGS, siblings(anchor, ranges), total);
    } else {
      int top = path.isRoot() ? 1 : path.depth();
      int deepest = Math.clamp((long) top + descendants.levels(), 0, Short.MAX_VALUE);
      String itself = path.wholeList() ? "" : path.xpath().text();
      return rows(SUBTREE, subtree(anchor, itself, range, deepest), total);
    }
  }

  // The root is no fragment: its children are read even without descendants.
  private static List<Range> children(DataPath root) {
    List<Range> ranges = new ArrayList<>();
    for (SchemaNode child : root.schema().children()) {
      Xpath xpath = root.xpath().child(child.name());
      switch (child.kind()) {
        case CONTAINER -> ranges.add(Range.exactly(xpath));
        case LIST -> ranges.add(Range.entries(xpath));
        case LEAF, LEAF_LIST, OPAQUE, ROOT -> {}
      }
    }
    return ranges;
  }

  private List<StoredFragment> rows(
      BoundedReads.Query query, PreparedStatementSetter arguments, ReadTotal total) {
    return reads.rows(query, arguments, Subtrees::stored, total);
  }

  private static PreparedStatementSetter one(long anchor, Xpath xpath) {
    return statement -> {
      statement.setLong(1, anchor);
      statement.setString(2, xpath.text());
    };
  }

  private static PreparedStatementSetter siblings(long anchor, List<Range> ranges) {
    return statement -> {
      List<String> first = ranges.stream().map(Range::first).toList();
      List<String> beyond = ranges.stream().map(Range::beyond).toList();
      statement.setArray(1, SqlArrays.of(statement, "text", first));
      statement.setArray(2, SqlArrays.of(statement, "text", beyond));
      statement.setLong(3, anchor);
      statement.setLong(4, anchor);
    };
  }

  private static PreparedStatementSetter subtree(
      long anchor, String xpath, Range range, int deepest) {
    return statement -> {
      statement.setLong(1, anchor);
      statement.setString(2, xpath);
      statement.setString(3, range.first());
      statement.setString(4, range.beyond());
      statement.setInt(5, deepest);
    };
  }

  // From the driver's bytes: a text would be made only to be read once.
  private static StoredFragment stored(ResultSet row, int number) throws SQLException {
    return new StoredFragment(
        new Xpath(row.getString(1)), Leaves.parse(row.getBytes(2)), row.getLong(3));
  }
}
