package org.reprise.ldx.configuration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.configuration.Description.Part;
import org.reprise.ldx.rdf.UriText;
import org.reprise.ldx.rdf.Vocabulary;

/**
 * Gathers the configurations that the document of a global one says it resolves to: resources with
 * a configuration, its component and a position, as gc-service writes them. The first configuration
 * of a component counts; later ones are skewed (OSLC Configuration Management 1.1, "Component
 * skew"), and some are overridden.
 */
final class Resolution implements Consumer<Triple> {
  private static final String CONFIGURATION = Vocabulary.CONFIG + "configuration";
  private static final String COMPONENT = Vocabulary.CONFIG + "component";
  private static final String POSITION = Vocabulary.GC + "position";
  private static final String SKEW = Vocabulary.GC + "skew";
  private static final String OVERRIDDEN = Vocabulary.GC + "overridden";

  private final Map<Node, Entry> entries = new HashMap<>();

  private static final class Entry {
    private @Nullable String configuration;
    private @Nullable String component;
    private long position = Long.MAX_VALUE;
    private boolean isLeftOut;

    boolean counts() {
      return !isLeftOut
          && configuration != null
          && component != null
          && UriText.isUsable(configuration)
          && UriText.isUsable(component);
    }
  }

  @Override
  public void accept(Triple triple) {
    Node object = triple.getObject();
    switch (triple.getPredicate().getURI()) {
      case CONFIGURATION -> {
        if (object.isURI()) {
          entry(triple).configuration = object.getURI();
        }
      }
      case COMPONENT -> {
        if (object.isURI()) {
          entry(triple).component = object.getURI();
        }
      }
      case POSITION -> entry(triple).position = number(object);
      case SKEW, OVERRIDDEN ->
          entry(triple).isLeftOut |=
              object.isLiteral() && object.getLiteralLexicalForm().strip().equals("true");
      default -> {}
    }
  }

  private Entry entry(Triple triple) {
    return entries.computeIfAbsent(triple.getSubject(), node -> new Entry());
  }

  private static long number(Node node) {
    try {
      return node.isLiteral()
          ? Long.parseLong(node.getLiteralLexicalForm().strip())
          : Long.MAX_VALUE;
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  List<Part> parts() {
    List<Entry> inOrder = new ArrayList<>(entries.values());
    inOrder.removeIf(entry -> !entry.counts());
    inOrder.sort(Comparator.comparingLong(entry -> entry.position));
    Map<String, Part> first = new LinkedHashMap<>();
    for (Entry entry : inOrder) {
      if (entry.component != null && entry.configuration != null) {
        first.putIfAbsent(entry.component, new Part(entry.component, entry.configuration));
      }
    }
    return List.copyOf(first.values());
  }
}
