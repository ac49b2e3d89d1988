package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.Fragments.Range;
import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.data.References.Written;
import org.reprise.cps.data.Writes.Place;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.YangSchema;
import org.springframework.dao.DuplicateKeyException;

/** Creates, replaces, changes and deletes nodes. */
final class NodeWrites {
  private static final Pattern DUPLICATE_KEY =
      Pattern.compile("\\(anchor_id, xpath\\)=\\(\\d+, (.*)\\) already exists", Pattern.DOTALL);

  private final Writes writes;
  private final Fragments fragments;
  private final Constraints constraints;

  NodeWrites(Writes writes, Fragments fragments, Constraints constraints) {
    this.writes = writes;
    this.fragments = fragments;
    this.constraints = constraints;
  }

  /** Creates nodes; where no reference leads out of the payload, that takes one round trip. */
  void create(AnchorRef anchor, String parentXpath, ContentReader reader) {
    Writes.Prepared<Content> write = writes.prepare(anchor, parentXpath, reader);
    try {
      if (!writes.inOneRoundTrip(anchor, write, this::createInOneRoundTrip)) {
        writes.locked(
            anchor, parentXpath, write, (to, content) -> createLocked(anchor, to, content));
      }
    } catch (DuplicateKeyException e) {
      throw alreadyDefined(anchor, e);
    }
  }

  private boolean createInOneRoundTrip(Place to, Content content) {
    List<Fragment> nodes = content.nodes();
    if (content.hasLeaves() || nodes.isEmpty()) {
      return false;
    }
    long id = to.anchor().id();
    boolean atRoot = to.path().isRoot();
    OtherCases others = OtherCases.beside(to, content);
    if (Constraints.hold(to.schema(), nodes, others, List.of())) {
      return (atRoot
              ? fragments.createAtRoot(id, nodes)
              : fragments.lockAndCreateBelow(id, to.path().xpath(), nodes))
          > 0;
    }
    return atRoot && Constraints.holdAlone(nodes, others) && fragments.createFirst(id, nodes) > 0;
  }

