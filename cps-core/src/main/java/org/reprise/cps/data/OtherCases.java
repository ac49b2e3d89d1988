package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.model.api.CaseSchemaNode;
import org.opendaylight.yangtools.yang.model.api.ChoiceSchemaNode;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments.LeafChange;
import org.reprise.cps.fragment.Region;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.payload.PayloadReader.Content;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.ChoiceCase;

/** Nodes to remove when others of a choice are written (RFC 7950, section 7.9). */
final class OtherCases {
  private final List<Region> nodes = new ArrayList<>();
  private final Map<Xpath, LeafChange> leaves = new LinkedHashMap<>();

  private OtherCases() {}

  /**
   * For new nodes and for those that replace all that is below them: nodes of other cases can exist
   * only beside the topmost.
   *
   * @param to the node that they are children of
   * @param counted counts what is to be removed: a choice may have more cases than the payload
   *     nodes
   * @throws InvalidData when two cases of a choice are among the nodes
   */
  static OtherCases beside(DataPath to, Content content, PayloadNodes counted) {
    return of(content.written(), to.schema().depth(), counted);
  }

  /** For nodes merged with existing ones; throws InvalidData for two cases of a choice. */
  static OtherCases within(List<Fragment> nodes, PayloadNodes counted) {
    return of(nodes, Integer.MAX_VALUE, counted);
  }

  private static OtherCases of(List<Fragment> nodes, int deepest, PayloadNodes counted) {
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
    Map<Set<SchemaNode>, List<SchemaNode>> known = new HashMap<>();
    chosen.forEach((place, children) -> {
      SchemaNode parent = Objects.requireNonNull(children.iterator().next().parent());
      List<SchemaNode> excluded =
          known.computeIfAbsent(children, all -> excluded(parent, place, all, deepest));
      for (SchemaNode other : excluded) {
        counted.add();
        counted.add(place);
        others.exclude(place, parent, other);
      }
    });
    return others;
  }

  private record Chosen(SchemaNode child, CaseSchemaNode oneOf) {}

  private static List<SchemaNode> excluded(
      SchemaNode parent, Xpath place, Set<SchemaNode> children, int deepest) {
    Map<ChoiceSchemaNode, Chosen> firsts = new IdentityHashMap<>();
    for (SchemaNode child : children) {
      SchemaNode other = ofOtherCase(child, firsts);
      if (other != null) {
        throw new InvalidData(
            "%s and %s of %s belong to different cases of a choice (RFC 7950, section 7.9)."
                .formatted(other.name(), child.name(), place));
      }
      for (ChoiceCase at = child.choiceCase(); at != null; at = at.outer()) {
        firsts.putIfAbsent(at.choice(), new Chosen(child, at.oneOf()));
      }
    }
    // Further down, each of thousands of nodes may have chosen among as many cases.
    return parent.depth() > deepest
        ? List.of()
        : parent.children().stream().filter(child -> ofOtherCase(child, firsts) != null).toList();
  }

  private static @Nullable SchemaNode ofOtherCase(
      SchemaNode child, Map<ChoiceSchemaNode, Chosen> firsts) {
    for (ChoiceCase at = child.choiceCase(); at != null; at = at.outer()) {
      Chosen first = firsts.get(at.choice());
      if (first != null && first.oneOf != at.oneOf()) {
        return first.child;
      }
    }
    return null;
  }

  private void exclude(Xpath place, SchemaNode parent, SchemaNode other) {
    switch (other.kind()) {
      case CONTAINER -> nodes.add(new Region(place.child(other.name()), other, false, true));
      case LIST -> nodes.add(new Region(place.child(other.name()), other, true, true));
      case LEAF, LEAF_LIST -> {
        // The root's leafs are in no fragment.
        if (!place.isRoot()) {
          leaves
              .computeIfAbsent(
                  place, at -> new LeafChange(new Fragment(parent, at), new HashSet<>()))
              .dropped()
              .add(other.name());
        }
      }
      case ROOT, OPAQUE -> {}
    }
  }

  /** Returns the nodes, and others that a write removes. */
  List<Region> removedWith(Collection<Region> more) {
    return Stream.concat(nodes.stream(), more.stream()).toList();
  }

  /** Returns what drops the leafs, together with other changes of a write: one for each node. */
  List<LeafChange> changesWith(Collection<LeafChange> more) {
    Map<Xpath, LeafChange> changes = new LinkedHashMap<>(leaves);
    for (LeafChange change : more) {
      changes.merge(
          change.fragment().xpath(),
          change,
          (drop, also) -> {
            Set<String> dropped = new HashSet<>(drop.dropped());
            dropped.addAll(also.dropped());
            return new LeafChange(also.fragment(), dropped);
          });
    }
    return List.copyOf(changes.values());
  }
}
