package org.reprise.lists.work;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.reprise.lists.tenant.Tenant;

/**
 * Lets some work run at once. A place that becomes free goes to the waiting tenant that has the
 * fewest places, and pending work is limited for each tenant, so that one tenant does not keep the
 * others from their places.
 */
public final class Turns {
  private final int maxPending;
  private final Map<Tenant, Integer> pending = new HashMap<>();
  private final Map<Tenant, Integer> running = new HashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private int free;

  /**
   * Begins with all places free.
   *
   * @param maxPending how much of one tenant may be pending, what runs included
   */
  public Turns(int places, int maxPending) {
    this.free = places;
    this.maxPending = maxPending;
  }

  /** A place, until it is closed. */
  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  private record Waiting(Tenant tenant, CompletableFuture<Object> turn) {}

  /** Returns whether less of a tenant is pending than may be. */
  public synchronized boolean hasRoom(Tenant tenant) {
    return pending.getOrDefault(tenant, 0) < maxPending;
  }

  /** Counts work as pending until {@link #end}; returns false if the tenant has no room for it. */
  public synchronized boolean begin(Tenant tenant) {
    boolean hasRoom = hasRoom(tenant);
    if (hasRoom) {
      add(tenant);
    }
    return hasRoom;
  }

  /** Counts work as pending until {@link #end}, even over the limit. */
  public synchronized void add(Tenant tenant) {
    pending.merge(tenant, 1, Integer::sum);
  }

  public synchronized void end(Tenant tenant) {
    pending.merge(tenant, -1, Integer::sum);
  }

  /**
   * Waits for a place.
   *
   * @param stopped ends the wait
   * @throws CancellationException where the work was stopped first
   */
  public Turn await(Tenant tenant, CompletableFuture<?> stopped) {
    Waiting next = new Waiting(tenant, new CompletableFuture<>());
    enqueue(next);
    CompletableFuture.anyOf(next.turn(), stopped).join();
    if (stopped.isDone()) {
      withdraw(next);
      throw new CancellationException("Stopped before its turn");
    }
    return () -> release(tenant);
  }

  private synchronized void enqueue(Waiting next) {
    waiting.add(next);
    passOn();
  }

  private synchronized void withdraw(Waiting next) {
    if (!waiting.remove(next)) {
      release(next.tenant());
    }
  }

  private synchronized void release(Tenant tenant) {
    running.merge(tenant, -1, Integer::sum);
    free++;
    passOn();
  }

  private void passOn() {
    while (free > 0 && !waiting.isEmpty()) {
      // Of equals the one that waits longest.
      Waiting next =
          Collections.min(
              waiting, Comparator.comparing(one -> running.getOrDefault(one.tenant(), 0)));
      waiting.remove(next);
      running.merge(next.tenant(), 1, Integer::sum);
      free--;
      next.turn().complete(next);
    }
  }
}
