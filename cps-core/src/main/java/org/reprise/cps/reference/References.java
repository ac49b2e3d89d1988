package org.reprise.cps.reference;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Fragments.Range;
import org.reprise.cps.fragment.Region;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.reference.Reference.Target;
import org.reprise.cps.schema.Leafref;
import org.reprise.cps.schema.Leafref.KeyCondition;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/**
 * Checks leafrefs that require an instance (RFC 7950, section 9.9.3), which yangtools' codecs do
 * not: what a write refers to must exist, and what others refer to must not disappear.
 *
 * <p>A path that goes down from within a list entry is followed within that entry, however many
 * others there are. The ends of all other references are in a table, by what they refer to.
 */
public final class References {
  private static final int BATCH = 1_000;

  /** Ranges of xpaths that one write may look for references in: some 60 MB of the heap. */
  private static final int MAX_RANGES = 250_000;

  private final ReferenceTable table;
  private final ReferenceEnds ends;
  private final Fragments fragments;

  public References(DataSource dataSource, Fragments fragments) {
    this.table = new ReferenceTable(dataSource);
    this.ends = new ReferenceEnds(dataSource, table, fragments);
    this.fragments = fragments;
  }

  /**
   * Fragments whose references a write may break, or lead elsewhere.
   *
   * @param leaf that refers
   * @param ranges where they may be
   * @param values that the write may take away; null for those whose conditions compare keys with
   *     leafs that it changes, whatever they refer to
   */
  record Referrers(SchemaNode leaf, List<Range> ranges, @Nullable Set<String> values) {}

  /**
   * What a write may break.
   *
   * @param touched what the write replaces or removes
   * @param referring fragments to check as if they were written
   * @param targets what references anywhere may no longer have
   * @param ends whether rows of {@link ReferenceEnds} change or are needed
   */
  public record Impact(
      List<Region> touched, List<Referrers> referring, Set<UUID> targets, boolean ends) {}

  /**
   * Returns whether storing nodes in place of what is touched keeps all references without a look
   * at anything else, and changes no row of {@link ReferenceEnds}.
   */
  public static boolean hold(YangSchema schema, List<Fragment> nodes, List<Region> touched) {
    return !mayBreak(schema, touched)
        && !ReferenceEnds.affectsRows(schema, nodes, touched)
        && unsatisfied(collect(nodes), nodes).isEmpty();
  }

  /** Returns whether nodes have all that they refer to where they are the first of their anchor. */
  public static boolean holdAlone(List<Fragment> nodes) {
    return nodes.size() <= ReferenceEnds.MAX_WITHOUT
        && unsatisfied(collect(nodes), nodes).isEmpty();
  }

  private static boolean mayBreak(YangSchema schema, List<Region> touched) {
    return schema.leafrefs().stream()
        .anyMatch(leaf ->
            touched.stream().anyMatch(one -> mayRemoveTargets(leaf, one))
                || !compared(leaf, touched).isEmpty());
  }

  // Where the node is removed from which the path goes down, the reference is removed, too.
  private static boolean mayRemoveTargets(SchemaNode leaf, Region touched) {
    Leafref to = Reference.leafref(leaf);
    return touched.covers(to.target().fragmentNode())
        && !(touched.subtree() && touched.covers(to.base()));
  }

  private static boolean mayChangeKey(SchemaNode leaf, KeyCondition key, Region touched) {
    return touched.covers(key.holder())
        && key.holder() != leaf.fragmentNode()
        && !(touched.subtree() && touched.covers(leaf));
  }

