package org.reprise.load.generator;

/** Hears how a run comes along. */
public interface RunListener {
  /** Something begins, in a few words. */
  void step(String what);

  /** Something that the person who started the run should know. */
  void notice(String what);

  void progress(ProgressLine progress);
}
