package org.reprise.cps.data;

import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments.LeafChange;
import org.reprise.cps.fragment.Region;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.payload.PayloadReader;
import org.reprise.cps.payload.PayloadReader.Content;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/**
 * Changes that are made together, sorted by what the database has to do: whatever their number, it
 * is one statement for each kind. Removals come first, creations last, and references are checked
 * once, at the end: on the way there a link may well lack its node.
 */
public final class ChangeSet {
  private final YangSchema schema;
  private final PayloadReader reader;
  private final PayloadNodes nodes;
  private final int maxCreated;
  private final Map<Xpath, Fragment> created = new LinkedHashMap<>();
  private final Set<Xpath> parents = new LinkedHashSet<>();
  private final Map<Xpath, Region> removed = new LinkedHashMap<>();
  private final Map<Xpath, LeafChange> replaced = new LinkedHashMap<>();

  /** Nodes as sent, below a parent; {@code only} is the one topmost xpath, null for any. */
  public record Nodes(DataPath parent, @Nullable Xpath only, Payload payload) {}

  /** Begins with no change; creates no more than one statement can. */
  ChangeSet(YangSchema schema, PayloadNodes nodes, int maxCreated) {
    this.schema = schema;
    this.maxCreated = maxCreated;
    this.nodes = nodes;
    this.reader = new PayloadReader(schema, nodes);
  }

  public YangSchema schema() {
    return schema;
  }

  private Content read(Nodes nodes) {
    Content content = reader.read(nodes.parent, nodes.payload);
    for (Fragment top : content.topmost(nodes.parent)) {
      if (nodes.only != null && !top.xpath().equals(nodes.only)) {
        throw new InvalidData(
            "The data is of %s instead of %s.".formatted(top.xpath(), nodes.only));
      }
    }
    return content;
  }

  public void create(Nodes nodes) {
    parents.add(nodes.parent.xpath());
    for (Fragment fragment : read(nodes).nodes()) {
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

  /** Removes the topmost of the nodes, with all that is below them. */
  public void remove(Nodes nodes) {
    read(nodes).topmost(nodes.parent).forEach(top -> removed.put(top.xpath(), Region.subtree(top)));
  }

  /** Removes a node, or all entries of a list, with all that is below. */
  public void remove(DataPath path) {
    if (path.xpath().isRoot()) {
      throw new InvalidData("The root cannot be removed: name the nodes.");
    }
    removed.put(path.xpath(), Region.subtree(path));
  }

  /** Changes leafs of existing nodes: drops those of {@code before}, sets {@code after}. */
  public void replace(@Nullable Nodes before, @Nullable Nodes after) {
    Map<Xpath, Fragment> sources = byXpath(before);
    Map<Xpath, Fragment> targets = byXpath(after);
    Map<Xpath, Fragment> all = new LinkedHashMap<>(sources);
    all.putAll(targets);
    all.forEach((xpath, node) -> {
      Set<String> dropped = new TreeSet<>();
      if (sources.containsKey(xpath)) {
        dropped.addAll(sources.get(xpath).leaves().keySet());
        dropped.removeAll(node.schema().keys());
      }
      Fragment target = targets.getOrDefault(xpath, new Fragment(node.schema(), xpath));
      dropped.removeAll(target.leaves().keySet());
      if (replaced.putIfAbsent(xpath, new LeafChange(target, dropped)) != null) {
        throw new InvalidData("%s is replaced twice.".formatted(xpath));
      }
    });
  }

  private Map<Xpath, Fragment> byXpath(@Nullable Nodes nodes) {
    return nodes == null ? Map.of() : Maps.uniqueIndex(read(nodes).nodes(), Fragment::xpath);
  }

  /**
   * Plans the changes. The write throws {@link DataNodeNotFound} when something to remove, to
   * replace or to create below is not there.
   *
   * @throws InvalidData for a node that is replaced within one that is removed
   */
  WritePlan plan() {
    List<Fragment> written = new ArrayList<>(created.values());
    replaced.values().forEach(one -> written.add(one.fragment()));
    OtherCases others = OtherCases.within(written, nodes);
    List<Region> removals = others.removedWith(removed.values());
    checkReplacedStay(removals.stream().map(Region::xpath).collect(Collectors.toSet()));
    Set<Xpath> required = new LinkedHashSet<>(replaced.keySet());
    removed.values().stream().filter(p -> !p.wholeList()).map(Region::xpath).forEach(required::add);
    return new WritePlan(
        ChangeLog.Action.REPLACE,
        null,
        required,
        removals,
        parents.stream().filter(parent -> !created.containsKey(parent)).toList(),
        // In the order of the data, parents are before their children.
        created.values().stream().sorted(Comparator.comparingInt(Fragment::depth)).toList(),
        null,
        others.changesWith(replaced.values()));
  }

  private void checkReplacedStay(Set<Xpath> removals) {
    for (Xpath xpath : replaced.keySet()) {
      for (Xpath at = xpath; !at.isRoot(); at = at.parent()) {
        if (removals.contains(at) || removals.contains(at.parent().child(at.name()))) {
          throw new InvalidData("A node is to be replaced within one that is to be removed.");
        }
      }
    }
  }
}
