package org.reprise.load.child;

/** A stretch of load that can be asked how far it has come. */
public interface Progressing {
  /** Whether its first call was made. */
  boolean begun();

  /** Whether its last call has ended. */
  boolean over();

  ProgressLine progress();
}
