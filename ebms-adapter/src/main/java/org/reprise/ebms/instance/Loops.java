package org.reprise.ebms.instance;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The service's own threads. */
public final class Loops {
  private final List<Loop> all = new CopyOnWriteArrayList<>();

  /** Starts a thread that repeats one step. */
  public Loop start(String name, Loop.Step step) {
    Loop loop = new Loop(name, step);
    all.add(loop);
    loop.start();
    return loop;
  }

  /** Names of the threads that ended unexpectedly. */
  public List<String> dead() {
    return all.stream().filter(loop -> !loop.isHealthy()).map(Loop::name).toList();
  }
}
