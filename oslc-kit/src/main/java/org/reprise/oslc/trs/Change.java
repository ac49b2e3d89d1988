package org.reprise.oslc.trs;

import java.util.Arrays;
import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Vocabulary;

/** What happened to a tracked resource (OSLC Tracked Resource Set 3.0, "Change Events"). */
public enum Change {
  /** It is new. */
  CREATION("Creation"),
  /** It says something else. */
  MODIFICATION("Modification"),
  /** It is no member of the set any more. */
  DELETION("Deletion");

  private final String term;

  Change(String term) {
    this.term = term;
  }

  /** The name of its class in the vocabulary. */
  public String term() {
    return term;
  }

  Node type() {
    return Vocabulary.TRS.term(term);
  }

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException where there is none
   */
  public static Change of(String term) {
    return Arrays.stream(values())
        .filter(change -> change.term.equals(term))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(term));
  }
}
