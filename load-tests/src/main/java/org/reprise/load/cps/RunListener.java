package org.reprise.load.cps;

/** Hears how a run comes along. */
public interface RunListener {
  /** Something begins, in a few words. */
  void step(String what);

  /** How far the load of the present step has come. */
  void progress(ProgressLine progress);
}
