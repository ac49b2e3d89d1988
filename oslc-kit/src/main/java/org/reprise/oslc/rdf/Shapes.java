package org.reprise.oslc.rdf;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.jena.graph.Triple;
import org.reprise.oslc.refusal.Refusal;

/** Resource shapes (OSLC Core 3.0) by name, from one Turtle document with relative URIs. */
public final class Shapes {
  private final Map<String, Statements> byName = new LinkedHashMap<>();

  /**
   * Reads shapes.
   *
   * @param document on the class path
   * @param base what their URIs begin with, before their names
   */
  public Shapes(String document, String base) {
    for (Triple triple : Statements.ofResource(document, base).triples()) {
      String name = triple.getSubject().getURI().substring(base.length()).replaceFirst("#.*", "");
      byName.computeIfAbsent(name, key -> new Statements()).add(triple);
    }
  }

  /** Returns what is stated of a shape and its properties; throws Refusal 404 for another name. */
  public Statements named(String name) {
    Statements shape = byName.get(name);
    if (shape == null) {
      throw Refusal.notFound(
          "The shapes are %s, not '%s'.".formatted(String.join(", ", byName.keySet()), name));
    }
    return shape;
  }
}
