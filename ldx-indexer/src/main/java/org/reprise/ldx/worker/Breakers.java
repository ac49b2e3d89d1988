package org.reprise.ldx.worker;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.reprise.kit.work.GuardedPeer;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.CircuitOpen;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.springframework.stereotype.Component;

/**
 * A circuit breaker for each data source. Errors of single artifacts (500) do not open it: twenty
 * artifacts that always fail would keep all others from being indexed.
 */
@Component
public final class Breakers {
  private final WorkSettings settings;
  private final ConcurrentMap<Integer, GuardedPeer<CircuitOpen>> bySource =
      new ConcurrentHashMap<>();

  Breakers(WorkSettings settings) {
    this.settings = settings;
  }

  GuardedPeer<CircuitOpen> of(int source) {
    return bySource.computeIfAbsent(
        source,
        id ->
            new GuardedPeer<>(
                "data-source-" + id,
                settings.breakerCalls(),
                settings.breakerOpen(),
                end ->
                    end instanceof FetchFailure failure
                        && (failure.kind() == Kind.UNAVAILABLE
                            || failure.kind() == Kind.CREDENTIALS),
                FetchFailure.class::isInstance,
                CircuitOpen::new));
  }

  /** Returns whether the circuit breaker of a data source is open in this process. */
  public boolean isOpen(int source) {
    GuardedPeer<CircuitOpen> one = bySource.get(source);
    return one != null && one.isOpen();
  }
}
