package org.reprise.load.generator;

public interface RunListener {
  void step(String what);

  void notice(String what);

  void progress(String text);
}
