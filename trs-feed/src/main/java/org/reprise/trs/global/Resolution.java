package org.reprise.trs.global;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;

/**
 * The resolution of a global configuration: a configuration for each component.
 *
 * @param isBaseline it never changes
 * @param etag of the document that says so; null if it has none
 * @param byComponent URIs of configurations by those of their components
 */
record Resolution(boolean isBaseline, @Nullable String etag, Map<String, String> byComponent) {
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("configuration");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  private static final Node BASELINE = Vocabulary.OSLC_CONFIG.term("Baseline");
  private static final Node POSITION = Vocabulary.GC.term("position");
  private static final Node SKEW = Vocabulary.GC.term("skew");
  private static final Node OVERRIDDEN = Vocabulary.GC.term("overridden");
  private static final int OVERHEAD = 200;

  Resolution {
    byComponent = Map.copyOf(byComponent);
  }

  private static final class Entry {
    private @Nullable String configuration;
    private @Nullable String component;
    private long position = Long.MAX_VALUE;
    private boolean isLeftOut;

    void read(Triple triple) {
      Node object = triple.getObject();
      Node predicate = triple.getPredicate();
      if (predicate.equals(CONFIGURATION) && object.isURI()) {
        configuration = object.getURI();
      } else if (predicate.equals(COMPONENT) && object.isURI()) {
        component = object.getURI();
      } else if (predicate.equals(POSITION)) {
        position = number(object);
      } else if (predicate.equals(SKEW) || predicate.equals(OVERRIDDEN)) {
        isLeftOut |= object.isLiteral() && object.getLiteralLexicalForm().equals("true");
      }
    }

    private static long number(Node node) {
      try {
        return node.isLiteral() ? Long.parseLong(node.getLiteralLexicalForm()) : Long.MAX_VALUE;
      } catch (NumberFormatException e) {
        return Long.MAX_VALUE;
      }
    }
  }

  /**
   * Reads it from a configuration's document, where each entry is a resource with a configuration,
   * its component and a position. The first configuration of a component counts; later ones are
   * skewed, and some are overridden.
   *
   * @param isOurs which components matter here
   */
  static Resolution read(
      String configuration,
      @Nullable String etag,
      List<Triple> document,
      Predicate<String> isOurs) {
    Map<Node, Entry> entries = new HashMap<>();
    for (Triple triple : document) {
      entries.computeIfAbsent(triple.getSubject(), node -> new Entry()).read(triple);
    }
    List<Entry> inOrder = new ArrayList<>(entries.values());
    inOrder.sort(Comparator.comparingLong(entry -> entry.position));
    Map<String, String> byComponent = new HashMap<>();
    for (Entry entry : inOrder) {
      if (!entry.isLeftOut
          && entry.configuration != null
          && entry.component != null
          && isOurs.test(entry.component)) {
        byComponent.putIfAbsent(entry.component, entry.configuration);
      }
    }
    Triple isBaseline = Triple.create(Statements.uri(configuration), Vocabulary.TYPE, BASELINE);
    return new Resolution(document.contains(isBaseline), etag, byComponent);
  }

  /** Returns about how many bytes it takes. */
  int weight() {
    int weight = OVERHEAD;
    for (Map.Entry<String, String> entry : byComponent.entrySet()) {
      weight += OVERHEAD + entry.getKey().length() + entry.getValue().length();
    }
    return weight;
  }
}
