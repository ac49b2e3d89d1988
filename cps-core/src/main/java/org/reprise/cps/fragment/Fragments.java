package org.reprise.cps.fragment;

import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.path.Xpath;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fragments in the database: every statement on them. A payload is one statement, however many
 * fragments it has.
 *
 * <p>A subtree is the range of xpaths from {@code p/} to before {@code p0}, and the entries of a
 * list from {@code p[} to before {@code p\}: in byte order, 0 follows the slash and the backslash
 * follows the bracket.
 */
public final class Fragments {
  private static final JsonMapper JSON = JsonMapper.shared();

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

  // Locks an anchor's row against the other writers. The driver sends it together with the
  // statement that follows. Where there is no transaction, the server makes one of the two, in
  // which the second statement sees all that was committed before the lock was acquired.
  private static final String LOCK = "select id from anchor where id = ? for no key update;\n";

  private static final String LOCK_AND_CREATE_BELOW =
      LOCK
          + INSERT.formatted(
              "p.anchor_id",
              "(select anchor_id from fragment where anchor_id = ? and xpath = ?) p,");

  // PostgreSQL hashes what seems short. It knows the length of an argument, and would go through a
  // long array for each row: a list of 200,000 entries was not replaced within the time-out.
  private static final String NOT_KEPT =
      "xpath not in (select unnest(k.xpaths) from (select ?::text[] as xpaths offset 0) k)";

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
  private static final String LOCK_AND_REPLACE_RANGE =
      LOCK
          + """
          with removed as (
            delete from fragment
            where anchor_id = ? and xpath >= ? and xpath < ? and %s)
          """
              .formatted(NOT_KEPT)
          + INSERT.formatted(
              "a.id",
              """
              (select id from anchor
               where id = ?
                 and (? = '' or exists (select from fragment where anchor_id = ? and xpath = ?))) a,\
              """)
          + " on conflict (anchor_id, xpath) do update set attributes = excluded.attributes"
          + POSITION;

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
        and f.%s\
      """
          .formatted(NOT_KEPT);

  private final JdbcTemplate jdbc;

  /** Created once for each data source. */
  public Fragments(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Stores new fragments; returns how many, 0 when the anchor does not exist.
   *
   * @param lock whether to lock the anchor against others that create fragments at the root
   */
  public int createAtRoot(long anchor, List<Fragment> fragments, boolean lock) {
    return create(CREATE_AT_ROOT, anchor, fragments, lock);
  }

  /**
   * Stores the first fragments of an anchor that has no rows of reference ends; returns how many, 0
   * when there is no such anchor.
   */
  public int createFirst(long anchor, List<Fragment> fragments, boolean lock) {
    return create(CREATE_FIRST, anchor, fragments, lock);
  }

  private int create(String statement, long anchor, List<Fragment> fragments, boolean lock) {
    return lock
        ? lockAnd(LOCK + statement, arguments(List.of(anchor, anchor), fragments))
        : jdbc.update(statement, arguments(List.of(anchor), fragments));
  }

  private static Object[] arguments(List<?> before, List<Fragment> fragments, Object... after) {
    return Stream.of(before.stream(), columns(fragments), Stream.of(after))
        .flatMap(arguments -> arguments)
        .toArray();
  }

  private record Row(Fragment fragment, int place) {}

  // Arrays of the xpaths, depths, attributes and places, which are in the order of the fragments.
  // The rows are in that of their xpaths, so that two writers of the same rows wait for each other
  // instead of each holding what the other waits for.
  private static Stream<Object> columns(List<Fragment> fragments) {
    List<Row> rows = new ArrayList<>(fragments.size());
    for (Fragment fragment : fragments) {
      rows.add(new Row(fragment, rows.size() + 1));
    }
    rows.sort(Comparator.comparing(row -> row.fragment.xpath()));
    return Stream.of(
        rows.stream().map(row -> row.fragment.xpath().text()).toArray(String[]::new),
        rows.stream().map(row -> (short) row.fragment.depth()).toArray(Short[]::new),
        rows.stream()
            .map(row -> JSON.writeValueAsString(row.fragment.leaves()))
            .toArray(String[]::new),
        rows.stream().map(Row::place).toArray(Integer[]::new));
  }

  /**
   * Locks the anchor and stores new fragments; returns how many, 0 when there is no anchor or no
   * parent.
   */
  public int lockAndCreateBelow(long anchor, Xpath parent, List<Fragment> fragments) {
    return lockAnd(
        LOCK_AND_CREATE_BELOW, arguments(List.of(anchor, anchor, parent.text()), fragments));
  }

  private int lockAnd(String statements, Object... arguments) {
    Integer count =
        jdbc.execute(
            statements,
            (PreparedStatement both) -> {
              new ArgumentPreparedStatementSetter(arguments).setValues(both);
              both.execute();
              both.getMoreResults();
              return both.getUpdateCount();
            });
    return Objects.requireNonNull(count);
  }

  /**
   * Stores fragments in place of those that have the same xpaths.
   *
   * @param kept depth of the fragments that keep their position among their siblings
   */
  public void replace(long anchor, List<Fragment> fragments, int kept) {
    jdbc.update(REPLACE, arguments(List.of(anchor), fragments, kept));
  }

  /** Stores fragments; those that are there get the leafs besides the ones they have. */
  public void merge(long anchor, List<Fragment> fragments) {
    jdbc.update(MERGE, arguments(List.of(anchor), fragments));
  }

  /**
   * Locks the anchor and stores fragments in place of a range; returns how many, 0 when there is no
   * anchor or no parent.
   *
   * @param parent may be the root
   * @param kept depth of the fragments that keep their position among their siblings
   */
  public int lockAndReplaceRange(
      long anchor, Xpath parent, Range range, List<Fragment> fragments, int kept) {
    String[] keep = texts(fragments, fragment -> fragment.xpath().text());
    String below = parent.text();
    List<?> before =
        List.of(anchor, anchor, range.first(), range.beyond(), keep, anchor, below, anchor, below);
    return lockAnd(LOCK_AND_REPLACE_RANGE, arguments(before, fragments, kept));
  }

  /**
   * A change of a fragment's leafs.
   *
   * @param dropped names of leafs that it loses
   */
  public record LeafChange(Xpath xpath, Map<String, Object> leaves, Collection<String> dropped) {}

  /** Changes leafs of those of the fragments that are there; returns how many were. */
  public int change(long anchor, Collection<LeafChange> changes) {
    return changes.isEmpty()
        ? 0
        : jdbc.update(
            CHANGE,
            texts(changes, change -> change.xpath.text()),
            texts(changes, change -> JSON.writeValueAsString(change.leaves)),
            texts(changes, change -> JSON.writeValueAsString(change.dropped)),
            anchor);
  }

  /**
   * Requires nodes; the root is always there.
   *
   * @throws DataNodeNotFound for the first that has no data
   */
  public void require(AnchorRef anchor, long id, Collection<Xpath> xpaths) {
    Set<Xpath> missing = new LinkedHashSet<>(xpaths);
    missing.remove(Xpath.ROOT);
    if (missing.isEmpty()) {
      return;
    }
    jdbc.query(
        "select xpath from fragment where anchor_id = ? and xpath = any (?::text[])",
        row -> {
          missing.remove(new Xpath(row.getString(1)));
        },
        id,
        texts(missing, Xpath::text));
    if (!missing.isEmpty()) {
      throw new DataNodeNotFound(anchor, missing.iterator().next());
    }
  }

  /** Returns the leafs of those of the fragments that are there. */
  public Map<Xpath, Map<String, Object>> leaves(long anchor, Collection<Xpath> xpaths) {
    Map<Xpath, Map<String, Object>> leaves = new HashMap<>();
    if (xpaths.isEmpty()) {
      return leaves;
    }
    jdbc.query(
        "select xpath, attributes from fragment where anchor_id = ? and xpath = any (?::text[])",
        row -> {
          leaves.put(new Xpath(row.getString(1)), Leaves.parse(row.getBytes(2)));
        },
        anchor,
        texts(xpaths, Xpath::text));
    return leaves;
  }

  /**
   * Deletes ranges; returns how many fragments.
   *
   * @param keep those within the ranges that stay
   */
  public int delete(long anchor, Collection<Range> ranges, Collection<Xpath> keep) {
    return jdbc.update(
        DELETE_RANGES,
        texts(ranges, Range::first),
        texts(ranges, Range::beyond),
        anchor,
        texts(keep, Xpath::text));
  }

  /** An argument of a statement: an array of one text of each. */
  public static <T> String[] texts(Collection<T> of, Function<T, String> text) {
    return of.stream().map(text).toArray(String[]::new);
  }

  /** A range of xpaths in byte order. */
  public record Range(String first, String beyond) {
    /** All that is below a node. */
    public static Range below(Xpath xpath) {
      return new Range(xpath.text() + "/", xpath.text() + "0");
    }

    /** All entries of a list, with all below them. */
    public static Range entries(Xpath list) {
      return new Range(list.text() + "[", list.text() + "\\");
    }

    /** One node alone. */
    public static Range exactly(Xpath xpath) {
      return new Range(xpath.text(), xpath.text() + "\u0001");
    }

    /** A node with what is below it, or all entries of a list with what is below them. */
    public static List<Range> all(Xpath xpath, boolean wholeList) {
      return wholeList ? List.of(entries(xpath)) : List.of(exactly(xpath), below(xpath));
    }
  }
}
