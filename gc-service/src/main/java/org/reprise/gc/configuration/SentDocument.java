package org.reprise.gc.configuration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/** The statements of a request's document, by resource. */
public final class SentDocument {
  private final Map<Node, List<Triple>> bySubject = new HashMap<>();

  public SentDocument(List<Triple> triples) {
    for (Triple triple : triples) {
      bySubject.computeIfAbsent(triple.getSubject(), subject -> new ArrayList<>()).add(triple);
    }
  }

  /**
   * Returns properties of a class, and those of every resource. The server sets some of these: they
   * may be sent, so that what was read can be sent back.
   */
  public static Set<Node> properties(Node... ofClass) {
    Set<Node> all = new HashSet<>(List.of(ofClass));
    all.addAll(Set.of(Vocabulary.TYPE, Vocabulary.TITLE, Terms.DESCRIPTION, Terms.SUBJECT));
    for (String one : List.of("identifier", "created", "modified", "creator", "contributor")) {
      all.add(Vocabulary.DCTERMS.term(one));
    }
    for (String one : List.of("instanceShape", "serviceProvider", "modifiedBy", "shortId")) {
      all.add(Vocabulary.OSLC.term(one));
    }
    return all;
  }

  public boolean describes(Node subject) {
    return bySubject.containsKey(subject);
  }

  /**
   * The resource that a document describes which is to create it: the one of the request's URI, or,
   * as clients do not know its URI yet, the only one, or the only one with a title.
   *
   * @throws Refusal 400 if it is not clear which
   */
  public Node created(Node request) {
    if (bySubject.isEmpty() || describes(request)) {
      return request;
    }
    List<Node> all = List.copyOf(bySubject.keySet());
    if (all.size() > 1) {
      all = all.stream().filter(one -> !values(one, Vocabulary.TITLE).isEmpty()).toList();
    }
    if (all.size() != 1) {
      throw Refusal.invalid(
          "It is not clear which resource of the document is to be created: call it <%s>, or give a dcterms:title to it alone."
              .formatted(request.getURI()));
    }
    return all.getFirst();
  }

  /** Returns all values of a property, each once. */
  public List<Node> values(Node subject, Node property) {
    return bySubject.getOrDefault(subject, List.of()).stream()
        .filter(triple -> triple.getPredicate().equals(property))
        .map(Triple::getObject)
        .distinct()
        .toList();
  }

  /**
   * Checks that a resource has no other properties.
   *
   * @throws Refusal 400 with the first property that is not known
   */
  public void requireOnly(Node subject, Set<Node> properties) {
    for (Triple triple : bySubject.getOrDefault(subject, List.of())) {
      if (!properties.contains(triple.getPredicate())) {
        throw Refusal.invalid(
            "%s has <%s>, which is not stored here."
                .formatted(named(subject), triple.getPredicate().getURI()));
      }
    }
  }

  /**
   * The text of a property; null for none.
   *
   * @throws Refusal 400 if there are two, or no text
   */
  public @Nullable String text(Node subject, Node property) {
    Node value = one(subject, property);
    return value == null ? null : text(subject, property, value);
  }

  private static String text(Node subject, Node property, Node value) {
    if (!value.isLiteral()) {
      throw Refusal.invalid(
          "%s has a <%s> that is no text.".formatted(named(subject), property.getURI()));
    }
    return Texts.of(value);
  }

  /**
   * Returns the properties of a component or configuration; the title is null if it has none.
   *
   * @throws Refusal 400 if a value cannot be stored
   */
  public Edit edit(Node subject) {
    return new Edit(
        text(subject, Vocabulary.TITLE),
        text(subject, Terms.DESCRIPTION),
        values(subject, Terms.SUBJECT).stream()
            .map(value -> text(subject, Terms.SUBJECT, value))
            .toList(),
        link(subject, Terms.BRANCH),
        flag(subject, Terms.ARCHIVED));
  }

  // False if there is none.
  private boolean flag(Node subject, Node property) {
    String text = text(subject, property);
    return switch (text) {
      case null -> false;
      case "true", "1" -> true;
      case "false", "0" -> false;
      default ->
          throw Refusal.invalid(
              "%s has a <%s> that is none of true, false, 1 and 0."
                  .formatted(named(subject), property.getURI()));
    };
  }

  /**
   * Checks that a resource has no other class.
   *
   * @throws Refusal 400 with the first class that is another one
   */
  public void requireTypes(Node subject, Set<Node> classes) {
    for (Node type : values(subject, Vocabulary.TYPE)) {
      if (!classes.contains(type)) {
        throw Refusal.invalid(
            "%s has the rdf:type %s, which is not what is stored here."
                .formatted(named(subject), type.isURI() ? named(type) : "that is no URI"));
      }
    }
  }

  /**
   * The URI that a property leads to; null for none.
   *
   * @throws Refusal 400 if there are two, or no URI
   */
  public @Nullable String link(Node subject, Node property) {
    Node value = one(subject, property);
    if (value != null && !value.isURI()) {
      throw Refusal.invalid(
          "%s has a <%s> that is no URI.".formatted(named(subject), property.getURI()));
    }
    return value == null ? null : value.getURI();
  }

  private @Nullable Node one(Node subject, Node property) {
    List<Node> values = values(subject, property);
    if (values.size() > 1) {
      throw Refusal.invalid(
          "%s has %d <%s>, and may have one."
              .formatted(named(subject), values.size(), property.getURI()));
    }
    return values.isEmpty() ? null : values.getFirst();
  }

  /** Returns a resource as messages call it. */
  static String named(Node subject) {
    return subject.isURI() ? "<" + subject.getURI() + ">" : "A resource without URI";
  }
}
