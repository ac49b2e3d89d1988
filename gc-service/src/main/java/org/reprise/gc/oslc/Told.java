package org.reprise.gc.oslc;

import java.util.Set;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Vocabulary;

/** Which properties of its results a query tells: those of {@code oslc.select}. */
final class Told {
  private static final Set<String> UNASKED =
      Set.of(
          Vocabulary.TYPE.getURI(),
          Vocabulary.TITLE.getURI(),
          Vocabulary.OSLC_CONFIG.namespace() + "component");

  private final @Nullable Set<String> properties;

  /**
   * Makes one.
   *
   * @param selected empty where the query says nothing; null for all
   */
  Told(@Nullable Set<String> selected) {
    this.properties = selected != null && selected.isEmpty() ? UNASKED : selected;
  }

  boolean has(Node property) {
    return properties == null || properties.contains(property.getURI());
  }
}
