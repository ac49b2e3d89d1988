package org.reprise.cps.data;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.data.Writes.Place;
import org.reprise.cps.fault.AlreadyDefined;
import org.springframework.dao.DuplicateKeyException;

/** Creates nodes. Where no reference leads out of the payload, that takes one round trip. */
final class NodeCreation {
  private static final Pattern DUPLICATE_KEY =
      Pattern.compile("\\(anchor_id, xpath\\)=\\(\\d+, (.*)\\) already exists", Pattern.DOTALL);

  private final Writes writes;
  private final Fragments fragments;
  private final Constraints constraints;

  NodeCreation(Writes writes, Fragments fragments, Constraints constraints) {
    this.writes = writes;
    this.fragments = fragments;
    this.constraints = constraints;
  }

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

  static AlreadyDefined alreadyDefined(AnchorRef anchor, DuplicateKeyException e) {
    Matcher matcher = DUPLICATE_KEY.matcher(String.valueOf(e.getMostSpecificCause().getMessage()));
    String xpath = matcher.find() ? matcher.group(1) : "of the payload";
    return new AlreadyDefined("DataNode", xpath, "anchor " + anchor.anchor());
  }
}
