package org.reprise.load.content;

/** Users who log in and open the view of all searches, as in the report's ramp-up. */
public final class AllSearchesSimulation extends ContentSimulation {
  public AllSearchesSimulation() {
    super("index-on");
  }
}
