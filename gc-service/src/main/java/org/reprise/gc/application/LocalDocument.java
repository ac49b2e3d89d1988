package org.reprise.gc.application;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/** An application's document of one of its configurations, or of a component. */
final class LocalDocument {
  private static final Node CHANGE_SET = Vocabulary.OSLC_CONFIG.term("ChangeSet");

  private final String uri;
  private final List<Triple> triples;

  LocalDocument(String uri, List<Triple> triples) {
    this.uri = uri;
    this.triples = triples;
  }

  boolean isBaseline() {
    return has(Vocabulary.TYPE, Terms.BASELINE);
  }

  /**
   * Checks that it can be contributed (OSLC Configuration Management 1.1, "Matching
   * contributions").
   *
   * @throws Refusal 400 if it cannot
   */
  void requireContributable() {
    if (!isBaseline() && !has(Vocabulary.TYPE, Terms.STREAM) && !has(Vocabulary.TYPE, CHANGE_SET)) {
      throw Refusal.invalid(
          "<%s> is neither an oslc_config:Stream nor an oslc_config:Baseline.".formatted(uri));
    }
    if (!has(Terms.ACCEPTED_BY, Terms.CONFIGURATION)) {
      throw Refusal.invalid(
          "<%s> accepts nothing that it could contribute to: it has no oslc_config:acceptedBy oslc_config:Configuration."
              .formatted(uri));
    }
  }

  /**
   * The URI of its component.
   *
   * @throws Refusal 400 if there is none, or more than one, or it cannot be stored
   */
  String component() {
    List<String> all = links(Terms.COMPONENT);
    if (all.size() != 1) {
      throw Refusal.invalid("<%s> has %d oslc_config:component.".formatted(uri, all.size()));
    }
    return requireUri("oslc_config:component", all.getFirst());
  }

  /**
   * Returns the URI of the configuration that a change set changes; null for others.
   *
   * @throws Refusal 400 if it cannot be stored
   */
  @Nullable String overrides() {
    return first(Terms.OVERRIDES, "oslc_config:overrides");
  }

  /**
   * Returns the URI of the container that creates a stream's baselines; null for others.
   *
   * @throws Refusal 400 if it cannot be stored
   */
  @Nullable String baselines() {
    return first(Terms.BASELINES, "oslc_config:baselines");
  }

  private @Nullable String first(Node property, String name) {
    List<String> all = links(property);
    return all.isEmpty() ? null : requireUri(name, all.getFirst());
  }

  // It is stored, and written in each document that lists the configuration.
  private String requireUri(String property, String value) {
    return Texts.requireUri("%s of <%s>".formatted(property, uri), value);
  }

  Optional<String> title() {
    return objects(own(), Vocabulary.TITLE)
        .filter(Node::isLiteral)
        .map(Texts::of)
        .filter(text -> Texts.isStorable(text) && !text.isBlank())
        .findFirst()
        .map(Titles::cut);
  }

  private List<String> links(Node property) {
    return links(own(), property).distinct().toList();
  }

  private boolean has(Node property, Node value) {
    return objects(own(), property).anyMatch(value::equals);
  }

  private Stream<Triple> own() {
    return triples.stream().filter(triple -> triple.getSubject().hasURI(uri));
  }

  /** Returns the values of a property, of whichever resource. */
  static Stream<Node> objects(Stream<Triple> triples, Node property) {
    return triples.filter(triple -> triple.getPredicate().equals(property)).map(Triple::getObject);
  }

  /** Returns the URIs that a property leads to, of whichever resource. */
  static Stream<String> links(Stream<Triple> triples, Node property) {
    return objects(triples, property).filter(Node::isURI).map(Node::getURI);
  }
}