  private void createLocked(AnchorRef anchor, Place to, Content content) {
    long id = to.anchor().id();
    fragments.requireNode(anchor, to);
    constraints.keep(
        to,
        content,
        List.of(),
        () -> {
          if (!content.nodes().isEmpty()) {
            fragments.createAtRoot(id, content.nodes());
          }
          if (content.hasLeaves()) {
            checkNewLeaves(anchor, id, content.parent());
          }
        });
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

  private static AlreadyDefined alreadyDefined(AnchorRef anchor, DuplicateKeyException e) {
    Matcher matcher = DUPLICATE_KEY.matcher(String.valueOf(e.getMostSpecificCause().getMessage()));
    String xpath = matcher.find() ? matcher.group(1) : "of the payload";
    return new AlreadyDefined("DataNode", xpath, "anchor " + anchor.anchor());
  }

  /** Replaces nodes; one usually takes one round trip. */
  void replaceNodes(AnchorRef anchor, String parentXpath, ContentReader reader) {
    Writes.Prepared<Content> write = writes.prepare(anchor, parentXpath, reader);
    if (!writes.inOneRoundTrip(anchor, write, this::replaceInOneRoundTrip)) {
      writes.locked(
          anchor,
          parentXpath,
          write,
          (to, content) -> {
            List<Fragment> topmost = content.topmost(to.path());
            List<Range> removed = topmost.stream().map(top -> Range.below(top.xpath())).toList();
            List<Touched> touched = topmost.stream().map(Touched::subtree).toList();
            replace(anchor, to, content, removed, touched, to.path().depth() + 1);
          });
    }
  }

  private boolean replaceInOneRoundTrip(Place to, Content content) {
    List<Fragment> nodes = content.nodes();
    List<Fragment> topmost = content.topmost(to.path());
    return topmost.size() == 1
        && !content.hasLeaves()
        && Constraints.hold(
            to.schema(),
            nodes,
            OtherCases.beside(to, content),
            List.of(Touched.subtree(topmost.getFirst())))
        && fragments.lockAndReplaceRange(
                to.anchor().id(),
                to.path().xpath(),
                Range.below(topmost.getFirst().xpath()),
                nodes,
                to.path().depth() + 1)
            > 0;
  }

  /** Replaces all entries of the lists of which the payload has some. */
  void replaceLists(AnchorRef anchor, String parentXpath, ContentReader reader) {
    writes.locked(
        anchor,
        parentXpath,
        reader,
        (to, content) -> {
          Map<Xpath, Touched> lists = new LinkedHashMap<>();
          for (Fragment top : content.topmost(to.path())) {
            Xpath list = to.path().xpath().child(top.schema().name());
            lists.put(list, Touched.subtree(new DataPath(list, top.schema(), true)));
          }
          List<Range> removed = lists.keySet().stream().map(Range::entries).toList();
          replace(anchor, to, content, removed, List.copyOf(lists.values()), to.path().depth());
        });
  }

  // Nodes down to the depth "kept" keep their places among their siblings.
  private void replace(
      AnchorRef anchor,
      Place to,
      Content content,
      List<Range> removed,
      List<Touched> touched,
      int kept) {
    long id = to.anchor().id();
    Xpath parent = to.path().xpath();
    List<Fragment> nodes = content.nodes();
    constraints.keep(
        to,
        content,
        touched,
        () -> {
          if (removed.size() == 1) {
            if (fragments.replaceRange(id, parent, removed.getFirst(), nodes, kept) == 0) {
              throw new DataNodeNotFound(anchor, parent);
            }
            return;
          }
          fragments.requireNode(anchor, to);
          if (!nodes.isEmpty()) {
            fragments.delete(id, removed, nodes.stream().map(Fragment::xpath).toList());
            fragments.replace(id, nodes, kept);
          }
        });
  }

  void update(AnchorRef anchor, String parentXpath, ContentReader reader) {
    writes.locked(anchor, parentXpath, reader, (to, content) -> update(anchor, to, content));
  }

  private void update(AnchorRef anchor, Place to, Content content) {
    long id = to.anchor().id();
    List<Fragment> nodes = new ArrayList<>(content.nodes());
    if (content.hasLeaves() || nodes.isEmpty()) {
      nodes.add(content.parent());
    }
    List<Xpath> xpaths = nodes.stream().map(Fragment::xpath).toList();
    Set<Xpath> existing = new HashSet<>(fragments.existing(id, xpaths));
    for (Xpath xpath : xpaths) {
      if (!existing.contains(xpath)) {
        throw new DataNodeNotFound(anchor, xpath);
      }
    }
    constraints.keep(
        id,
        to.schema(),
        OtherCases.within(nodes),
        nodes.stream().map(Touched::leafs).toList(),
        new Written(nodes, false),
        () -> fragments.merge(id, nodes));
  }

  void delete(AnchorRef anchor, String xpath) {
    writes.locked(anchor, xpath, (schema, path) -> path, (at, path) -> delete(anchor, at));
  }

  void deleteListEntries(AnchorRef anchor, String xpath) {
    writes.locked(
        anchor,
        xpath,
        (schema, path) -> {
          if (path.schema().kind() != Kind.LIST) {
            throw new InvalidData("%s is neither a list nor an entry of one.".formatted(xpath));
          }
          return path;
        },
        (at, path) -> delete(anchor, at));
  }

  private void delete(AnchorRef anchor, Place at) {
    long id = at.anchor().id();
    constraints.keep(
        id,
        at.schema(),
        OtherCases.NONE,
        List.of(Touched.subtree(at.path())),
        Written.NOTHING,
        () -> {
          if (fragments.delete(id, at.path()) == 0 && !at.path().isRoot()) {
            throw new DataNodeNotFound(anchor, at.path().xpath());
          }
        });
  }

  private record ChangesReader(
      long reportBytes, PayloadNodes nodes, Function<YangSchema, List<Change>> changes)
      implements Writes.Reader<ChangeSet> {
    @Override
    public ChangeSet read(YangSchema schema, DataPath root) {
      nodes.restart();
      return new ChangeSet(schema, changes.apply(schema), nodes);
    }

    @Override
    public long bytes() {
      return reportBytes + nodes.bytes();
    }
  }

  void change(
      AnchorRef anchor,
      long reportBytes,
      PayloadNodes nodes,
      Function<YangSchema, List<Change>> changes) {
    try {
      writes.locked(
          anchor,
          "/",
          new ChangesReader(reportBytes, nodes, changes),
          (at, set) -> set.make(anchor, at.anchor().id(), fragments, constraints));
    } catch (DuplicateKeyException e) {
      throw alreadyDefined(anchor, e);
    }
  }
}
