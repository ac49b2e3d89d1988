package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.Constraints.Written;
import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.data.Writes.Place;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.YangSchema;
import org.springframework.dao.DuplicateKeyException;

/** Changes leafs, deletes nodes, and makes several changes together. */
final class NodeChanges {
  private final Writes writes;
  private final Fragments fragments;
  private final Constraints constraints;

  NodeChanges(Writes writes, Fragments fragments, Constraints constraints) {
    this.writes = writes;
    this.fragments = fragments;
    this.constraints = constraints;
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
          if (fragments.delete(id, at.path()) == 0) {
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
      throw NodeCreation.alreadyDefined(anchor, e);
    }
  }
}
