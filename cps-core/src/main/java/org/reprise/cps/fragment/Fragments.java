package org.reprise.cps.fragment;

import com.google.common.collect.ContiguousSet;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
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
  // the lower 20, so that later writes have higher positions. What exists is asked by argument: by
  // the anchor's column, PostgreSQL may hash all fragments of all anchors.
  private static final String CREATE =
      """
      insert into fragment (anchor_id, xpath, depth, position, attributes)
      select a.id, f.xpath, f.depth, w.number * 1048576 + f.place, f.attributes::jsonb
      from (select nextval('write_number') as number) w,
           (select id from anchor
            where id = ?
              and (? = '' or exists (select from fragment where anchor_id = ? and xpath = ?))
              and (not ? or not reference_ends_kept and not exists (
                select from fragment where anchor_id = ?))) a,
           unnest(?::text[], ?::smallint[], ?::text[], ?::int[])
             as f (xpath, depth, attributes, place)\
      """;

  // A fragment that replaces one of the same xpath keeps its position among its siblings. Those
  // below it, and a list's new content, are in the payload's order.
  private static final String REPLACE =
      CREATE
          + """
           on conflict (anchor_id, xpath) do update
          set attributes = excluded.attributes,
            position =
              case when fragment.depth > ? then excluded.position else fragment.position end\
          """;

  // Locks an anchor's row against the other writers. The driver sends it together with the
  // statements that follow. Where there is no transaction, the server makes one of them, in which
  // they see all that was committed before the lock was acquired.
  // They take their general plans: anchors that come and go leave pages in the index that look like
  // costs, so that PostgreSQL would plan them anew again and again.
  private static final String LOCK =
      """
      select set_config('plan_cache_mode', 'force_generic_plan', true) from anchor
      where id = ? for no key update\
      """;

  private static final String CHANGE =
      """
      update fragment f
      set attributes =
        (f.attributes - array(select jsonb_array_elements_text(c.dropped::jsonb)))
          || c.attributes::jsonb
      from unnest(?::text[], ?::text[], ?::text[]) as c (xpath, attributes, dropped)
      where f.anchor_id = ? and f.xpath = c.xpath\
      """;

  // PostgreSQL hashes what seems short. It knows the length of an argument, and would go through a
  // long array for each row: a list of 200,000 entries was not replaced within the time-out.
  private static final String DELETE =
      """
      delete from fragment f
      using unnest(?::text[], ?::text[]) as removed (first, beyond)
      where f.anchor_id = ? and f.xpath >= removed.first and f.xpath < removed.beyond
        and f.xpath not in (
          select unnest(kept.xpaths) from (select ?::text[] as xpaths offset 0) kept)\
      """;

  /**
   * Statements that record changes, after all others of their transaction, which has locked the
   * anchor.
   *
   * @param statements the last of them inserts; none where nothing is recorded
   * @param recorded takes how many rows were inserted, within the transaction
   */
  public record Recording(List<String> statements, List<Object> arguments, IntConsumer recorded) {
    public static final Recording NONE = new Recording(List.of(), List.of(), count -> {});
  }

  private final JdbcTemplate jdbc;

  public Fragments(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Stores fragments.
   *
   * @param kept depth of the fragments that keep their position where they replace others; null if
   *     they are new ones
   */
  public void store(long anchor, List<Fragment> fragments, @Nullable Integer kept) {
    if (!fragments.isEmpty()) {
      Stream<Object> arguments = arguments(anchor, Xpath.ROOT, false, fragments, kept);
      jdbc.update(kept == null ? CREATE : REPLACE, arguments.toArray());
    }
  }

  /**
   * Locks the anchor, deletes ranges and stores fragments, as {@link #delete} and {@link #store}
   * do. Returns how many it stored: 0 when there is no anchor or no parent, and then the caller
   * rolls back.
   *
   * @param parent may be the root
   * @param first whether to store none where the anchor has fragments, or rows of {@link
   *     ReferenceEnds}
   */
  public int storeAtOnce(
      long anchor,
      Xpath parent,
      boolean first,
      List<Range> removed,
      List<Fragment> fragments,
      @Nullable Integer kept,
      Recording recording) {
    List<String> statements = new ArrayList<>(List.of(LOCK));
    List<Object> arguments = new ArrayList<>(List.of(anchor));
    if (!removed.isEmpty()) {
      statements.add(DELETE);
      arguments.addAll(arguments(anchor, removed, kept == null ? List.of() : fragments));
    }
    statements.add(kept == null ? CREATE : REPLACE);
    arguments(anchor, parent, first, fragments, kept).forEach(arguments::add);
    int storing = statements.size() - 1;
    statements.addAll(recording.statements);
    arguments.addAll(recording.arguments);
    int[] changed = run(statements, arguments);
    recording.recorded.accept(changed[changed.length - 1]);
    return changed[storing];
  }

  // Arrays of the xpaths, depths, attributes and places, which are in the order of the fragments.
  // The rows are in that of their xpaths, so that two writers of the same rows wait for each other
  // instead of each holding what the other waits for.
  private static Stream<Object> arguments(
      long anchor, Xpath parent, boolean first, List<Fragment> fragments, @Nullable Integer kept) {
    List<Integer> rows = new ArrayList<>(ContiguousSet.closedOpen(0, fragments.size()));
    rows.sort(Comparator.comparing(row -> fragments.get(row).xpath()));
    Stream<Object> all =
        Stream.of(
            anchor,
            parent.text(),
            anchor,
            parent.text(),
            first,
            anchor,
            texts(rows, row -> fragments.get(row).xpath().text()),
            rows.stream().map(row -> (short) fragments.get(row).depth()).toArray(Short[]::new),
            texts(rows, row -> JSON.writeValueAsString(fragments.get(row).leaves())),
            rows.stream().map(row -> row + 1).toArray(Integer[]::new));
    return kept == null ? all : Stream.concat(all, Stream.of(kept));
  }

  /** Records changes that were made before in this transaction. */
  public void record(Recording recording) {
    if (!recording.statements.isEmpty()) {
      int[] changed = run(recording.statements, recording.arguments);
      recording.recorded.accept(changed[changed.length - 1]);
    }
  }

  // In one round trip. Returns how many rows each statement changed.
  private int[] run(List<String> statements, List<Object> arguments) {
    int[] changed = new int[statements.size()];
    jdbc.execute(
        String.join(";\n", statements),
        (PreparedStatement several) -> {
          new ArgumentPreparedStatementSetter(arguments.toArray()).setValues(several);
          several.execute();
          for (int i = 0; i < changed.length; i++) {
            changed[i] = several.getUpdateCount();
            several.getMoreResults();
          }
          return changed;
        });
    return changed;
  }

  /** New values of a fragment's leafs, and the names of those that it loses. */
  public record LeafChange(Fragment fragment, Collection<String> dropped) {}

  /** Changes leafs of those of the fragments that are there. */
  public void change(long anchor, Collection<LeafChange> changes) {
    if (!changes.isEmpty()) {
      jdbc.update(
          CHANGE,
          texts(changes, change -> change.fragment.xpath().text()),
          texts(changes, change -> JSON.writeValueAsString(change.fragment.leaves())),
          texts(changes, change -> JSON.writeValueAsString(change.dropped)),
          anchor);
    }
  }

  /** Requires nodes, the root aside; throws DataNodeNotFound for the first without data. */
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

  /** Deletes ranges, but for the fragments to keep; returns how many it deleted. */
  public int delete(long anchor, Collection<Range> ranges, Collection<Fragment> keep) {
    return ranges.isEmpty() ? 0 : jdbc.update(DELETE, arguments(anchor, ranges, keep).toArray());
  }

  private static List<Object> arguments(
      long anchor, Collection<Range> ranges, Collection<Fragment> keep) {
    return List.of(
        texts(ranges, Range::first),
        texts(ranges, Range::beyond),
        anchor,
        texts(keep, fragment -> fragment.xpath().text()));
  }

  /** An argument of a statement: an array of one text of each. */
  public static <T> String[] texts(Collection<T> of, Function<T, String> text) {
    return of.stream().map(text).toArray(String[]::new);
  }

  /** A range of xpaths in byte order. */
  public record Range(String first, String beyond) {
    public static Range below(Xpath xpath) {
      return new Range(xpath.text() + "/", xpath.text() + "0");
    }

    /** All entries of a list, with all below them. */
    public static Range entries(Xpath list) {
      return new Range(list.text() + "[", list.text() + "\\");
    }

    public static Range exactly(Xpath xpath) {
      return new Range(xpath.text(), xpath.text() + "\u0001");
    }
  }
}
