package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.data.ChangeLog.Action;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments.LeafChange;
import org.reprise.cps.fragment.Region;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.payload.PayloadReader.Content;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.YangSchema;

/**
 * A write that was read and checked against a schema, before the anchor is locked: what the
 * database has to do, in this order.
 *
 * @param action the kind of change in its events. What is created may not be there with other
 *     leafs; what is removed must be there
 * @param changed xpaths of its events; null for that of its part
 * @param required nodes that must exist before; the root always does
 * @param removed with all below, but for what is stored in its place
 * @param parents nodes that must exist then
 * @param stored containers and list entries with all their leafs
 * @param kept see {@link org.reprise.cps.fragment.Fragments#store}
 * @param changes of leafs of nodes that are there
 */
record WritePlan(
    Action action,
    @Nullable Collection<String> changed,
    Collection<Xpath> required,
    List<Region> removed,
    List<Xpath> parents,
    List<Fragment> stored,
    @Nullable Integer kept,
    List<LeafChange> changes) {

  /** The node that a write addresses; {@code counted} counts what the write holds. */
  record Destination(
      AnchorRef ref, StoredAnchor anchor, YangSchema schema, DataPath path, PayloadNodes counted) {}

  /** Creates nodes; in events that of list entries replaces their parent's content. */
  static WritePlan create(Action action, Destination to, Content content) {
    return store(action, to, content, List.of(), null);
  }

  static WritePlan replaceNodes(Destination to, Content content) {
    List<Region> replaced = content.topmost(to.path()).stream().map(Region::subtree).toList();
    return store(Action.REPLACE, to, content, replaced, to.path().schema().depth() + 1);
  }

  /** Replaces all entries of the lists of which the payload has some. */
  static WritePlan replaceLists(Destination to, Content content) {
    Map<Xpath, Region> lists = new LinkedHashMap<>();
    for (Fragment top : content.topmost(to.path())) {
      Xpath list = to.path().xpath().child(top.schema().name());
      lists.put(list, Region.subtree(new DataPath(list, top.schema(), true)));
    }
    return store(Action.REPLACE, to, content, lists.values(), to.path().schema().depth());
  }

  // Leafs of the addressed node are merged with those that it has.
  private static WritePlan store(
      Action action,
      Destination to,
      Content content,
      Collection<Region> replaced,
      @Nullable Integer kept) {
    OtherCases others = OtherCases.beside(to.path(), content, to.counted());
    return new WritePlan(
        action,
        null,
        List.of(),
        others.removedWith(replaced),
        List.of(to.path().xpath()),
        content.nodes(),
        kept,
        others.changesWith(content.hasLeaves() ? leavesOf(List.of(content.parent())) : List.of()));
  }

  private static List<LeafChange> leavesOf(List<Fragment> nodes) {
    return nodes.stream().map(node -> new LeafChange(node, List.of())).toList();
  }

  static WritePlan update(Destination to, Content content) {
    List<Fragment> nodes = content.written();
    OtherCases others = OtherCases.within(nodes, to.counted());
    return new WritePlan(
        Action.REPLACE,
        null,
        nodes.stream().map(Fragment::xpath).toList(),
        others.removedWith(List.of()),
        List.of(),
        List.of(),
        null,
        others.changesWith(leavesOf(nodes)));
  }

  /** Deletes nodes or lists with all below; {@code entriesOnly} refuses all but lists. */
  static WritePlan delete(Destination in, Collection<String> xpaths, boolean entriesOnly) {
    List<DataPath> outermost = new ArrayList<>();
    // What is below another one comes after it, and is deleted with it.
    xpaths.stream()
        .map(in.schema()::locate)
        .sorted(Comparator.comparing(DataPath::xpath))
        .forEach(path -> {
          if (entriesOnly && path.schema().kind() != Kind.LIST) {
            throw new InvalidData(
                "%s is neither a list nor an entry of one.".formatted(path.xpath()));
          }
          if (outermost.stream().noneMatch(other -> other.includes(path.xpath()))) {
            outermost.add(path);
          }
        });
    return new WritePlan(
        Action.REMOVE,
        xpaths,
        List.of(),
        outermost.stream().map(Region::subtree).toList(),
        List.of(),
        List.of(),
        null,
        List.of());
  }

  /** Returns whether it stores nodes below one that must exist, and removes none but those. */
  boolean onlyStores() {
    // What else it removes would stay removed where that one is missing.
    boolean removesOthers = !removed.isEmpty() && kept == null;
    boolean stores = !stored.isEmpty() && required.isEmpty() && changes.isEmpty();
    return stores && !removesOthers && parents.size() == 1;
  }

  List<Region> touched() {
    return Stream.concat(
            removed.stream(), changes.stream().map(change -> Region.leafs(change.fragment())))
        .toList();
  }
}
