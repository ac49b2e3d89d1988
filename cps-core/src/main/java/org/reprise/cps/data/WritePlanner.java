package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.ChangeLog.Action;
import org.reprise.cps.data.WritePlan.AtOnce;
import org.reprise.cps.data.WritePlan.Place;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Fragments.Range;
import org.reprise.cps.fragment.Touched;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.PayloadReader.Content;
import org.reprise.cps.reference.References;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;

/** Plans to create, replace, change and delete nodes. */
final class WritePlanner {
  private final Fragments fragments;

  WritePlanner(Fragments fragments) {
    this.fragments = fragments;
  }

  /** Creates nodes; where no reference leads out of the payload, that takes one round trip. */
  WritePlan create(Place to, Content content) {
    return create(Action.CREATE, to, content);
  }

  /** Creates list entries, which are nodes; in events that replaces their parent's content. */
  WritePlan createEntries(Place to, Content content) {
    return create(Action.REPLACE, to, content);
  }

  private WritePlan create(Action action, Place to, Content content) {
    List<Fragment> nodes = content.nodes();
    OtherCases others = OtherCases.beside(to.path(), content);
    return new WritePlan(
        action,
        null,
        List.of(to.path().xpath()),
        others,
        touched(List.of(), content),
        content.written(),
        !content.hasLeaves(),
        id -> {
          if (!nodes.isEmpty()) {
            fragments.createAtRoot(id, nodes);
          }
          if (content.hasLeaves()) {
            checkNewLeaves(to.ref(), id, content.parent());
          }
          mergeLeaves(id, content);
        },
        createAtOnce(to, content, others));
  }

  private @Nullable AtOnce createAtOnce(Place to, Content content, OtherCases others) {
    List<Fragment> nodes = content.nodes();
    if (content.hasLeaves() || nodes.isEmpty() || !others.isEmpty()) {
      return null;
    }
    long id = to.anchor().id();
    boolean holds = References.hold(to.schema(), nodes, List.of());
    if (!to.path().isRoot()) {
      return holds
          ? recording -> fragments.lockAndCreateBelow(id, to.path().xpath(), nodes, recording)
          : null;
    }
    return holds || References.holdAlone(nodes)
        ? recording -> fragments.createAtOnce(id, nodes, !holds, recording)
        : null;
  }

  // Leafs of the addressed node are merged with those that it has.
  private static List<Touched> touched(List<Touched> replaced, Content content) {
    List<Touched> touched = new ArrayList<>(replaced);
    if (content.hasLeaves()) {
      touched.add(Touched.leafs(content.parent()));
    }
    return touched;
  }

  private void mergeLeaves(long id, Content content) {
    if (content.hasLeaves()) {
      fragments.merge(id, List.of(content.parent()));
    }
  }

  private void checkNewLeaves(AnchorRef anchor, long id, Fragment parent) {
    Map<String, Object> stored =
        fragments.leaves(id, List.of(parent.xpath())).getOrDefault(parent.xpath(), Map.of());
    parent
        .leaves()
        .forEach((leaf, value) -> {
          if (stored.containsKey(leaf) && !value.equals(stored.get(leaf))) {
            throw new AlreadyDefined(
                "Leaf", parent.xpath() + "/" + leaf, "anchor " + anchor.anchor());
          }
        });
  }

  /** Replaces nodes with all below them. */
  WritePlan replaceNodes(Place to, Content content) {
    List<Touched> replaced = content.topmost(to.path()).stream().map(Touched::subtree).toList();
    List<Range> removed = replaced.stream().map(top -> Range.below(top.xpath())).toList();
    return replace(to, content, removed, replaced, to.path().depth() + 1);
  }

  /** Replaces all entries of the lists of which the payload has some. */
  WritePlan replaceLists(Place to, Content content) {
    Map<Xpath, Touched> lists = new LinkedHashMap<>();
    for (Fragment top : content.topmost(to.path())) {
      Xpath list = to.path().xpath().child(top.schema().name());
      lists.put(list, Touched.subtree(new DataPath(list, top.schema(), true)));
    }
    List<Range> removed = lists.keySet().stream().map(Range::entries).toList();
    return replace(to, content, removed, List.copyOf(lists.values()), to.path().depth());
  }

  // What is in one range usually takes one round trip. Nodes down to the depth "kept" keep their
  // places among their siblings.
  private WritePlan replace(
      Place to, Content content, List<Range> removed, List<Touched> replaced, int kept) {
    Xpath parent = to.path().xpath();
    List<Fragment> nodes = content.nodes();
    OtherCases others = OtherCases.beside(to.path(), content);
    boolean atOnce =
        removed.size() == 1
            && !content.hasLeaves()
            && others.isEmpty()
            && References.hold(to.schema(), nodes, replaced);
    return new WritePlan(
        Action.REPLACE,
        null,
        List.of(parent),
        others,
        touched(replaced, content),
        content.written(),
        !content.hasLeaves(),
        id -> {
          if (!nodes.isEmpty()) {
            fragments.delete(id, removed, nodes.stream().map(Fragment::xpath).toList());
            fragments.replace(id, nodes, kept);
          }
          mergeLeaves(id, content);
        },
        atOnce
            ? recording ->
                fragments.lockAndReplaceRange(
                    to.anchor().id(), parent, removed.getFirst(), nodes, kept, recording)
            : null);
  }

  /** Changes leafs of nodes that are there. */
  WritePlan update(Place to, Content content) {
    List<Fragment> nodes = new ArrayList<>(content.nodes());
    if (content.hasLeaves() || nodes.isEmpty()) {
      nodes.add(content.parent());
    }
    return new WritePlan(
        Action.REPLACE,
        null,
        nodes.stream().map(Fragment::xpath).toList(),
        OtherCases.within(nodes),
        nodes.stream().map(Touched::leafs).toList(),
        nodes,
        false,
        id -> fragments.merge(id, nodes),
        null);
  }

  /**
   * Deletes nodes, or all entries of lists, with all below.
   *
   * @param entriesOnly whether only lists and their entries may be deleted
   */
  WritePlan delete(Place in, Collection<String> xpaths, boolean entriesOnly) {
    List<DataPath> paths = xpaths.stream().map(in.schema()::locate).toList();
    for (DataPath path : paths) {
      if (entriesOnly && path.schema().kind() != Kind.LIST) {
        throw new InvalidData("%s is neither a list nor an entry of one.".formatted(path.xpath()));
      }
    }
    return new WritePlan(
        Action.REMOVE,
        xpaths,
        List.of(),
        OtherCases.NONE,
        paths.stream().map(Touched::subtree).toList(),
        List.of(),
        true,
        id -> {
          // What is below another one comes after it, and is deleted with it.
          List<DataPath> deleted = new ArrayList<>();
          for (DataPath path :
              paths.stream().sorted(Comparator.comparing(DataPath::xpath)).toList()) {
            List<Range> ranges = Range.all(path.xpath(), path.wholeList());
            if (fragments.delete(id, ranges, List.of()) == 0
                && !path.isRoot()
                && deleted.stream().noneMatch(before -> before.includes(path.xpath()))) {
              throw new DataNodeNotFound(in.ref(), path.xpath());
            }
            deleted.add(path);
          }
        },
        null);
  }
}
