package org.reprise.gc.application;

import java.util.List;
import java.util.Optional;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Texts;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;

/** An application's document of one of its configurations. */
final class LocalDocument {
  private static final Node ACCEPTED_BY = Vocabulary.OSLC_CONFIG.term("acceptedBy");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  private static final Node OVERRIDES = Vocabulary.OSLC_CONFIG.term("overrides");
  private static final Node BASELINES = Vocabulary.OSLC_CONFIG.term("baselines");
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("Configuration");
  private static final Node STREAM = Vocabulary.OSLC_CONFIG.term("Stream");
  private static final Node BASELINE = Vocabulary.OSLC_CONFIG.term("Baseline");
  private static final Node CHANGE_SET = Vocabulary.OSLC_CONFIG.term("ChangeSet");
  private static final int MAX_URI_LENGTH = 2_000;

  private final String uri;
  private final List<Triple> triples;

  LocalDocument(String uri, List<Triple> triples) {
    this.uri = uri;
    this.triples = triples;
  }

  boolean isBaseline() {
    return has(Vocabulary.TYPE, BASELINE);
  }

  /**
   * Checks that it can be contributed (OSLC Configuration Management 1.1, "Matching
   * contributions").
   *
   * @throws Refusal 400 if it cannot
   */
  void requireContributable() {
    if (!isBaseline() && !has(Vocabulary.TYPE, STREAM) && !has(Vocabulary.TYPE, CHANGE_SET)) {
      throw Refusal.invalid(
          "<%s> is neither an oslc_config:Stream nor an oslc_config:Baseline.".formatted(uri));
    }
    if (!has(ACCEPTED_BY, CONFIGURATION)) {
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
    List<String> all = links(COMPONENT);
    if (all.size() != 1) {
      throw Refusal.invalid("<%s> has %d oslc_config:component.".formatted(uri, all.size()));
    }
    return storable(all.getFirst(), "oslc_config:component");
  }

  /**
   * Of a change set: the URI of the configuration that it changes; null for others.
   *
   * @throws Refusal 400 if it cannot be stored
   */
  @Nullable String overrides() {
    String first = links(OVERRIDES).stream().findFirst().orElse(null);
    return first == null ? null : storable(first, "oslc_config:overrides");
  }

  /**
   * Of a stream: the URI of the container that creates its baselines; null for others.
   *
   * @throws Refusal 400 if it cannot be stored
   */
  @Nullable String baselines() {
    String first = links(BASELINES).stream().findFirst().orElse(null);
    return first == null ? null : storable(first, "oslc_config:baselines");
  }

  // It is stored, and written in each document that lists the configuration.
  private String storable(String value, String property) {
    if (value.length() > MAX_URI_LENGTH || !Texts.isStorable(value)) {
      throw Refusal.invalid(
          "The %s of <%s> is no URI of up to %,d characters."
              .formatted(property, uri, MAX_URI_LENGTH));
    }
    return value;
  }

  String title() {
    Optional<String> title =
        values(Vocabulary.TITLE).stream()
            .filter(Node::isLiteral)
            .map(Texts::of)
            .filter(Texts::isStorable)
            .findFirst();
    String text = title.filter(one -> !one.isBlank()).orElse(uri);
    return Titles.cut(text);
  }

  private List<String> links(Node property) {
    return values(property).stream().filter(Node::isURI).map(Node::getURI).distinct().toList();
  }

  private boolean has(Node property, Node value) {
    return values(property).contains(value);
  }

  private List<Node> values(Node property) {
    return triples.stream()
        .filter(triple ->
            triple.getSubject().isURI()
                && triple.getSubject().getURI().equals(uri)
                && triple.getPredicate().equals(property))
        .map(Triple::getObject)
        .toList();
  }
}
