package org.reprise.ldx.configuration;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.configuration.Description.Page;
import org.reprise.ldx.configuration.StoredConfigurations.State;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.http.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The local configurations that global ones resolve to. A global configuration is stored when all
 * of them are known, so that a query never counts on a part of them.
 */
@Component
final class GlobalConfigurations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GlobalConfigurations.class);
  private static final int MAX_CONCURRENT = 2; // as many requests as a server gets at once

  private final StoredConfigurations stored;
  private final ConfigurationServers servers;
  private final DescriptionReader reader;
  private final Duration timeout;
  private final ExecutorService background =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("selections-", 0).factory());
  private final ConcurrentMap<Integer, CompletableFuture<Void>> refreshing =
      new ConcurrentHashMap<>();

  GlobalConfigurations(
      StoredConfigurations stored,
      ConfigurationServers servers,
      DescriptionReader reader,
      SelectionSettings settings) {
    this.stored = stored;
    this.servers = servers;
    this.reader = reader;
    this.timeout = settings.timeout();
  }

  /**
   * Stores what a global configuration resolves to. Local configurations of servers whose feeds are
   * not indexed are left out: no version of theirs is.
   *
   * @param began when the request was sent, by {@link System#nanoTime}
   * @throws FetchFailure when one that is not known yet cannot be read
   */
  void resolve(URI uri, Description.Global global, Set<Origin> origins, long began)
      throws FetchFailure, InterruptedException {
    Map<String, String> indexed = new HashMap<>(global.locals());
    indexed.values().removeIf(local -> isGlobalOfSameServer(uri, local));
    int others = indexed.size();
    indexed.values().removeIf(local -> !Origin.isIn(origins, local));
    Set<String> configurations = new HashSet<>(indexed.values());
    if (configurations.stream().anyMatch(local -> local.length() > Configurations.MAX_URI)) {
      throw new FetchFailure(
          Kind.DOCUMENT, "the URI of a local configuration is longer than 600 characters");
    }
    Map<String, Integer> ids = new ConcurrentHashMap<>(stored.locals(configurations));
    configurations.removeAll(ids.keySet());
    runAll(
        configurations,
        local -> {
          Integer id = read(local, origins, null);
          if (id != null) {
            ids.put(local, id);
          }
        },
        began);
    Map<String, Integer> locals = new HashMap<>();
    indexed.forEach((component, local) -> {
      Integer id = ids.get(local);
      if (id != null) {
        locals.put(component, id);
      }
    });
    stored.store(uri.toString(), global, locals, indexed.size() < others, began);
  }

  // Another configuration of the same server is global, too: it selects nothing itself.
  private static boolean isGlobalOfSameServer(URI global, String configuration) {
    String uri = global.toString();
    return configuration.startsWith(uri.substring(0, uri.lastIndexOf('/') + 1));
  }

  // Null for one that is global.
  private @Nullable Integer read(String configuration, Set<Origin> origins, @Nullable State known)
      throws FetchFailure, InterruptedException {
    URI uri = URI.create(configuration);
    List<Page> pages = known == null ? List.of() : known.pages();
    long began = System.nanoTime();
    try {
      Description described =
          servers.of(uri, origins).call(known != null, () -> reader.read(uri, origins, pages));
      return switch (described) {
        case Description.Local local -> stored.store(configuration, local, began);
        case Description.Global global -> null;
        case Description.Confirmation confirmation -> {
          if (known != null) {
            stored.confirm(known.id(), began);
          }
          yield null;
        }
      };
    } catch (FetchFailure e) {
      if (e.kind() == Kind.GONE) {
        LOG.warn("A global configuration selects {}, which is not there", configuration);
        return stored.store(configuration, Description.Local.gone(), began);
      }
      // What its caller named is the global one, which says that this is a configuration.
      throw new FetchFailure(
          e.kind() == Kind.UNUSABLE ? Kind.DOCUMENT : e.kind(),
          "its local configuration %s: %s",
          configuration,
          e.reason());
    }
  }

  /**
   * Reads the selections of a global configuration's streams again, in the background. Of those
   * that cannot be read, the ones that are there count.
   *
   * @param isAwaited returns when that is done, or after the timeout
   */
  void refresh(int global, boolean isAwaited) {
    CompletableFuture<Void> refresh =
        refreshing.computeIfAbsent(
            global,
            id ->
                CompletableFuture.runAsync(() -> refreshAll(id), background)
                    .exceptionally(failure -> {
                      LOG.warn("Cannot read the selections of a global configuration", failure);
                      return null;
                    }));
    if (isAwaited) {
      refresh.copy().completeOnTimeout(null, timeout.toMillis(), TimeUnit.MILLISECONDS).join();
    }
  }

  private void refreshAll(int global) {
    long began = System.nanoTime();
    Set<String> attempted = new HashSet<>();
    try {
      Set<Origin> origins = servers.origins();
      Set<Origin> failed = ConcurrentHashMap.newKeySet();
      // Until the global one has no others: it may be resolved again meanwhile.
      for (List<String> stale = stored.stale(global, attempted);
          attempted.addAll(stale);
          stale = stored.stale(global, attempted)) {
        runAll(stale, uri -> refresh(uri, origins, failed), began);
        // A caller that comes after the next look begins another refresh.
        refreshing.remove(global);
      }
    } catch (FetchFailure e) {
      LOG.warn("Cannot read all selections again: {}", e.reason());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      // Also where some could not be read: nobody waits for those each time.
      try {
        stored.recordSelectionsRead(global, attempted, began);
      } finally {
        refreshing.remove(global);
      }
    }
  }

  private void refresh(String configuration, Set<Origin> origins, Set<Origin> failed)
      throws InterruptedException {
    Origin origin = Origin.of(configuration);
    if (failed.contains(origin) || !origins.contains(origin)) {
      return;
    }
    try {
      read(configuration, origins, stored.find(configuration).orElse(null));
    } catch (FetchFailure e) {
      LOG.debug("The selections of {} are as they were: {}", configuration, e.reason());
      if (e.isOfServer()) {
        failed.add(origin);
      }
    }
  }

  private interface Task {
    void run(String uri) throws FetchFailure, InterruptedException;
  }

  private void runAll(Collection<String> uris, Task task, long began)
      throws FetchFailure, InterruptedException {
    if (uris.isEmpty()) {
      return;
    }
    long deadline = began + timeout.toNanos();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(MAX_CONCURRENT, uris.size()),
            Thread.ofVirtual().name("configurations").factory());
    try {
      List<Future<?>> all = new ArrayList<>();
      for (String uri : uris) {
        all.add(
            threads.submit(() -> {
              task.run(uri);
              return uri;
            }));
      }
      for (Future<?> one : all) {
        one.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof FetchFailure failure) {
        throw failure;
      }
      throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new FetchFailure(
          Kind.SERVER,
          "its local configurations are not all there within %,d ms",
          timeout.toMillis());
    } finally {
      threads.shutdownNow();
    }
  }

  @Override
  public void close() {
    background.shutdownNow();
  }
}
