package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Fragments.LeafChange;
import org.reprise.cps.fragment.Touched;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.payload.PayloadReader;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/**
 * Changes that are made together, sorted by what the database has to do: whatever their number, it
 * is one statement for each kind. Removals come first, creations last, and references are checked
 * once, at the end: on the way there a link may well lack its node.
 */
final class ChangeSet {
  private final YangSchema schema;
  private final PayloadReader reader;
  private final int maxCreated;
  private final Map<Xpath, Fragment> created = new LinkedHashMap<>();
  private final Set<Xpath> parents = new LinkedHashSet<>();
  private final Map<Xpath, Touched> removed = new LinkedHashMap<>();
  private final Map<Xpath, Replacement> replaced = new LinkedHashMap<>();

  private record Replacement(Fragment fragment, Set<String> dropped) {}

  ChangeSet(YangSchema schema, List<Change> changes, PayloadNodes nodes) {
    this(schema, changes, nodes, PayloadReader.MAX_FRAGMENTS);
  }

  /**
   * Sorts changes.
   *
   * @param nodes counts what their payloads hold
   * @param maxCreated fragments that all of them together may create, since it is one statement
   */
  ChangeSet(YangSchema schema, List<Change> changes, PayloadNodes nodes, int maxCreated) {
    this.schema = schema;
    this.maxCreated = maxCreated;
    this.reader = new PayloadReader(schema, nodes);
    for (Change change : changes) {
      switch (change) {
        case Change.Create(Change.Nodes created) -> create(created);
        case Change.Remove(Change.Nodes gone) ->
            topmost(gone).forEach(top -> remove(top.xpath(), top.schema(), false));
        case Change.RemoveAt(Xpath xpath) -> remove(xpath);
        case Change.Replace replace -> replace(replace);
      }
    }
  }

  private List<Fragment> read(Change.Nodes nodes) {
    DataPath parent = schema.locate(nodes.parent());
    List<Fragment> fragments = reader.read(parent, nodes.payload());
    for (Fragment fragment : fragments) {
      boolean top = fragment.depth() == parent.depth() + 1;
      if (top && nodes.only() != null && !fragment.xpath().equals(nodes.only())) {
        throw new InvalidData(
            "The data is of %s instead of %s.".formatted(fragment.xpath(), nodes.only()));
      }
    }
    return fragments;
  }

  private List<Fragment> topmost(Change.Nodes nodes) {
    int depth = schema.locate(nodes.parent()).depth() + 1;
    return read(nodes).stream().filter(node -> node.depth() == depth).toList();
  }

  private void create(Change.Nodes nodes) {
    parents.add(schema.locate(nodes.parent()).xpath());
    for (Fragment fragment : read(nodes)) {
      if (created.putIfAbsent(fragment.xpath(), fragment) != null) {
        throw new InvalidData("%s is created twice.".formatted(fragment.xpath()));
      }
    }
    if (created.size() > maxCreated) {
      throw new InvalidData(
          "More than %d containers and list entries are created together: apply the report in parts."
              .formatted(maxCreated));
    }
  }

  private void remove(Xpath xpath) {
    DataPath path = schema.locate(xpath);
    if (path.isRoot()) {
      throw new InvalidData("The root cannot be removed: name the nodes.");
    }
    remove(path.xpath(), path.schema(), path.wholeList());
  }

  private void remove(Xpath xpath, SchemaNode kind, boolean wholeList) {
    removed.put(xpath, new Touched(xpath, kind, wholeList, true));
  }

  private void replace(Change.Replace change) {
    Map<Xpath, Fragment> before = byXpath(change.before());
    Map<Xpath, Fragment> after = byXpath(change.after());
    Set<Xpath> xpaths = new LinkedHashSet<>(before.keySet());
    xpaths.addAll(after.keySet());
    for (Xpath xpath : xpaths) {
      Fragment was = before.get(xpath);
      Fragment becomes = after.get(xpath);
      Set<String> dropped = new TreeSet<>();
      if (was != null) {
        dropped.addAll(was.leaves().keySet());
        was.schema().keys().forEach(dropped::remove);
      }
      if (becomes == null && was != null) {
        becomes = new Fragment(was.schema(), xpath);
      }
      if (becomes != null) {
        dropped.removeAll(becomes.leaves().keySet());
        if (replaced.putIfAbsent(xpath, new Replacement(becomes, dropped)) != null) {
          throw new InvalidData("%s is replaced twice.".formatted(xpath));
        }
      }
    }
  }

  private Map<Xpath, Fragment> byXpath(Change.@Nullable Nodes nodes) {
    Map<Xpath, Fragment> fragments = new LinkedHashMap<>();
    if (nodes != null) {
      read(nodes).forEach(fragment -> fragments.put(fragment.xpath(), fragment));
    }
    return fragments;
  }

  /**
   * Plans the changes. The write throws {@link DataNodeNotFound} when something to remove, to
   * replace or to create below is not there.
   */
  WritePlan plan(AnchorRef anchor, Fragments fragments) {
    Set<Xpath> required = new LinkedHashSet<>(replaced.keySet());
    removed.values().stream()
        .filter(p -> !p.wholeList())
        .map(Touched::xpath)
        .forEach(required::add);
    List<Touched> touched = new ArrayList<>(removed.values());
    List<Fragment> written = new ArrayList<>(created.values());
    replaced
        .values()
        .forEach(one -> {
          touched.add(Touched.leafs(one.fragment));
          written.add(one.fragment);
        });
    return new WritePlan(
        ChangeLog.Action.REPLACE,
        null,
        required,
        OtherCases.within(written),
        touched,
        written,
        false,
        id -> store(anchor, id, fragments),
        null);
  }

  private void store(AnchorRef anchor, long id, Fragments fragments) {
    if (!removed.isEmpty()) {
      fragments.delete(id, Touched.ranges(removed.values()), List.of());
    }
    List<LeafChange> changes = new ArrayList<>();
    replaced.forEach(
        (xpath, one) -> changes.add(new LeafChange(xpath, one.fragment.leaves(), one.dropped)));
    if (fragments.change(id, changes) < changes.size()) {
      throw new InvalidData("A node is to be replaced within one that is to be removed.");
    }
    fragments.require(
        anchor, id, parents.stream().filter(parent -> !created.containsKey(parent)).toList());
    if (!created.isEmpty()) {
      // In the order of the data, parents are before their children.
      Comparator<Fragment> parentsFirst = Comparator.comparingInt(Fragment::depth);
      fragments.createAtRoot(id, created.values().stream().sorted(parentsFirst).toList());
    }
  }
}
