package org.reprise.gc.fill;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.reprise.gc.application.Applications;
import org.reprise.gc.application.LocalConfiguration;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.stereotype.Component;

/** Reads the streams and baselines of the applications' components 1, 2 and so on for a fill. */
@Component
final class Locals {
  private static final int MAX_CONCURRENT = 8;

  private final Applications applications;
  private final LocalConfigurations configurations;

  Locals(Applications applications, LocalConfigurations configurations) {
    this.applications = applications;
    this.configurations = configurations;
  }

  /**
   * Reads the configurations.
   *
   * @param components how many of each application
   * @return by application, for each of its components, as far as it has them, the configurations;
   *     an application without configurations is left out
   * @throws Refusal 503 if an application does not answer
   */
  Map<String, List<List<LocalConfiguration>>> read(int components) {
    Map<String, List<List<LocalConfiguration>>> all = new TreeMap<>();
    try (ExecutorService readers =
        Executors.newFixedThreadPool(MAX_CONCURRENT, Thread.ofVirtual().factory())) {
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
    return IntStream.rangeClosed(1, components)
        .mapToObj(
            n -> readers.submit(() -> configurations.ofComponent(application, "/component/" + n)))
        // All are submitted before the first is waited for.
        .toList()
        .stream()
        .flatMap(pending -> result(pending).stream())
        .toList();
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
