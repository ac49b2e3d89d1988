package org.reprise.oslc.trs;

import java.util.Arrays;
import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Vocabulary;

/** A kind of change of a tracked resource (OSLC Tracked Resource Set 3.0, "Change Events"). */
public enum Change {
  CREATION("Creation"),
  MODIFICATION("Modification"),
  DELETION("Deletion");

  private final String term;

  Change(String term) {
    this.term = term;
  }

  /** Returns the name of its class in the vocabulary. */
  public String term() {
    return term;
  }

  Node type() {
    return Vocabulary.TRS.term(term);
  }

  /**
   * Returns the kind whose class has that name.
   *
   * @throws IllegalArgumentException for any other name
   */
  public static Change of(String term) {
    return Arrays.stream(values())
        .filter(change -> change.term.equals(term))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(term));
  }
}