  /** Looks up what a write may break, after the anchor is locked and before it changes. */
  public Impact affected(
      long anchor, YangSchema schema, List<Fragment> written, List<Region> touched) {
    boolean withEnds = ReferenceEnds.affectsRows(schema, written, touched);
    if (withEnds && !written.isEmpty()) {
      ends.complete(anchor, schema);
    }
    List<Referrers> referring = new ArrayList<>();
    Set<SchemaNode> anywhere = new LinkedHashSet<>();
    int allRanges = 0;
    for (SchemaNode leaf : schema.leafrefs()) {
      Set<Range> compared = compared(leaf, touched);
      if (!compared.isEmpty()) {
        referring.add(new Referrers(leaf, List.copyOf(compared), null));
        allRanges += compared.size();
      }
      List<Region> removing = touched.stream().filter(one -> mayRemoveTargets(leaf, one)).toList();
      SchemaNode target = Reference.leafref(leaf).target();
      if (!removing.isEmpty() && ReferenceEnds.keepsReferences(leaf)) {
        anywhere.add(target);
      } else if (!removing.isEmpty()) {
        Set<String> values = new HashSet<>();
        table.values(anchor, target, reach(removing, target), (xpath, value) -> values.add(value));
        if (!values.isEmpty()) {
          SchemaNode base = Reference.leafref(leaf).base();
          List<Range> ranges =
              removing.stream().map(one -> around(one, base, leaf)).distinct().toList();
          referring.add(new Referrers(leaf, ranges, values));
          allRanges += ranges.size();
        }
      }
      if (allRanges > MAX_RANGES) {
        throw new InvalidData(
            "Leafrefs in more than %d places may refer to what this changes: send it in parts."
                .formatted(MAX_RANGES));
      }
    }
    Set<UUID> targets = new HashSet<>();
    for (SchemaNode target : anywhere) {
      List<Region> removing =
          touched.stream().filter(one -> one.covers(target.fragmentNode())).toList();
      List<SchemaNode> leaves =
          target.fragmentNode().referredToBy().stream()
              .filter(leaf -> Reference.leafref(leaf).target() == target)
              .filter(ReferenceEnds::keepsReferences)
              .toList();
      table.values(
          anchor,
          target,
          reach(removing, target),
          (xpath, value) ->
              leaves.forEach(leaf -> targets.add(TargetKey.ofTarget(leaf, xpath, value).id())));
    }
    return new Impact(touched, referring, targets, withEnds);
  }

  private static Set<Range> compared(SchemaNode leaf, List<Region> touched) {
    Set<Range> ranges = new LinkedHashSet<>();
    for (Region one : touched) {
      for (KeyCondition key : Reference.leafref(leaf).keys()) {
        if (mayChangeKey(leaf, key, one)) {
          ranges.add(around(one, leaf.ancestor(key.up()), leaf));
        }
      }
    }
    return ranges;
  }

  private static List<Range> reach(List<Region> touched, SchemaNode target) {
    return touched.stream().map(one -> one.reach(target.fragmentNode())).distinct().toList();
  }

  // Where values of a leaf are below the same node of the kind "base" as what is touched.
  private static Range around(Region one, SchemaNode base, SchemaNode leaf) {
    return Region.reach(one.above(base), base, leaf.fragmentNode());
  }

  /**
   * Checks the anchor after a change, within its transaction, and keeps the table of ends.
   *
   * @param whole whether the nodes have all their leafs; else they were merged with what is there
   * @param affected what the change may have taken away
   * @throws InvalidData for a reference that leads nowhere
   */
  public void check(
      long anchor, YangSchema schema, List<Fragment> written, boolean whole, Impact affected) {
    Map<Xpath, Fragment> changed = changed(anchor, written, whole, affected);
    Set<Reference> references =
        new LinkedHashSet<>(unsatisfied(collect(changed.values()), whole ? written : List.of()));
    Map<Xpath, Map<String, Object>> leaves = new LinkedHashMap<>();
    if (whole) {
      written.forEach(node -> leaves.put(node.xpath(), node.leaves()));
    }
    changed.values().forEach(node -> leaves.put(node.xpath(), node.leaves()));
    if (affected.ends) {
      // Where the change only removed something, its data needed no rows before.
      boolean completed = written.isEmpty() && ends.complete(anchor, schema);
      if (!completed) {
        ends.replace(
            anchor, ranges(affected, changed.values()), ends.ends(anchor, changed.values()));
      }
      references.addAll(danglingReferences(anchor, schema, affected.targets, leaves));
    }
    require(anchor, references, leaves);
  }

  // The fragments with references or targets that are new or have new leafs, that compare with such
  // leafs, or that refer to what may be gone.
  private Map<Xpath, Fragment> changed(
      long anchor, List<Fragment> written, boolean whole, Impact affected) {
    Map<Xpath, Fragment> changed = new LinkedHashMap<>();
    Map<Xpath, Fragment> partlyWritten = new LinkedHashMap<>();
    for (Fragment node : written) {
      if (isEnd(node.schema())) {
        (whole ? changed : partlyWritten).put(node.xpath(), node);
      }
    }
    for (Region one : affected.touched) {
      if (!one.subtree() && isEnd(one.schema()) && !changed.containsKey(one.xpath())) {
        partlyWritten.put(one.xpath(), new Fragment(one.schema(), one.xpath()));
      }
    }
    fragments
        .leaves(anchor, partlyWritten.keySet())
        .forEach((xpath, leaves) -> {
          SchemaNode kind = Objects.requireNonNull(partlyWritten.get(xpath)).schema();
          changed.put(xpath, new Fragment(kind, xpath, leaves));
        });
    for (Referrers one : affected.referring) {
      for (Fragment node : table.referring(anchor, one.leaf, one.ranges, one.values)) {
        changed.putIfAbsent(node.xpath(), node);
      }
    }
    return changed;
  }

