package org.reprise.ebms.instance;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.reprise.kit.work.Loop;

/** The service's own threads, by name. */
public final class Loops {
  private final Map<String, Loop> all = new ConcurrentHashMap<>();

  /** Starts a thread that repeats one step. */
  public Loop start(String name, Loop.Step step) {
    Loop loop = new Loop(name, step);
    all.put(name, loop);
    loop.start();
    return loop;
  }

  /** Names of the threads that ended unexpectedly. */
  public List<String> dead() {
    return all.entrySet().stream()
        .filter(entry -> !entry.getValue().isHealthy())
        .map(Map.Entry::getKey)
        .toList();
  }
}
