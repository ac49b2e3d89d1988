package org.reprise.ldx.feed;

import java.math.BigInteger;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.LogSegment.RejectedEvent;
import org.reprise.ldx.rdf.Texts;
import org.reprise.ldx.rdf.Vocabulary;

/** Gathers the tracked resource set and the change log of a document. */
final class LogDocument implements Consumer<Triple> {
  private static final Pattern ORDER = Pattern.compile("\\+?\\d{1,38}");

  private final URI uri;
  private final Map<Node, Parts> parts = new LinkedHashMap<>();
  private final Set<Node> changes = new LinkedHashSet<>();
  private final Set<Node> logs = new HashSet<>();
  private final Map<Node, Node> previousOf = new LinkedHashMap<>();
  private @Nullable Node base;
  private @Nullable Node previous;
  private boolean hasLog;

  private static final class Parts {
    private @Nullable Node changed;
    private @Nullable Node order;
    private @Nullable String kind;
  }

  LogDocument(URI uri) {
    this.uri = uri;
  }

  @Override
  public void accept(Triple triple) {
    String predicate = triple.getPredicate().getURI();
    Node object = triple.getObject();
    if (predicate.equals(Vocabulary.TYPE)) {
      type(triple.getSubject(), object);
    } else if (predicate.startsWith(Vocabulary.TRS)) {
      switch (predicate.substring(Vocabulary.TRS.length())) {
        case "base" -> base = object;
        case "changeLog" -> hasLog = true;
        case "change" -> {
          changes.add(object);
          logs.add(triple.getSubject());
        }
        case "previous" -> {
          previous = object;
          previousOf.put(triple.getSubject(), object);
        }
        case "changed" -> of(triple.getSubject()).changed = object;
        case "order" -> of(triple.getSubject()).order = object;
        default -> {}
      }
    }
  }

  private void type(Node subject, Node type) {
    if (type.isURI() && type.getURI().startsWith(Vocabulary.TRS)) {
      String name = type.getURI().substring(Vocabulary.TRS.length());
      switch (name) {
        case "Creation", "Modification", "Deletion" -> of(subject).kind = name;
        case "ChangeLog" -> hasLog = true;
        default -> {}
      }
    }
  }

  private Parts of(Node event) {
    return parts.computeIfAbsent(event, node -> new Parts());
  }

  /** Returns whether it says anything of a change log; one that is empty does. */
  boolean hasLog() {
    return hasLog || !changes.isEmpty() || previous != null;
  }

  /** Returns where the base is; null where the document does not say. */
  @Nullable URI base() {
    return uriOf(base);
  }

  LogSegment segment(@Nullable String etag) {
    List<ChangeEvent> events = new ArrayList<>();
    List<RejectedEvent> rejected = new ArrayList<>();
    // Some servers name no change log around their events.
    for (Node event : changes.isEmpty() ? parts.keySet() : changes) {
      Parts of = parts.getOrDefault(event, new Parts());
      String fault = fault(event, of);
      if (fault == null) {
        events.add(event(event, of));
      } else {
        rejected.add(new RejectedEvent(about(event, of), fault));
      }
    }
    return new LogSegment(events, rejected, uriOf(older()), etag);
  }

  // Older parts of a log may stand in the same document: the one before the last of them.
  private @Nullable Node older() {
    for (Node part : previousOf.values()) {
      if (!previousOf.containsKey(part)) {
        return logs.contains(part) ? null : part;
      }
    }
    return previous;
  }

  private static @Nullable String fault(Node event, Parts of) {
    if (!event.isURI()) {
      return "a change event is a blank node";
    }
    if (!Texts.isUsableUri(event.getURI())) {
      return "a change event has a malformed URI";
    }
    if (of.changed == null || !of.changed.isURI() || !Texts.isUsableUri(of.changed.getURI())) {
      return "the event %s does not say which resource changed".formatted(event.getURI());
    }
    if (of.kind == null) {
      return "the event %s is neither creation, modification nor deletion"
          .formatted(event.getURI());
    }
    if (of.order == null
        || !of.order.isLiteral()
        || !ORDER.matcher(of.order.getLiteralLexicalForm()).matches()) {
      return "the order of the event %s is no whole number of at most 38 digits"
          .formatted(event.getURI());
    }
    return null;
  }

  @SuppressWarnings("NullAway") // checked by fault()
  private static ChangeEvent event(Node event, Parts of) {
    return new ChangeEvent(
        event.getURI(),
        of.changed.getURI(),
        new BigInteger(of.order.getLiteralLexicalForm()),
        "Deletion".equals(of.kind));
  }

  private String about(Node event, Parts of) {
    if (of.changed != null && of.changed.isURI() && Texts.isUsableUri(of.changed.getURI())) {
      return of.changed.getURI();
    }
    return event.isURI() && Texts.isUsableUri(event.getURI()) ? event.getURI() : uri.toString();
  }

  // The end of a log may be written as rdf:nil, and is no address.
  private @Nullable URI uriOf(@Nullable Node node) {
    if (node == null
        || !node.isURI()
        || node.getURI().equals(Vocabulary.NIL)
        || !Texts.isUsableUri(node.getURI())) {
      return null;
    }
    try {
      return uri.resolve(node.getURI());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
