package org.reprise.gc.feed;

/** What happened to a tracked resource (OSLC Tracked Resource Set 3.0, "Change Events"). */
public enum Change {
  /** It is new. */
  CREATION("Creation"),
  /** It says something else. */
  MODIFICATION("Modification"),
  /** It is gone. */
  DELETION("Deletion");

  private final String term;

  Change(String term) {
    this.term = term;
  }

  /** The name of its class in the vocabulary. */
  public String term() {
    return term;
  }
}
