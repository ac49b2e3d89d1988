package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.DataTree;
import org.reprise.cps.fragment.DataTree.StoredFragment;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import tools.jackson.databind.json.JsonMapper;

/** The statements of queries. Each reads all its matches together with their descendants. */
final class Matches {
  private static final JsonMapper JSON = JsonMapper.shared();

  private static final BoundedReads.Query ANCHORS =
      new BoundedReads.Query(
          """
          select a.name, s.digest, a.id
          from anchor a join schema_set s on s.id = a.schema_set_id
          where a.dataspace_id = ?\
          """,
          List.of("name", "digest"),
          "id");

  // Materialized, so that PostgreSQL 18 does not try to eliminate the self-join of the matches and
  // their fragments: on an earlier form of this statement its planner (18.6) crashed.
  private static final String MATCHES =
      """
      with m as materialized (%s), t as materialized (
        select f.anchor_id, f.position, f.depth, f.xpath, f.attributes
        from m join fragment f on f.anchor_id = m.anchor_id and f.xpath = m.xpath
      )
      """;

  private static final String NODES =
      MATCHES
          + """
          select t.xpath, t.attributes, t.position, t.anchor_id, t.position as match
          from t\
          """;

  // A subtree is one range of xpaths: in byte order, 0 follows the slash.
  private static final String SUBTREES =
      MATCHES
          + """
          select t.xpath, t.attributes, t.position, t.anchor_id, t.position as match
          from t
          union all
          select d.xpath, d.attributes, d.position, t.anchor_id, t.position
          from t join fragment d
            on d.anchor_id = t.anchor_id and d.xpath > t.xpath || '/' and d.xpath < t.xpath || '0'
              and d.depth <= t.depth + ?\
          """;

  private static final List<String> LARGE = List.of("xpath", "attributes");

  private final JdbcTemplate jdbc;
  private final BoundedReads reads;

  Matches(DataSource dataSource, BoundedReads reads) {
    this.jdbc = new JdbcTemplate(dataSource);
    this.reads = reads;
  }

  /** An anchor of a dataspace, with the digest of its schema set's sources. */
  record NamedAnchor(String name, String digest, long id) {}

  /** All anchors of a dataspace, sorted by name. */
  List<NamedAnchor> anchors(long dataspaceId, ReadTotal total) {
    return reads
        .rows(
            ANCHORS,
            new Object[] {dataspaceId},
            (row, n) -> new NamedAnchor(row.getString(1), row.getString(2), row.getLong(3)),
            total)
        .stream()
        .sorted(Comparator.comparing(NamedAnchor::name))
        .toList();
  }

  Set<Long> anchorIds(List<Sql> parts) {
    Sql matches = Sql.join(" union ", parts);
    Set<Long> ids = new HashSet<>();
    if (!matches.text().isEmpty()) {
      jdbc.query(
          "select distinct m.anchor_id from (%s) m".formatted(matches.text()),
          row -> {
            ids.add(row.getLong(1));
          },
          matches.values().toArray());
    }
    return ids;
  }

  List<DataNode> nodes(
      long anchor, Collection<Xpath> xpaths, Descendants descendants, ReadTotal total) {
    if (xpaths.isEmpty()) {
      return List.of();
    }
    Sql given =
        Sql.of(
            "select ?::bigint as anchor_id, x.xpath from unnest(?::text[]) as x (xpath)",
            anchor,
            xpaths.stream().map(Xpath::text).toArray(String[]::new));
    return nodes(given, descendants, total).getOrDefault(anchor, List.of());
  }

  private record Row(StoredFragment fragment, long anchor, long match) {}

  Map<Long, List<DataNode>> nodes(Sql matches, Descendants descendants, ReadTotal total) {
    if (matches.text().isEmpty()) {
      return Map.of();
    }
    boolean alone = descendants.levels() == 0;
    Sql sql =
        alone
            ? new Sql(NODES.formatted(matches.text()), matches.values())
            : Sql.concat(
                new Sql(SUBTREES.formatted(matches.text()), matches.values()),
                Sql.of("", Math.min(descendants.levels(), Short.MAX_VALUE)));
    // Each match has its own tree, also a match within another one's tree. Sorted here: the
    // database would sort large results in temporary files.
    Map<Long, SortedMap<Long, List<StoredFragment>>> trees = new HashMap<>();
    BoundedReads.Query query =
        new BoundedReads.Query(sql.text(), LARGE, "position", "anchor_id", "match");
    RowMapper<Row> mapper =
        (row, n) -> new Row(StoredFragment.of(row), row.getLong(4), row.getLong(5));
    for (Row row : reads.rows(query, sql.values().toArray(), mapper, total)) {
      trees
          .computeIfAbsent(row.anchor, anchor -> new TreeMap<>())
          .computeIfAbsent(row.match, match -> new ArrayList<>())
          .add(row.fragment);
    }
    Map<Long, List<DataNode>> nodes = new HashMap<>();
    trees.forEach((anchor, ofAnchor) ->
        nodes.put(
            anchor, ofAnchor.values().stream().flatMap(t -> DataTree.of(t).stream()).toList()));
    return nodes;
  }

  /** The xpaths of several selections' matches, by the selections' names. */
  Map<String, Set<Xpath>> xpaths(Map<String, Selection> selections, ReadTotal total) {
    Map<String, Set<Xpath>> xpaths = new LinkedHashMap<>();
    List<Set<Xpath>> byNumber = new ArrayList<>();
    List<Sql> parts = new ArrayList<>();
    selections.forEach((name, selection) -> {
      Set<Xpath> found = new LinkedHashSet<>();
      xpaths.put(name, found);
      Sql matches = Sql.join(" union ", selection.parts());
      if (!matches.text().isEmpty()) {
        Sql select = Sql.of("select m.xpath, ?::int as number from (", byNumber.size());
        parts.add(Sql.concat(select, matches, Sql.of(") m")));
        byNumber.add(found);
      }
    });
    if (!parts.isEmpty()) {
      Sql sql = Sql.join(" union all ", parts);
      BoundedReads.Query query = new BoundedReads.Query(sql.text(), List.of("xpath"), "number");
      record Numbered(Xpath xpath, int number) {}
      reads
          .rows(
              query,
              sql.values().toArray(),
              (row, n) -> new Numbered(new Xpath(row.getString(1)), row.getInt(2)),
              total)
          .forEach(found -> byNumber.get(found.number).add(found.xpath));
    }
    return xpaths;
  }

  /** The different values of a leaf, or the different lists of values of a leaf-list. */
  List<Object> values(Selection selection, String leaf) {
    List<Sql> parts = selection.valueParts(leaf);
    if (parts.isEmpty()) {
      return List.of();
    }
    Sql matches = Sql.join(" union all ", parts);
    String values =
        "select m.value, min(m.position) as position from (%s) m group by m.value"
            .formatted(matches.text());
    record Positioned(Object value, long position) {}
    return reads
        .rows(
            new BoundedReads.Query(values, List.of("value"), "position"),
            matches.values().toArray(),
            (row, n) ->
                new Positioned(JSON.readValue(row.getString(1), Object.class), row.getLong(2)),
            new ReadTotal())
        .stream()
        .sorted(Comparator.comparingLong(Positioned::position))
        .map(Positioned::value)
        .toList();
  }
}
