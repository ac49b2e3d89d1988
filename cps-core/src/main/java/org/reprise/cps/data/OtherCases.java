package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Fragments.LeafChange;
import org.reprise.cps.fragment.Touched;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.PayloadReader.Content;
import org.reprise.cps.schema.ChosenCases;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;

/**
 * The nodes that have to be removed when others are written, since the cases of a choice exclude
 * each other (RFC 7950, section 7.9).
 */
final class OtherCases {
  static final OtherCases NONE = new OtherCases();

  private final List<Touched> nodes = new ArrayList<>();
  private final Map<Xpath, Touched> places = new LinkedHashMap<>();
  private final Map<Xpath, Set<String>> leaves = new LinkedHashMap<>();

  private OtherCases() {}

  /**
   * For new nodes and for those that replace all that is below them: nodes of other cases can exist
   * only beside the topmost.
   *
   * @param to the node that they are children of
   * @throws InvalidData when two cases of a choice are among the nodes
   */
  static OtherCases beside(DataPath to, Content content) {
    return of(content.written(), to.depth());
  }

  /**
   * For nodes that are merged with existing ones: nodes of other cases can exist at every level.
   *
   * @throws InvalidData when two cases of a choice are among the nodes
   */
  static OtherCases within(List<Fragment> nodes) {
    return of(nodes, Integer.MAX_VALUE);
  }

  private static OtherCases of(List<Fragment> nodes, int deepest) {
    Map<Xpath, Set<SchemaNode>> chosen = new LinkedHashMap<>();
    for (Fragment node : nodes) {
      SchemaNode parent = node.schema().parent();
      if (parent != null && parent.hasChoices()) {
        chosen
            .computeIfAbsent(node.xpath().parent(), place -> new LinkedHashSet<>())
            .add(node.schema());
      }
      if (node.schema().hasChoices()) {
        node.leaves()
            .forEach((name, value) -> {
              SchemaNode leaf = List.of().equals(value) ? null : node.schema().child(name);
              if (leaf != null) {
                chosen.computeIfAbsent(node.xpath(), place -> new LinkedHashSet<>()).add(leaf);
              }
            });
      }
    }
    OtherCases others = new OtherCases();
    chosen.forEach((place, children) -> {
      ChosenCases cases = chosenCases(place, children);
      SchemaNode parent = Objects.requireNonNull(children.iterator().next().parent());
      if (parent.depth() <= deepest) {
        parent.children().stream()
            .filter(cases::exclude)
            .forEach(other -> others.exclude(place, parent, other));
      }
    });
    return others;
  }

  private static ChosenCases chosenCases(Xpath place, Set<SchemaNode> children) {
    ChosenCases cases = new ChosenCases();
    for (SchemaNode child : children) {
      SchemaNode other = cases.add(child);
      if (other != null) {
        throw new InvalidData(
            "%s and %s of %s belong to different cases of a choice (RFC 7950, section 7.9)."
                .formatted(other.name(), child.name(), place));
      }
    }
    return cases;
  }

  private void exclude(Xpath place, SchemaNode parent, SchemaNode other) {
    switch (other.kind()) {
      case CONTAINER -> nodes.add(new Touched(place.child(other.name()), other, false, true));
      case LIST -> nodes.add(new Touched(place.child(other.name()), other, true, true));
      case LEAF, LEAF_LIST -> {
        // The root's leafs are in no fragment.
        if (!place.isRoot()) {
          leaves.computeIfAbsent(place, p -> new HashSet<>()).add(other.name());
          places.putIfAbsent(place, new Touched(place, parent, false, false));
        }
      }
      case ROOT, OPAQUE -> {}
    }
  }

  boolean isEmpty() {
    return nodes.isEmpty() && leaves.isEmpty();
  }

  List<Touched> touched() {
    return Stream.concat(nodes.stream(), places.values().stream()).toList();
  }

  void remove(long anchor, Fragments fragments) {
    if (!nodes.isEmpty()) {
      fragments.delete(anchor, Touched.ranges(nodes), List.of());
    }
    if (!leaves.isEmpty()) {
      List<LeafChange> changes = new ArrayList<>();
      leaves.forEach((xpath, names) -> changes.add(new LeafChange(xpath, Map.of(), names)));
      fragments.change(anchor, changes);
    }
  }
}