  private static boolean isEnd(SchemaNode kind) {
    return !kind.leafrefs().isEmpty() || ReferenceEnds.mayHaveRows(kind);
  }

  // Where rows of ends are that are there no longer, or are stored anew.
  private static List<Range> ranges(Impact affected, Collection<Fragment> changed) {
    Set<Range> ranges = new LinkedHashSet<>(Region.ranges(affected.touched));
    if (!affected.referring.isEmpty()) {
      changed.forEach(node -> ranges.add(Range.exactly(node.xpath())));
    }
    return List.copyOf(ranges);
  }

  // References to targets that no longer exist: one for each such target.
  private List<Reference> danglingReferences(
      long anchor, YangSchema schema, Set<UUID> targets, Map<Xpath, Map<String, Object>> leaves) {
    Set<Xpath> xpaths = ends.danglingReferences(anchor, targets);
    if (xpaths.isEmpty()) {
      return List.of();
    }
    List<Reference> references = new ArrayList<>();
    fragments
        .leaves(anchor, xpaths)
        .forEach((xpath, found) -> {
          leaves.put(xpath, found);
          SchemaNode kind = schema.locate(xpath.text()).schema();
          Fragment node = new Fragment(kind, xpath, found);
          kind.leafrefs().stream()
              .filter(ReferenceEnds::keepsReferences)
              .forEach(leaf -> Reference.collect(node, leaf, references));
        });
    Reference.addHolders(references, leaves, holders -> fragments.leaves(anchor, holders));
    references.removeIf(reference -> {
      TargetKey key = reference.key(leaves);
      return key == null || !targets.contains(key.id());
    });
    return references;
  }

  private void require(
      long anchor, Set<Reference> references, Map<Xpath, Map<String, Object>> leaves) {
    Reference.addHolders(references, leaves, holders -> fragments.leaves(anchor, holders));
    // What is looked for has the xpath where it may be: for all together that may fill the heap.
    Lists.partition(List.copyOf(references), BATCH).forEach(some -> require(anchor, some, leaves));
  }

  private void require(
      long anchor, List<Reference> references, Map<Xpath, Map<String, Object>> leaves) {
    Map<Target, Reference> places = new LinkedHashMap<>();
    Map<TargetKey, Reference> keys = new LinkedHashMap<>();
    for (Reference reference : references) {
      TargetKey key = reference.key(leaves);
      if (key == null) {
        throw new InvalidData(reference.toString());
      } else if (ReferenceEnds.keepsTargets(reference.leaf())) {
        keys.putIfAbsent(key, reference);
      } else {
        places.putIfAbsent(reference.target(leaves), reference);
      }
    }
    // These first: where what is compared with is missing, the others are, too.
    ends.firstMissing(anchor, List.copyOf(keys.keySet()))
        .map(keys::get)
        .or(() -> table.firstMissing(anchor, List.copyOf(places.keySet())).map(places::get))
        .ifPresent(missing -> {
          throw new InvalidData(missing.toString());
        });
  }

  private static List<Reference> collect(Iterable<Fragment> nodes) {
    List<Reference> references = new ArrayList<>();
    for (Fragment node : nodes) {
      for (SchemaNode leaf : node.schema().leafrefs()) {
        Reference.collect(node, leaf, references);
      }
    }
    return references;
  }

  private static List<Reference> unsatisfied(List<Reference> references, List<Fragment> nodes) {
    if (references.isEmpty() || nodes.isEmpty()) {
      return references;
    }
    Map<Xpath, Map<String, Object>> leaves = new HashMap<>();
    Set<TargetKey> targets = new HashSet<>();
    for (Fragment node : nodes) {
      leaves.put(node.xpath(), node.leaves());
      node.schema()
          .referredToBy()
          .forEach(referring -> targets.addAll(Reference.targets(node, referring)));
    }
    return references.stream()
        .filter(reference -> {
          TargetKey key = reference.key(leaves);
          return key == null || !targets.contains(key);
        })
        .toList();
  }
}
