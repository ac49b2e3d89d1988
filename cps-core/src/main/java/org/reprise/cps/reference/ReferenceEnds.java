package org.reprise.cps.reference;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Fragments.Range;
import org.reprise.cps.fragment.Region;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.Leafref;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table of reference ends: for leafrefs that look in the whole anchor, one row for each value
 * that refers, and one for each that may be referred to, unless its xpath says it. So what refers
 * to a value, and whether another leaf has it, is found however much the anchor holds.
 *
 * <p>The rows change with the fragments, in the transactions that lock the anchor; writes that
 * affect no row do not use the table. An anchor has rows from the first write on that affects some.
 */
final class ReferenceEnds {
  // Measured with ten threads: to store the report's tree takes 1.5 to 2 times as long as to create
  // its anchor; with rows from the beginning, 3.2 to 4 times.
  /** The most fragments that an anchor begins with without rows. */
  static final int MAX_WITHOUT = 1_000;

  private static final String KEEP =
      """
      update anchor set reference_ends_kept = true where id = ? and not reference_ends_kept
      returning exists (select from fragment where anchor_id = anchor.id)\
      """;

  private static final String DELETE =
      """
      delete from reference_end e
      using unnest(?::text[], ?::text[]) as removed (first, beyond)
      where e.anchor_id = ? and e.xpath >= removed.first and e.xpath < removed.beyond\
      """;

  private static final String INSERT =
      """
      insert into reference_end (anchor_id, xpath, refers, target)
      select ?, e.xpath, e.refers, e.target
      from unnest(?::text[], ?::boolean[], ?::uuid[]) as e (xpath, refers, target)
      order by e.xpath, e.refers, e.target
      on conflict do nothing\
      """;

  // One of the references to a target is enough: the others have the same target.
  private static final String DANGLING =
      """
      select e.xpath
      from unnest(?::uuid[]) as t (target)
      cross join lateral (
        select r.xpath from reference_end r
        where r.anchor_id = ? and r.target = t.target and r.refers
        limit 1) e
      where not exists (
        select from reference_end o
        where o.anchor_id = ? and o.target = t.target and not o.refers)\
      """;

  private static final String FIRST_MISSING =
      """
      select t.number
      from unnest(?::uuid[]) with ordinality as t (target, number)
      where not exists (
        select from reference_end e
        where e.anchor_id = ? and e.target = t.target and not e.refers)
      order by t.number
      limit 1\
      """;

  /** An end of a reference: a fragment whose leaf refers, or may be referred to. */
  record End(Xpath xpath, boolean refers, UUID target) {}

  private final JdbcTemplate jdbc;
  private final ReferenceTable table;
  private final Fragments fragments;

  ReferenceEnds(DataSource dataSource, ReferenceTable table, Fragments fragments) {
    this.jdbc = new JdbcTemplate(dataSource);
    this.table = table;
    this.fragments = fragments;
  }

  /** Whether values that refer have rows: those of leafrefs that look in the whole anchor. */
  static boolean keepsReferences(SchemaNode leafref) {
    return Reference.leafref(leafref).isAnchorWide();
  }

  /** Whether values that may be referred to have rows, too: where no xpath says where they are. */
  static boolean keepsTargets(SchemaNode leafref) {
    return keepsReferences(leafref) && !Reference.leafref(leafref).namesOneNode();
  }

  static boolean mayHaveRows(SchemaNode kind) {
    return kind.leafrefs().stream().anyMatch(ReferenceEnds::keepsReferences)
        || kind.referredToBy().stream().anyMatch(ReferenceEnds::keepsTargets);
  }

  static boolean affectsRows(YangSchema schema, List<Fragment> written, List<Region> touched) {
    return schema.leafrefs().stream()
            .filter(ReferenceEnds::keepsReferences)
            .anyMatch(leaf -> touched.stream().anyMatch(one -> affectsRows(leaf, one)))
        || written.stream().anyMatch(node -> mayHaveRows(node.schema()));
  }

