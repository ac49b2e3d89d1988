package org.reprise.lists.work;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;

/**
 * Lets some work run at once. A place that becomes free goes to the waiting tenant that has the
 * fewest places, and pending work is limited for each tenant, so that one tenant does not keep the
 * others from their places.
 */
public final class Turns {
  private static final int TURN_SECONDS = 10;

  private final int maxPending;
  private final Map<Tenant, Integer> pending = new HashMap<>();
  private final Map<Tenant, Integer> running = new HashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private int free;
  private int freeLimited;

  /**
   * Begins with all places free.
   *
   * @param limited how many of them limited work may have
   * @param maxPending how much of one tenant may be pending, what runs included
   */
  public Turns(int places, int limited, int maxPending) {
    this.free = places;
    this.freeLimited = limited;
    this.maxPending = maxPending;
  }

  /** A place, until it is closed. */
  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  private record Waiting(Tenant tenant, int limited, CompletableFuture<Object> turn) {}

  /** Returns whether less of a tenant is pending than may be. */
  public synchronized boolean hasRoom(Tenant tenant) {
    return pending.getOrDefault(tenant, 0) < maxPending;
  }

  /**
   * Begins work, which counts as pending until {@link #end}; what fails to begin does not.
   *
   * @param name of the work in the refusal, such as {@code queries}
   * @throws Refusal 503 where the tenant has no room for it
   */
  public <T> T begin(Tenant tenant, String name, Supplier<T> work) {
    synchronized (this) {
      if (!hasRoom(tenant)) {
        throw tooMany(name);
      }
      add(tenant);
    }
    try {
      return work.get();
    } catch (RuntimeException | Error e) {
      end(tenant);
      throw e;
    }
  }

  private static Refusal tooMany(String name) {
    return Refusal.unavailable("too.many." + name, "Too many %s wait; try later".formatted(name));
  }

  /**
   * Does limited work for a request when its turn comes, so that such work does not hold all
   * connections of a pool.
   *
   * @throws Refusal 503 where the tenant has no room for it, or its turn does not come in 10 s
   */
  public <T> T inTurn(Tenant tenant, String name, Supplier<T> work) {
    begin(tenant, name, () -> tenant);
    var timeout = new CompletableFuture<Boolean>().completeOnTimeout(true, TURN_SECONDS, SECONDS);
    try (Turn _ = await(tenant, true, timeout)) {
      return work.get();
    } catch (CancellationException e) {
      throw tooMany(name);
    } finally {
      end(tenant);
    }
  }

  /** Counts work as pending until {@link #end}, even over the limit. */
  public synchronized void add(Tenant tenant) {
    pending.merge(tenant, 1, Integer::sum);
  }

  public synchronized void end(Tenant tenant) {
    pending.merge(tenant, -1, Integer::sum);
  }

  /** Waits for a place; throws CancellationException where the work was stopped first. */
  public Turn await(Tenant tenant, boolean isLimited, CompletableFuture<?> stopped) {
    Waiting next = new Waiting(tenant, isLimited ? 1 : 0, new CompletableFuture<>());
    enqueue(next);
    CompletableFuture.anyOf(next.turn(), stopped).join();
    if (stopped.isDone()) {
      withdraw(next);
      throw new CancellationException("Stopped before its turn");
    }
    return () -> release(next);
  }

  private synchronized void enqueue(Waiting next) {
    waiting.add(next);
    passOn();
  }

  private synchronized void withdraw(Waiting next) {
    if (!waiting.remove(next)) {
      release(next);
    }
  }

  private synchronized void release(Waiting ended) {
    running.merge(ended.tenant(), -1, Integer::sum);
    free++;
    freeLimited += ended.limited();
    passOn();
  }

  private void passOn() {
    while (free > 0) {
      // Of equals the one that waits longest.
      Waiting next =
          waiting.stream()
              .filter(one -> one.limited() <= freeLimited)
              .min(Comparator.comparing(one -> running.getOrDefault(one.tenant(), 0)))
              .orElse(null);
      if (next == null) {
        return;
      }
      waiting.remove(next);
      running.merge(next.tenant(), 1, Integer::sum);
      free--;
      freeLimited -= next.limited();
      next.turn().complete(next);
    }
  }
}
