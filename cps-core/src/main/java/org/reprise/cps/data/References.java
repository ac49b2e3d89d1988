package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.data.Fragments.Range;
import org.reprise.cps.data.Reference.Target;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.Leafref;
import org.reprise.cps.schema.Leafref.KeyCondition;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/**
 * Checks leafrefs that require an instance (RFC 7950, section 9.9.3), which yangtools' codecs do
 * not: what a write refers to must exist, and what others refer to must not disappear.
 *
 * <p>A reference is looked up where its path leads, and for values that a write takes away only
 * those are looked for that may refer to them: a path from below a list entry is followed within
 * that entry, however many others there are.
 */
final class References {
  private final ReferenceTable table;
  private final Fragments fragments;

  References(ReferenceTable table, Fragments fragments) {
    this.table = table;
    this.fragments = fragments;
  }

  /**
   * References that a write may break.
   *
   * @param leaf a leafref
   * @param ranges where fragments with it may refer to what is changed
   * @param values that are taken away, maybe; null where any value has to be looked at, since the
   *     path's conditions compare with what is changed
   */
  record Affected(SchemaNode leaf, List<Range> ranges, @Nullable Set<String> values) {}

  /** Whether a payload that is stored needs no check: it holds all that it refers to. */
  static boolean hold(List<Fragment> nodes) {
    return unsatisfied(collect(nodes), nodes).isEmpty();
  }

  /** Whether replacing or removing these may leave a reference without its target. */
  static boolean mayBreak(YangSchema schema, List<Touched> touched) {
    return schema.leafrefs().stream()
        .anyMatch(leaf ->
            touched.stream()
                .anyMatch(one -> mayRemoveTargets(leaf, one) || mayChangeKeys(leaf, one)));
  }

  // Where the node is removed from which the path goes down, the reference is removed, too.
  private static boolean mayRemoveTargets(SchemaNode leaf, Touched touched) {
    Leafref to = refer(leaf);
    return touched.covers(to.target().fragmentNode()) && !touched.replacesAll(to.base(leaf));
  }

  private static boolean mayChangeKeys(SchemaNode leaf, Touched touched) {
    return refer(leaf).keys().stream().anyMatch(key -> mayChangeKey(leaf, key, touched));
  }

  private static boolean mayChangeKey(SchemaNode leaf, KeyCondition key, Touched touched) {
    return touched.covers(key.holder())
        && key.holder() != leaf.fragmentNode()
        && !touched.replacesAll(leaf);
  }

  /** Finds the references that a change may break, before it is made. */
  List<Affected> affected(long anchor, YangSchema schema, List<Touched> touched) {
    List<Affected> affected = new ArrayList<>();
    for (SchemaNode leaf : schema.leafrefs()) {
      SchemaNode referring = leaf.fragmentNode();
      SchemaNode target = refer(leaf).target();
      Set<Range> targets = new LinkedHashSet<>();
      Set<Range> bases = new LinkedHashSet<>();
      Set<Range> comparing = new LinkedHashSet<>();
      for (Touched one : touched) {
        if (mayRemoveTargets(leaf, one)) {
          SchemaNode base = refer(leaf).base(leaf);
          targets.add(one.reach(target.fragmentNode()));
          bases.add(Touched.reach(one.above(base), base, referring));
        }
        for (KeyCondition key : refer(leaf).keys()) {
          if (mayChangeKey(leaf, key, one)) {
            SchemaNode base = key.base(leaf);
            comparing.add(Touched.reach(one.above(base), base, referring));
          }
        }
      }
      if (!comparing.isEmpty()) {
        affected.add(new Affected(leaf, List.copyOf(comparing), null));
      }
      Set<String> values =
          targets.isEmpty() ? Set.of() : table.values(anchor, target, List.copyOf(targets));
      if (!values.isEmpty()) {
        affected.add(new Affected(leaf, List.copyOf(bases), values));
      }
    }
    return affected;
  }

  /**
   * Checks the anchor after a change, within its transaction.
   *
   * @param written fragments that were stored
   * @param whole whether those fragments have all their leafs; else the stored ones are read
   * @param affected what the change may have taken away
   * @throws InvalidData for a reference that leads nowhere
   */
  void check(long anchor, List<Fragment> written, boolean whole, List<Affected> affected) {
    List<Fragment> referring =
        written.stream().filter(node -> !node.schema().leafrefs().isEmpty()).toList();
    List<Fragment> known = whole ? referring : stored(anchor, referring);
    Set<Reference> references =
        new LinkedHashSet<>(unsatisfied(collect(known), whole ? written : List.of()));
    Map<Xpath, Map<String, Object>> leaves = new LinkedHashMap<>();
    (whole ? written : known).forEach(node -> leaves.put(node.xpath(), node.leaves()));
    for (Affected one : affected) {
      for (Fragment node : table.referring(anchor, one)) {
        leaves.put(node.xpath(), node.leaves());
        List<Reference> found = new ArrayList<>();
        Reference.collect(node, one.leaf, found);
        found.removeIf(reference -> one.values != null && !one.values.contains(reference.value()));
        references.addAll(found);
      }
    }
    require(anchor, references, leaves);
  }

  private void require(
      long anchor, Set<Reference> references, Map<Xpath, Map<String, Object>> leaves) {
    Set<Xpath> unknown = new HashSet<>();
    references.forEach(reference -> unknown.addAll(reference.holders()));
    unknown.removeAll(leaves.keySet());
    if (!unknown.isEmpty()) {
      leaves.putAll(fragments.leaves(anchor, List.copyOf(unknown)));
    }
    Map<Target, Reference> targets = new LinkedHashMap<>();
    for (Reference reference : references) {
      Target target = reference.target(xpath -> leaves.getOrDefault(xpath, Map.of()));
      if (target == null) {
        throw new InvalidData(reference.toString());
      }
      targets.putIfAbsent(target, reference);
    }
    List<Target> all = List.copyOf(targets.keySet());
    int missing = table.firstMissing(anchor, all);
    if (missing >= 0) {
      throw new InvalidData(Objects.requireNonNull(targets.get(all.get(missing))).toString());
    }
  }

  private List<Fragment> stored(long anchor, List<Fragment> nodes) {
    if (nodes.isEmpty()) {
      return nodes;
    }
    Map<Xpath, Map<String, Object>> leaves =
        fragments.leaves(anchor, nodes.stream().map(Fragment::xpath).toList());
    return nodes.stream()
        .map(node ->
            new Fragment(
                node.schema(),
                node.depth(),
                node.xpath(),
                leaves.getOrDefault(node.xpath(), node.leaves())))
        .toList();
  }

  private static List<Reference> collect(List<Fragment> nodes) {
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
    PayloadTargets payload = new PayloadTargets(nodes);
    return references.stream().filter(reference -> !payload.satisfy(reference)).toList();
  }

  private static Leafref refer(SchemaNode leaf) {
    return Objects.requireNonNull(leaf.leafref(), "only leafrefs are asked");
  }
}
