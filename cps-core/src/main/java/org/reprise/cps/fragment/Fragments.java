package org.reprise.cps.fragment;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.ObjectArrays;
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
import java.util.function.IntConsumer;
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

  private static final String CREATE_AT_ROOT =
      INSERT.formatted("a.id", "(select id from anchor where id = ?) a,");

  private static final String CREATE_FIRST =
      INSERT.formatted(
          "a.id",
          """
          (select id from anchor
           where id = ? and not reference_ends_kept
             and not exists (select from fragment where anchor_id = anchor.id)) a,\
          """);

  // Locks an anchor's row against the other writers. The driver sends it together with the
  // statement that follows. Where there is no transaction, the server makes one of the two, in
  // which the second statement sees all that was committed before the lock was acquired.
  // That statement takes its general plan: anchors that come and go leave pages in the index that
  // look like costs, so that PostgreSQL would plan it anew again and again.
  private static final String LOCK =
      """
      select set_config('plan_cache_mode', 'force_generic_plan', true) from anchor
      where id = ? for no key update;
      """;

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

  /**
   * Statements that record changes, after all others of their transaction, which has locked the
   * anchor.
   *
   * @param sql a query and an insert, to be appended to other statements; empty for none
   * @param recorded takes how many rows were inserted, within the transaction
   */
  public record Recording(String sql, Object[] arguments, IntConsumer recorded) {
    public static final Recording NONE = new Recording("", new Object[0], count -> {});
  }

  private final JdbcTemplate jdbc;

  /** Created once for each data source. */
  public Fragments(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /** Stores new fragments. */
  public void createAtRoot(long anchor, List<Fragment> fragments) {
    jdbc.update(CREATE_AT_ROOT, arguments(List.of(anchor), fragments));
  }

  /**
   * Locks the anchor and stores new fragments; returns how many, 0 when there is no anchor.
   *
   * @param first whether to store none where the anchor has fragments, or rows of {@link
   *     ReferenceEnds}
   */
  public int createAtOnce(
      long anchor, List<Fragment> fragments, boolean first, Recording recording) {
    String create = first ? CREATE_FIRST : CREATE_AT_ROOT;
    return run(LOCK + create, recording, arguments(List.of(anchor, anchor), fragments));
  }

  private static Object[] arguments(List<?> before, List<Fragment> fragments, Object... after) {
    return Stream.of(before.stream(), columns(fragments), Stream.of(after))
        .flatMap(arguments -> arguments)
        .toArray();
  }

  // Arrays of the xpaths, depths, attributes and places, which are in the order of the fragments.
  // The rows are in that of their xpaths, so that two writers of the same rows wait for each other
  // instead of each holding what the other waits for.
  private static Stream<Object> columns(List<Fragment> fragments) {
    List<Integer> rows = new ArrayList<>(ContiguousSet.closedOpen(0, fragments.size()));
    rows.sort(Comparator.comparing(row -> fragments.get(row).xpath()));
    return Stream.of(
        texts(rows, row -> fragments.get(row).xpath().text()),
        rows.stream().map(row -> (short) fragments.get(row).depth()).toArray(Short[]::new),
        texts(rows, row -> JSON.writeValueAsString(fragments.get(row).leaves())),
        rows.stream().map(row -> row + 1).toArray(Integer[]::new));
  }

  /**
   * Locks the anchor and stores new fragments; returns how many, 0 when there is no anchor or no
   * parent.
   */
  public int lockAndCreateBelow(
      long anchor, Xpath parent, List<Fragment> fragments, Recording recording) {
    Object[] arguments = arguments(List.of(anchor, anchor, parent.text()), fragments);
    return run(LOCK_AND_CREATE_BELOW, recording, arguments);
  }

  /** Records changes that were made before in this transaction. */
  public void record(Recording recording) {
    recording.recorded().accept(run(recording.sql(), Recording.NONE, recording.arguments()));
  }

  // Returns what the second statement changed. Where that is nothing, the caller rolls back.
  private int run(String statements, Recording recording, Object[] arguments) {
    Object[] all = ObjectArrays.concat(arguments, recording.arguments(), Object.class);
    Integer count =
        jdbc.execute(
            statements + ";\n" + recording.sql(),
            (PreparedStatement several) -> {
              new ArgumentPreparedStatementSetter(all).setValues(several);
              several.execute();
              several.getMoreResults();
              int changed = several.getUpdateCount();
              several.getMoreResults();
              several.getMoreResults();
              recording.recorded().accept(several.getUpdateCount());
              return changed;
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
      long anchor, Xpath parent, Range range, List<Fragment> nodes, int kept, Recording recording) {
    String[] keep = texts(nodes, node -> node.xpath().text());
    String below = parent.text();
    List<?> before =
        List.of(anchor, anchor, range.first(), range.beyond(), keep, anchor, below, anchor, below);
    return run(LOCK_AND_REPLACE_RANGE, recording, arguments(before, nodes, kept));
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
