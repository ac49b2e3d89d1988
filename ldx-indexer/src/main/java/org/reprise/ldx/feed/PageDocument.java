package org.reprise.ldx.feed;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.Document;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.Texts;
import org.reprise.ldx.rdf.Vocabulary;

/**
 * Gathers what a document says as a page of a base. Members are read by {@code ldp:member}, as TRS
 * 3.0 prefers, by the predicate that {@code ldp:hasMemberRelation} names, and by {@code
 * rdfs:member}, as TRS 2.0 had; the next page by the link header, and by {@code ldp:nextPage}.
 */
final class PageDocument implements Consumer<Triple> {
  private static final int MAX_RELATIONS = 100;
  private static final Set<String> TYPES =
      Set.of(
          Vocabulary.TRS + "Base",
          Vocabulary.LDP + "Page",
          Vocabulary.LDP + "Container",
          Vocabulary.LDP + "BasicContainer",
          Vocabulary.LDP + "DirectContainer",
          Vocabulary.LDP + "IndirectContainer",
          Vocabulary.LDP + "AggregateContainer");

  private final Set<String> relations;
  private final Map<String, Set<String>> objects = new HashMap<>();
  private @Nullable Node next;
  private @Nullable String cutoff;
  private boolean hasType;

  /**
   * Gathers one.
   *
   * @param relations the predicates of members; those that the page names are added, for later
   *     pages may not name them again
   */
  PageDocument(Set<String> relations) {
    this.relations = relations;
  }

  @Override
  public void accept(Triple triple) {
    Node object = triple.getObject();
    if (triple.getPredicate().hasURI(Vocabulary.LDP + "nextPage")) {
      next = object;
    }
    if (!object.isURI() || !Texts.isUsableUri(object.getURI())) {
      return;
    }
    switch (triple.getPredicate().getURI()) {
      case Vocabulary.LDP + "hasMemberRelation" -> relations.add(object.getURI());
      case Vocabulary.TRS + "cutoffEvent" -> cutoff = object.getURI();
      case Vocabulary.TYPE -> hasType |= TYPES.contains(object.getURI());
      default ->
          objects
              .computeIfAbsent(triple.getPredicate().getURI(), predicate -> new LinkedHashSet<>())
              .add(object.getURI());
    }
  }

  private Set<String> members() {
    Set<String> members = new LinkedHashSet<>();
    relations.forEach(relation -> members.addAll(objects.getOrDefault(relation, Set.of())));
    return members;
  }

  /**
   * Returns whether it says anything of a base. What does not is no base without members: an index
   * that took it for one would lose all it has.
   */
  boolean hasBase() {
    return hasType || cutoff != null || next != null || !members().isEmpty();
  }

  /**
   * Returns the page.
   *
   * @throws FetchFailure when it does not say which page comes next, but that one does: without it
   *     the rest of the base would be lost; also when it names too many predicates to keep
   */
  BasePage page(Document document) throws FetchFailure {
    if (relations.size() > MAX_RELATIONS) {
      throw new FetchFailure(
          Kind.DOCUMENT, "the base has more than %d predicates of members", MAX_RELATIONS);
    }
    return new BasePage(document.uri(), new ArrayList<>(members()), next(document), cutoff);
  }

  private @Nullable URI next(Document document) throws FetchFailure {
    URI link = document.next();
    if (link == null && next != null) {
      if (!next.isURI() || !Texts.isUsableUri(next.getURI())) {
        throw new FetchFailure(
            Kind.DOCUMENT, "the page %s does not say which one comes next", document.uri());
      }
      link = document.resolve(next.getURI());
    }
    return link == null || link.toString().equals(Vocabulary.NIL) ? null : link;
  }
}
