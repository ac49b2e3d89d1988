package org.reprise.oslc.trs;

import java.util.List;
import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.web.LdpContainer;

/**
 * The documents of a feed (OSLC TRS 3.0). Members and pages are written in both ways that clients
 * know: that of TRS 3.0 and LDP Paging ({@code ldp:member}, Link headers) and that of TRS 2.0
 * ({@code rdfs:member}, {@code ldp:nextPage}, which is {@code rdf:nil} on the last page).
 */
final class FeedDocuments {
  private static final Node LDP_MEMBER = Vocabulary.LDP.term("member");
  private static final Node RDFS_MEMBER = Vocabulary.RDFS.term("member");
  private static final Node CHANGE = Vocabulary.TRS.term("change");
  private static final Node CHANGED = Vocabulary.TRS.term("changed");
  private static final Node ORDER = Vocabulary.TRS.term("order");

  private final String feed;

  FeedDocuments(String feed) {
    this.feed = feed;
  }

  String pageUri(long generation, int page) {
    return feed + "/base/" + generation + "/" + page;
  }

  private String segmentUri(long segment) {
    return feed + "/log/" + segment;
  }

  private String eventUri(Log log, long position, long incarnation) {
    return "%s#%016x.%d".formatted(segmentUri(log.segment(position)), incarnation, position);
  }

  /** Returns the set with the newest segment of its log inline. */
  Statements trackedResourceSet(Log log, List<Event> events) {
    Node set = Statements.uri(feed);
    Statements statements =
        new Statements()
            .type(set, Vocabulary.TRS.term("TrackedResourceSet"))
            .link(set, Vocabulary.TRS.term("base"), feed + "/base")
            .link(set, Vocabulary.TRS.term("changeLog"), segmentUri(log.newest()));
    addSegment(log, log.newest(), events, statements);
    return statements;
  }

  Statements segment(Log log, long segment, List<Event> events) {
    Statements statements = new Statements();
    addSegment(log, segment, events, statements);
    return statements;
  }

  private void addSegment(Log log, long segment, List<Event> events, Statements statements) {
    Node node = Statements.uri(segmentUri(segment));
    statements.type(node, Vocabulary.TRS.term("ChangeLog"));
    if (log.has(segment - 1)) {
      statements.link(node, Vocabulary.TRS.term("previous"), segmentUri(segment - 1));
    }
    List<Node> nodes =
        events.stream()
            .map(event -> Statements.uri(eventUri(log, event.position(), event.incarnation())))
            .toList();
    nodes.forEach(event -> statements.add(node, CHANGE, event));
    for (int i = 0; i < nodes.size(); i++) {
      Event event = events.get(i);
      statements
          .type(nodes.get(i), Vocabulary.TRS.term(event.change().term()))
          .link(nodes.get(i), CHANGED, event.resource())
          .number(nodes.get(i), ORDER, event.position());
    }
  }

  /** One page of a base; the first says up to which event the base accounts for changes. */
  Statements page(Log log, Base base, int page, List<String> members) {
    Node node = Statements.uri(feed + "/base");
    Statements statements =
        new Statements()
            .type(node, Vocabulary.TRS.term("Base"))
            .type(node, Vocabulary.LDP.term("Container"));
    LdpContainer.describeDirect(statements, node, LDP_MEMBER);
    if (page == 1) {
      statements.add(
          node,
          Vocabulary.TRS.term("cutoffEvent"),
          base.cutoff() == null
              ? Vocabulary.NIL
              : Statements.uri(
                  eventUri(log, base.cutoff().position(), base.cutoff().incarnation())));
    }
    List<Node> nodes = members.stream().map(Statements::uri).toList();
    nodes.forEach(member -> statements.add(node, LDP_MEMBER, member));
    nodes.forEach(member -> statements.add(node, RDFS_MEMBER, member));
    Node pageNode = Statements.uri(pageUri(base.generation(), page));
    return statements
        .type(pageNode, Vocabulary.LDP.term("Page"))
        .add(pageNode, Vocabulary.LDP.term("pageOf"), node)
        .add(
            pageNode,
            Vocabulary.LDP.term("nextPage"),
            page < base.pages()
                ? Statements.uri(pageUri(base.generation(), page + 1))
                : Vocabulary.NIL);
  }
}
