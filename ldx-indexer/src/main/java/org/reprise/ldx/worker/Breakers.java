package org.reprise.ldx.worker;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.GuardedServer;
import org.springframework.stereotype.Component;

/** A circuit breaker for each data source: one that is in trouble is left alone for a while. */
@Component
public final class Breakers {
  private final WorkSettings settings;
  private final ConcurrentMap<Integer, GuardedServer> bySource = new ConcurrentHashMap<>();

  Breakers(WorkSettings settings) {
    this.settings = settings;
  }

  GuardedServer of(int source) {
    return bySource.computeIfAbsent(
        source,
        id ->
            new GuardedServer(
                "data-source-" + id,
                settings.breakerCalls(),
                settings.breakerOpen(),
                FetchFailure::isOfServer));
  }

  /** Returns whether a data source is left alone now, as this process sees it. */
  public boolean isOpen(int source) {
    GuardedServer one = bySource.get(source);
    return one != null && one.isOpen();
  }
}
