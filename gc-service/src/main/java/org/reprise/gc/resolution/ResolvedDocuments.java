package org.reprise.gc.resolution;

import org.apache.jena.graph.Node;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.gc.resolution.Resolved.Entry;
import org.reprise.gc.resolution.Resolved.Outcome;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;

/** Writes resolved configurations as RDF. */
final class ResolvedDocuments {
  private static final Node POSITION = Vocabulary.GC.term("position");
  private static final Node SKEW = Vocabulary.GC.term("skew");
  private static final Node OVERRIDDEN = Vocabulary.GC.term("overridden");

  private ResolvedDocuments() {}

  /** Adds all that a configuration resolves to, each once, in its order. */
  static void add(Resolved resolved, ResourceUris uris, Statements statements) {
    String root = uris.configuration(resolved.root());
    resolved.entries().stream()
        .filter(entry -> entry.outcome() != Outcome.REPEATED)
        .forEach(entry -> add(root, entry, statements));
  }

  /** Adds one of the configurations that the one with the URI {@code root} resolves to. */
  static Statements add(String root, Entry entry, Statements statements) {
    String uri = root + "#r" + entry.position();
    Node node = Statements.uri(uri);
    statements
        .link(Statements.uri(root), Terms.RESOLVES_TO, uri)
        .link(node, Terms.CONTRIBUTED, entry.uri())
        .link(node, Terms.COMPONENT, entry.component())
        .number(node, POSITION, entry.position());
    if (entry.outcome() == Outcome.SKEW) {
      statements.flag(node, SKEW, true);
    }
    if (entry.outcome() == Outcome.OVERRIDDEN) {
      statements.flag(node, OVERRIDDEN, true);
    }
    return statements;
  }
}
