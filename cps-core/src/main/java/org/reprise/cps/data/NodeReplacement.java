package org.reprise.cps.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.Fragments.Range;
import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.data.Writes.Place;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;

/** Replaces nodes, or the entries of lists. One node usually takes one round trip. */
final class NodeReplacement {
  private final Writes writes;
  private final Fragments fragments;
  private final Constraints constraints;

  NodeReplacement(Writes writes, Fragments fragments, Constraints constraints) {
    this.writes = writes;
    this.fragments = fragments;
    this.constraints = constraints;
  }

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
}
