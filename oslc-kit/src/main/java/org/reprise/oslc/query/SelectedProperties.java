package org.reprise.oslc.query;

import java.util.Set;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Statements;

/** The properties of results that an answer has: those of {@code oslc.select}. */
public final class SelectedProperties {
  private final @Nullable Set<String> properties;

  private SelectedProperties(@Nullable Set<String> properties) {
    this.properties = properties;
  }

  /**
   * Returns the selection of a query.
   *
   * @param selected URIs; empty if the query selects none, null for all
   * @param defaults the selection if the query has none
   */
  static SelectedProperties of(@Nullable Set<String> selected, Set<String> defaults) {
    return new SelectedProperties(selected != null && selected.isEmpty() ? defaults : selected);
  }

  public boolean has(Node property) {
    return properties == null || properties.contains(property.getURI());
  }

  /** Adds those statements of a resource that are selected. */
  public void addTo(Statements results, Statements resource) {
    resource.triples().stream().filter(triple -> has(triple.getPredicate())).forEach(results::add);
  }
}
