package org.reprise.cps.data;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.reprise.cps.data.Fragments.Range;
import org.reprise.cps.data.Reference.Target;
import org.reprise.cps.data.References.Referring;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode;
import org.springframework.jdbc.core.JdbcTemplate;

/** The statements that look for references, and for what they lead to, among the fragments. */
final class ReferenceTable {
  private static final String OF_KIND =
      """
      from unnest(?::text[], ?::text[]) as r (first, beyond)
      join fragment f on f.anchor_id = ? and f.xpath >= r.first and f.xpath < r.beyond
        and f.depth = ?
        and case when strpos(f.xpath, ?) > 0 then f.xpath ~ ? else false end
      """;

  // A leaf-list is an array. The empty type is an array of null, which has no text.
  private static final String VALUES =
      """
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(f.attributes -> ?)
          when 'array' then f.attributes -> ?
          else jsonb_build_array(f.attributes -> ?)
        end) as v (value)
      """;

  private static final String PLACED_VALUES =
      "select f.xpath, v.value\n" + OF_KIND + VALUES + "where v.value is not null";

  private static final String OF_ONE_KIND = "select f.xpath, f.attributes\n" + OF_KIND;

  private static final String REFERRING_TO =
      "select distinct f.xpath, f.attributes\n" + OF_KIND + VALUES + "where v.value = any (?)";

  private static final String FIRST_MISSING =
      """
      select r.number
      from unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[]) with ordinality
        as r (first, beyond, depth, pattern, leaf, value, number)
      left join lateral (
        select true as is_there from fragment f
        where f.anchor_id = ? and f.xpath >= r.first and f.xpath < r.beyond
          and f.depth = r.depth
          and case
                when r.leaf is null then true
                when jsonb_typeof(f.attributes -> r.leaf) = 'array' then exists (
                  select from jsonb_array_elements_text(f.attributes -> r.leaf) as v (value)
                  where v.value = r.value)
                else f.attributes ->> r.leaf = r.value
              end
          and case when r.pattern is null then true else f.xpath ~ r.pattern end
        limit 1) f on true
      where f.is_there is null
      order by r.number
      limit 1\
      """;

  // Rows that are on their way to the reader at a time.
  private static final int FETCHED = 1_000;

  private final JdbcTemplate jdbc;

  ReferenceTable(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  Set<String> values(long anchor, SchemaNode leaf, List<Range> ranges) {
    Set<String> values = new HashSet<>();
    values(anchor, leaf, ranges, (xpath, value) -> values.add(value));
    return values;
  }

  /**
   * Hands over the values that a leaf or leaf-list has in ranges of xpaths, with the fragments that
   * have them.
   */
  void values(
      long anchor, SchemaNode leaf, List<Range> ranges, BiConsumer<Xpath, String> consumer) {
    jdbc.query(
        PLACED_VALUES,
        statement -> {
          statement.setFetchSize(FETCHED);
          int next = setKind(statement, anchor, leaf.fragmentNode(), ranges);
          setLeaf(statement, next, leaf);
        },
        row -> {
          consumer.accept(new Xpath(row.getString(1)), row.getString(2));
        });
  }

  List<Fragment> referring(long anchor, Referring to) {
    SchemaNode kind = to.leaf().fragmentNode();
    Set<String> values = to.values();
    return jdbc.query(
        values == null ? OF_ONE_KIND : REFERRING_TO,
        statement -> {
          int next = setKind(statement, anchor, kind, to.ranges());
          if (values != null) {
            next = setLeaf(statement, next, to.leaf());
            statement.setArray(next, SqlArrays.of(statement, "text", values));
          }
        },
        (row, n) -> fragment(kind, row));
  }

  void all(long anchor, SchemaNode kind, Consumer<Fragment> consumer) {
    Range range = Touched.reach(Xpath.ROOT, kind.root(), kind);
    jdbc.query(
        OF_ONE_KIND,
        statement -> {
          statement.setFetchSize(FETCHED);
          setKind(statement, anchor, kind, List.of(range));
        },
        row -> {
          consumer.accept(fragment(kind, row));
        });
  }

  private static Fragment fragment(SchemaNode kind, ResultSet row) throws SQLException {
    return new Fragment(
        kind, kind.depth(), new Xpath(row.getString(1)), Leaves.parse(row.getBytes(2)));
  }

  Optional<Target> firstMissing(long anchor, List<Target> targets) {
    if (targets.isEmpty()) {
      return Optional.empty();
    }
    return jdbc
        .query(
            FIRST_MISSING,
            statement -> {
              statement.setArray(
                  1, SqlArrays.of(statement, "text", targets, t -> t.range().first()));
              statement.setArray(
                  2, SqlArrays.of(statement, "text", targets, t -> t.range().beyond()));
              statement.setArray(3, SqlArrays.of(statement, "int4", targets, Target::depth));
              statement.setArray(4, SqlArrays.of(statement, "text", targets, Target::pattern));
              statement.setArray(5, SqlArrays.of(statement, "text", targets, Target::leaf));
              statement.setArray(6, SqlArrays.of(statement, "text", targets, Target::value));
              statement.setLong(7, anchor);
            },
            (row, n) -> targets.get(row.getInt(1) - 1))
        .stream()
        .findFirst();
  }

  private static int setKind(
      PreparedStatement statement, long anchor, SchemaNode kind, List<Range> ranges)
      throws SQLException {
    String step = "/" + kind.name() + (kind.kind() == SchemaNode.Kind.LIST ? "[" : "");
    statement.setArray(1, SqlArrays.of(statement, "text", ranges, Range::first));
    statement.setArray(2, SqlArrays.of(statement, "text", ranges, Range::beyond));
    statement.setLong(3, anchor);
    statement.setInt(4, kind.depth());
    statement.setString(5, step);
    statement.setString(6, "^" + kind.xpathPattern() + "$");
    return 7;
  }

  private static int setLeaf(PreparedStatement statement, int first, SchemaNode leaf)
      throws SQLException {
    for (int i = 0; i < 3; i++) {
      statement.setString(first + i, leaf.name());
    }
    return first + 3;
  }
}
