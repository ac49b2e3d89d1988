package org.reprise.load.generator;

/** Hears how a run comes along. */
public interface RunListener {
  void step(String what);

  void notice(String what);

  void progress(String text);
}
