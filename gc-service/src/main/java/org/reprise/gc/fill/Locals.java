package org.reprise.gc.fill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.reprise.gc.application.Applications;
import org.reprise.gc.application.LocalConfiguration;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.oslc.refusal.Refusal;

/**
 * What the applications have for a fill: streams and baselines of their components 1, 2 and so on.
 */
final class Locals {
  private static final int AT_ONCE = 8;

  private final Applications applications;
  private final LocalConfigurations configurations;

  Locals(Applications applications, LocalConfigurations configurations) {
    this.applications = applications;
    this.configurations = configurations;
  }

  /**
   * Reads them.
   *
   * @param components how many of each application
   * @return by application, for each of its components, as far as it has them, the configurations;
   *     an application without configurations is left out
   * @throws Refusal 503 where an application does not answer
   */
  Map<String, List<List<LocalConfiguration>>> read(int components) {
    Map<String, List<List<LocalConfiguration>>> all = new TreeMap<>();
    try (ExecutorService readers =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      for (String application : applications.baseUris().keySet()) {
        List<List<LocalConfiguration>> found = read(application, components, readers);
        if (!found.isEmpty()) {
          all.put(application, found);
        }
      }
    }
    return all;
  }

  private List<List<LocalConfiguration>> read(
      String application, int components, ExecutorService readers) {
    List<Future<Optional<List<LocalConfiguration>>>> pending = new ArrayList<>();
    for (int n = 1; n <= components; n++) {
      String path = "/component/" + n;
      pending.add(readers.submit(() -> configurations.ofComponent(application, path)));
    }
    List<List<LocalConfiguration>> found = new ArrayList<>();
    for (Future<Optional<List<LocalConfiguration>>> one : pending) {
      result(one).ifPresent(found::add);
    }
    return found;
  }

  private static Optional<List<LocalConfiguration>> result(
      Future<Optional<List<LocalConfiguration>>> pending) {
    try {
      return pending.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while applications were read", e);
    }
  }
}
