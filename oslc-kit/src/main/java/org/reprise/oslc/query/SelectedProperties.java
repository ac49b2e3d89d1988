package org.reprise.oslc.query;

import java.util.Set;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Statements;

/**
 * The properties of results that an answer has: those of {@code oslc.select}.
 *
 * @param properties URIs; null for all
 */
public record SelectedProperties(@Nullable Set<String> properties) {
  public boolean has(Node property) {
    return properties == null || properties.contains(property.getURI());
  }

  /** Adds those statements of a resource that are selected. */
  public void addTo(Statements results, Statements resource) {
    resource.triples().stream().filter(triple -> has(triple.getPredicate())).forEach(results::add);
  }
}
