package org.reprise.cps.data;

import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fragments in the database: every statement on them. A payload is one statement, however many
 * fragments it has.
 *
 * <p>A subtree is the range of xpaths from {@code p/} to before {@code p0}, and the entries of a
 * list from {@code p[} to before {@code p\}: in byte order, 0 follows the slash and the backslash
 * follows the bracket.
 */
final class Fragments {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  // A position has the number of the write in its upper bits and the place within the payload in
  // the lower 20, so that later writes have higher positions.
  private static final String INSERT =
      """
      insert into fragment (anchor_id, xpath, depth, position, attributes)
      select %s, f.xpath, f.depth, w.number * 1048576 + f.place, f.attributes::jsonb
      from (select nextval('write_number') as number) w,
           %s
           unnest(?::text[], ?::smallint[], ?::text[], ?::int[])
             as f (xpath, depth, attributes, place)\
      """;

  // Locks the anchor in share mode: against deletion, and against the other writers, whose lock
  // excludes this one, so that they see all of these fragments or none. Several requests can create
  // fragments at the root at the same time; the primary key prevents duplicates.
  private static final String CREATE_AT_ROOT =
      INSERT.formatted("a.id", "(select id from anchor where id = ? for share) a,");

  private static final String CREATE_FIRST =
      INSERT.formatted(
          "a.id",
          """
          (select id from anchor
           where id = ? and not reference_ends_kept
             and not exists (select from fragment where anchor_id = anchor.id)
           for share) a,\
          """);

  private static final String CREATE_BELOW =
      INSERT.formatted(
          "p.anchor_id", "(select anchor_id from fragment where anchor_id = ? and xpath = ?) p,");

  private static final String STORE =
      INSERT.formatted("a.id", "(select ?::bigint as id) a,")
          + " on conflict (anchor_id, xpath) do update set attributes = ";

  // A fragment that replaces one of the same xpath keeps its position among its siblings. Those
  // below it, and a list's new content, are in the payload's order.
  private static final String POSITION =
      ", position = case when fragment.depth > ? then excluded.position else fragment.position end";

  private static final String REPLACE = STORE + "excluded.attributes" + POSITION;
  private static final String MERGE = STORE + "fragment.attributes || excluded.attributes";

  // Replaces below one parent, and deletes what one range has beyond that, in one statement.
  private static final String REPLACE_RANGE =
      """
      with removed as (
        delete from fragment
        where anchor_id = ? and xpath >= ? and xpath < ? and xpath <> all (?::text[]))
      """
          + INSERT.formatted(
              "a.id",
              """
              (select id from anchor
               where id = ?
                 and (? = '' or exists (select from fragment where anchor_id = ? and xpath = ?))) a,\
              """)
          + " on conflict (anchor_id, xpath) do update set attributes = excluded.attributes"
          + POSITION;

  // Locks an anchor's row against the other writers. The driver sends it together with the
  // statement that follows. Where there is no transaction, the server makes one of the two, in
  // which the second statement sees all that was committed before the lock was acquired.
  private static final String LOCK = "select id from anchor where id = ? for no key update;\n";

  private static final String LOCK_AND_CREATE_BELOW = LOCK + CREATE_BELOW;
  private static final String LOCK_AND_REPLACE_RANGE = LOCK + REPLACE_RANGE;

  private static final String CHANGE =
      """
      update fragment f
      set attributes =
        (f.attributes - array(select jsonb_array_elements_text(c.dropped::jsonb)))
          || c.attributes::jsonb
      from unnest(?::text[], ?::text[], ?::text[]) as c (xpath, attributes, dropped)
      where f.anchor_id = ? and f.xpath = c.xpath\
      """;

  private static final String DELETE_RANGES =
      """
      delete from fragment f
      using unnest(?::text[], ?::text[]) as removed (first, beyond)
      where f.anchor_id = ? and f.xpath >= removed.first and f.xpath < removed.beyond
        and f.xpath <> all (?::text[])\
      """;

  private final JdbcTemplate jdbc;

  Fragments(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Stores new fragments; returns how many, 0 when the anchor does not exist. */
  int createAtRoot(long anchor, List<Fragment> fragments) {
    return create(CREATE_AT_ROOT, anchor, fragments);
  }

  /**
   * Stores the first fragments of an anchor that has no rows of {@link ReferenceEnds}; returns how
   * many, 0 when there is no such anchor.
   */
  int createFirst(long anchor, List<Fragment> fragments) {
    return create(CREATE_FIRST, anchor, fragments);
  }

  private int create(String sql, long anchor, List<Fragment> fragments, Object... more) {
    return jdbc.update(
        sql,
        statement -> {
          statement.setLong(1, anchor);
          FragmentColumns.of(fragments).set(statement, 2);
          for (int i = 0; i < more.length; i++) {
            statement.setObject(6 + i, more[i]);
          }
        });
  }

  /**
   * Stores new fragments in a transaction of its own, with the anchor locked; returns how many, 0
   * when there is no anchor or no parent.
   */
  int lockAndCreateBelow(long anchor, Xpath parent, List<Fragment> fragments) {
    return lockAnd(LOCK_AND_CREATE_BELOW, anchor, below(anchor, parent, fragments));
  }

  private static PreparedStatementSetter below(
      long anchor, Xpath parent, List<Fragment> fragments) {
    return statement -> {
      statement.setLong(2, anchor);
      statement.setString(3, parent.text());
      FragmentColumns.of(fragments).set(statement, 4);
    };
  }

  private int lockAnd(String statements, long anchor, PreparedStatementSetter second) {
    Integer count =
        jdbc.execute(
            statements,
            (PreparedStatement statement) -> {
              if (!statement.getConnection().getAutoCommit()) {
                throw new IllegalStateException("for use without a transaction around it");
              }
              statement.setLong(1, anchor);
              second.setValues(statement);
              statement.execute();
              statement.getMoreResults();
              return statement.getUpdateCount();
            });
    return Objects.requireNonNull(count);
  }

  /**
   * Stores fragments in place of those that have the same xpaths.
   *
   * @param kept depth of the fragments that keep their position among their siblings
   */
  void replace(long anchor, List<Fragment> fragments, int kept) {
    create(REPLACE, anchor, fragments, kept);
  }

  void merge(long anchor, List<Fragment> fragments) {
    create(MERGE, anchor, fragments);
  }

  /**
   * Stores fragments in place of a range; returns how many, 0 when there is no parent.
   *
   * @param parent may be the root
   * @param kept depth of the fragments that keep their position among their siblings
   */
  int replaceRange(long anchor, Xpath parent, Range range, List<Fragment> fragments, int kept) {
    return jdbc.update(REPLACE_RANGE, inRange(0, anchor, parent, range, fragments, kept));
  }

  /** The same in its own transaction, with the anchor locked; 0 also when there is no anchor. */
  int lockAndReplaceRange(
      long anchor, Xpath parent, Range range, List<Fragment> fragments, int kept) {
    return lockAnd(
        LOCK_AND_REPLACE_RANGE, anchor, inRange(1, anchor, parent, range, fragments, kept));
  }

  private static PreparedStatementSetter inRange(
      int before, long anchor, Xpath parent, Range range, List<Fragment> fragments, int kept) {
    List<String> keep = texts(fragments.stream().map(Fragment::xpath).toList());
    return statement -> {
      statement.setLong(before + 1, anchor);
      statement.setString(before + 2, range.first());
      statement.setString(before + 3, range.beyond());
      statement.setArray(before + 4, SqlArrays.of(statement, "text", keep));
      statement.setLong(before + 5, anchor);
      statement.setString(before + 6, parent.text());
      statement.setLong(before + 7, anchor);
      statement.setString(before + 8, parent.text());
      FragmentColumns.of(fragments).set(statement, before + 9);
      statement.setInt(before + 13, kept);
    };
  }

  /**
   * A change of a fragment's leafs.
   *
   * @param dropped names of leafs that it loses
   */
  record LeafChange(Xpath xpath, Map<String, Object> leaves, Collection<String> dropped) {}

  /** Changes leafs of those of the fragments that are there; returns how many were. */
  int change(long anchor, Collection<LeafChange> changes) {
    if (changes.isEmpty()) {
      return 0;
    }
    List<String> xpaths = new ArrayList<>();
    List<String> attributes = new ArrayList<>();
    List<String> dropped = new ArrayList<>();
    for (LeafChange change : changes) {
      xpaths.add(change.xpath.text());
      attributes.add(JSON.writeValueAsString(change.leaves));
      dropped.add(JSON.writeValueAsString(change.dropped));
    }
    return jdbc.update(
        CHANGE,
        statement -> {
          statement.setArray(1, SqlArrays.of(statement, "text", xpaths));
          statement.setArray(2, SqlArrays.of(statement, "text", attributes));
          statement.setArray(3, SqlArrays.of(statement, "text", dropped));
          statement.setLong(4, anchor);
        });
  }

  private boolean exists(long anchor, Xpath xpath) {
    return Boolean.TRUE.equals(
        jdbc.queryForObject(
            "select exists (select 1 from fragment where anchor_id = ? and xpath = ?)",
            Boolean.class,
            anchor,
            xpath.text()));
  }

  /**
   * Requires the node that a write addresses; the root is always there.
   *
   * @throws DataNodeNotFound where it has no data
   */
  void requireNode(AnchorRef anchor, Writes.Place at) {
    if (!at.path().isRoot() && !exists(at.anchor().id(), at.path().xpath())) {
      throw new DataNodeNotFound(anchor, at.path().xpath());
    }
  }

  List<Xpath> existing(long anchor, List<Xpath> xpaths) {
    return jdbc.query(
        "select xpath from fragment where anchor_id = ? and xpath = any (?::text[])",
        statement -> {
          statement.setLong(1, anchor);
          statement.setArray(2, SqlArrays.of(statement, "text", texts(xpaths)));
        },
        (row, n) -> new Xpath(row.getString(1)));
  }

  Map<Xpath, Map<String, Object>> leaves(long anchor, List<Xpath> xpaths) {
    Map<Xpath, Map<String, Object>> leaves = new HashMap<>();
    jdbc.query(
        "select xpath, attributes from fragment where anchor_id = ? and xpath = any (?::text[])",
        statement -> {
          statement.setLong(1, anchor);
          statement.setArray(2, SqlArrays.of(statement, "text", texts(xpaths)));
        },
        row -> {
          leaves.put(new Xpath(row.getString(1)), Leaves.parse(row.getBytes(2)));
        });
    return leaves;
  }

  /** Deletes a node, or all entries of a list, with what is below; returns how many fragments. */
  int delete(long anchor, DataPath path) {
    return delete(anchor, Range.all(path.xpath(), path.wholeList()), List.of());
  }

  int delete(long anchor, List<Range> ranges, List<Xpath> keep) {
    return jdbc.update(
        DELETE_RANGES,
        statement -> {
          statement.setArray(
              1, SqlArrays.of(statement, "text", ranges.stream().map(Range::first).toList()));
          statement.setArray(
              2, SqlArrays.of(statement, "text", ranges.stream().map(Range::beyond).toList()));
          statement.setLong(3, anchor);
          statement.setArray(4, SqlArrays.of(statement, "text", texts(keep)));
        });
  }

  private static List<String> texts(List<Xpath> xpaths) {
    return xpaths.stream().map(Xpath::text).toList();
  }

  /** A range of xpaths in byte order. */
  record Range(String first, String beyond) {
    static Range below(Xpath xpath) {
      return new Range(xpath.text() + "/", xpath.text() + "0");
    }

    static Range entries(Xpath list) {
      return new Range(list.text() + "[", list.text() + "\\");
    }

    static Range exactly(Xpath xpath) {
      return new Range(xpath.text(), xpath.text() + "\u0001");
    }

    /** A node with what is below it, or all entries of a list with what is below them. */
    static List<Range> all(Xpath xpath, boolean wholeList) {
      return wholeList ? List.of(entries(xpath)) : List.of(exactly(xpath), below(xpath));
    }
  }
}
