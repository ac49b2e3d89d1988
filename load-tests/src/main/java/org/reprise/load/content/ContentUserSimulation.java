package org.reprise.load.content;

/** Users from the log-in on, with the random mix. */
public final class ContentUserSimulation extends ContentSimulation {
  public ContentUserSimulation() {
    super("xfs-250-users");
  }
}
