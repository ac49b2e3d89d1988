package org.reprise.oslc.rdf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the configurations that the document of a global one says it resolves to: resources with
 * a configuration, its component and a position, as gc-service writes them. The first configuration
 * of a component counts; later ones are skewed (OSLC Configuration Management 1.1, "Component
 * skew"), and some are overridden.
 */
public final class ResolvedConfigurations implements Consumer<Triple> {
  private static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("configuration");
  private static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  private static final Node POSITION = Vocabulary.GC.term("position");
  private static final Node SKEW = Vocabulary.GC.term("skew");
  private static final Node OVERRIDDEN = Vocabulary.GC.term("overridden");

  private final Map<Node, Entry> entries = new HashMap<>();

  private static final class Entry {
    private @Nullable String configuration;
    private @Nullable String component;
    private long position = Long.MAX_VALUE;
    private boolean isLeftOut;
  }

  @Override
  public void accept(Triple triple) {
    Node predicate = triple.getPredicate();
    Node object = triple.getObject();
    if (predicate.equals(CONFIGURATION) && object.isURI()) {
      entry(triple).configuration = object.getURI();
    } else if (predicate.equals(COMPONENT) && object.isURI()) {
      entry(triple).component = object.getURI();
    } else if (predicate.equals(POSITION)) {
      entry(triple).position = number(text(object));
    } else if (predicate.equals(SKEW) || predicate.equals(OVERRIDDEN)) {
      entry(triple).isLeftOut |= text(object).equals("true");
    }
  }

  private Entry entry(Triple triple) {
    return entries.computeIfAbsent(triple.getSubject(), node -> new Entry());
  }

  private static String text(Node node) {
    return node.isLiteral() ? node.getLiteralLexicalForm().strip() : "";
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Returns the URIs of configurations by those of their components, in order.
   *
   * @param isUsable holds for URIs; entries with others are left out
   */
  public SequencedMap<String, String> byComponent(Predicate<String> isUsable) {
    List<Entry> inOrder = new ArrayList<>(entries.values());
    inOrder.sort(Comparator.comparingLong(entry -> entry.position));
    SequencedMap<String, String> found = new LinkedHashMap<>();
    for (Entry entry : inOrder) {
      String component = entry.component;
      String configuration = entry.configuration;
      if (!entry.isLeftOut
          && component != null
          && configuration != null
          && isUsable.test(component)
          && isUsable.test(configuration)) {
        found.putIfAbsent(component, configuration);
      }
    }
    return found;
  }
}