  private static boolean affectsRows(SchemaNode leaf, Region touched) {
    Leafref to = Reference.leafref(leaf);
    return touched.covers(leaf.fragmentNode())
        || touched.covers(to.target().fragmentNode())
        || to.keys().stream().anyMatch(key -> touched.covers(key.holder()));
  }

  /** The rows of fragments, but for those of references that lead nowhere. */
  Set<End> ends(long anchor, Collection<Fragment> nodes) {
    Set<End> ends = new LinkedHashSet<>();
    List<Reference> references = new ArrayList<>();
    Map<Xpath, Map<String, Object>> leaves = new LinkedHashMap<>();
    for (Fragment node : nodes) {
      leaves.put(node.xpath(), node.leaves());
      node.schema().leafrefs().stream()
          .filter(ReferenceEnds::keepsReferences)
          .forEach(leaf -> Reference.collect(node, leaf, references));
      node.schema().referredToBy().stream()
          .filter(ReferenceEnds::keepsTargets)
          .flatMap(leaf -> Reference.targets(node, leaf).stream())
          .forEach(key -> ends.add(new End(node.xpath(), false, key.id())));
    }
    Reference.addHolders(references, leaves, holders -> fragments.leaves(anchor, holders));
    for (Reference reference : references) {
      TargetKey key = reference.key(leaves);
      if (key != null) {
        ends.add(new End(reference.xpath(), true, key.id()));
      }
    }
    return ends;
  }

  /**
   * Stores the rows of an anchor's data, unless that was done before: returns whether it did. Then
   * there are few: an anchor begins with {@value #MAX_WITHOUT} fragments at most without rows, and
   * no write without rows adds others that would have some.
   */
  boolean complete(long anchor, YangSchema schema) {
    var hasData = jdbc.queryForList(KEEP, Boolean.class, anchor);
    if (hasData.contains(true)) {
      List<Fragment> nodes = new ArrayList<>();
      for (SchemaNode kind : kinds(schema)) {
        Range all = Region.reach(Xpath.ROOT, schema.root(), kind);
        nodes.addAll(table.referring(anchor, kind, List.of(all), null));
      }
      insert(anchor, ends(anchor, nodes));
    }
    return !hasData.isEmpty();
  }

  private static List<SchemaNode> kinds(YangSchema schema) {
    return schema.leafrefs().stream()
        .filter(ReferenceEnds::keepsReferences)
        .flatMap(
            leaf -> Stream.of(leaf.fragmentNode(), Reference.leafref(leaf).target().fragmentNode()))
        .filter(ReferenceEnds::mayHaveRows)
        .distinct()
        .toList();
  }

  void replace(long anchor, List<Range> removed, Set<End> ends) {
    if (!removed.isEmpty()) {
      jdbc.update(
          DELETE,
          Fragments.texts(removed, Range::first),
          Fragments.texts(removed, Range::beyond),
          anchor);
    }
    insert(anchor, ends);
  }

  private void insert(long anchor, Set<End> ends) {
    if (!ends.isEmpty()) {
      jdbc.update(
          INSERT,
          anchor,
          Fragments.texts(ends, end -> end.xpath.text()),
          ends.stream().map(End::refers).toArray(Boolean[]::new),
          ends.stream().map(End::target).toArray(UUID[]::new));
    }
  }

  /** Returns a fragment for each of the targets that is referred to and no longer exists. */
  Set<Xpath> danglingReferences(long anchor, Set<UUID> targets) {
    if (targets.isEmpty()) {
      return Set.of();
    }
    return new HashSet<>(
        jdbc.query(
            DANGLING,
            (row, n) -> new Xpath(row.getString(1)),
            targets.toArray(UUID[]::new),
            anchor,
            anchor));
  }

  Optional<TargetKey> firstMissing(long anchor, List<TargetKey> targets) {
    UUID[] ids = targets.stream().map(TargetKey::id).toArray(UUID[]::new);
    return ReferenceTable.first(jdbc, FIRST_MISSING, targets, ids, anchor);
  }
}
