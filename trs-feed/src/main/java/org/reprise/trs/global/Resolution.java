package org.reprise.trs.global;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.ResolvedConfigurations;
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
  private static final int OVERHEAD = 200;

  Resolution {
    byComponent = Map.copyOf(byComponent);
  }

  /** Reads a document of a configuration, of which only the accepted components matter. */
  static Resolution read(
      String configuration,
      @Nullable String etag,
      List<Triple> document,
      Predicate<String> isOurs) {
    ResolvedConfigurations resolved = new ResolvedConfigurations();
    document.forEach(resolved);
    Map<String, String> byComponent = resolved.byComponent(uri -> true);
    byComponent.keySet().removeIf(isOurs.negate());
    Triple isBaseline =
        Triple.create(
            Statements.uri(configuration),
            Vocabulary.TYPE,
            Vocabulary.OSLC_CONFIG.term("Baseline"));
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
