package org.reprise.ldx.worker;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.http.GuardedServer;
import org.springframework.stereotype.Component;

/**
 * A circuit breaker for each data source. Errors of single artifacts (500) do not open it: twenty
 * artifacts that always fail would keep all others from being indexed.
 */
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
                failure ->
                    failure.kind() == Kind.UNAVAILABLE || failure.kind() == Kind.CREDENTIALS));
  }

  /** Returns whether the circuit breaker of a data source is open in this process. */
  public boolean isOpen(int source) {
    GuardedServer one = bySource.get(source);
    return one != null && one.isOpen();
  }
}
