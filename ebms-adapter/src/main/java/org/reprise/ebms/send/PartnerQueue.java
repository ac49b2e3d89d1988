package org.reprise.ebms.send;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.send.SendMeters.Overflow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages for one endpoint. Each counts from its reservation until its sending ended. A few
 * workers share the partner's connections; they are virtual threads that live as long as there is
 * something to send. Nothing is shared with other partners: one that never answers delays no other.
 */
final class PartnerQueue implements Partners.Room {
  private static final Logger LOG = LoggerFactory.getLogger(PartnerQueue.class);
  private static final Duration FULL_RETRY_AFTER = Duration.ofSeconds(1);
  // Callers that wait for room, at most.
  private static final int MAX_WAITERS = 256;
  // Within it, messages whose time is over end while the circuit breaker lets nothing be sent.
  private static final long MAX_PERMISSION_WAIT_MILLIS = 1000;

  private final URI endpoint;
  private final SendSettings settings;
  private final Transmission transmission;
  private final CircuitBreaker breaker;
  private final SendMeters.OfPartner meters;
  private final Semaphore room;
  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
  // What failed and is tried again after a pause; meanwhile the workers send others.
  private final Set<Waiting> pausing = ConcurrentHashMap.newKeySet();
  private final AtomicInteger workers = new AtomicInteger();
  private volatile @Nullable Failure lastFailure;
  private volatile boolean stopped;

  PartnerQueue(
      URI endpoint,
      SendSettings settings,
      Outbound outbound,
      CircuitBreaker breaker,
      SendMeters meters) {
    this.endpoint = endpoint;
    this.settings = settings;
    this.transmission = new Transmission(endpoint, outbound, breaker);
    this.breaker = breaker;
    this.room = new Semaphore(settings.queueCapacity());
    this.meters = meters.ofPartner(endpoint, this);
    breaker
        .getEventPublisher()
        .onStateTransition(event -> {
          LOG.warn(
              "The circuit breaker of {} was {} and is {} now: {}",
              endpoint,
              event.getStateTransition().getFromState(),
              event.getStateTransition().getToState(),
              lastFailure);
          wakeWorkers();
        });
  }

  private record Failure(String messageId, String reason, Instant at) {
    @Override
    public String toString() {
      return messageId + " failed at " + at + ": " + reason;
    }
  }

  int held() {
    return settings.queueCapacity() - room.availablePermits();
  }

  PartnerStatus status() {
    Failure failure = lastFailure;
    return new PartnerStatus(
        endpoint,
        breaker.getState().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        held(),
        failure == null ? null : failure.messageId,
        failure == null ? null : failure.reason,
        failure == null ? null : failure.at);
  }

  /** Closes the breaker: what waits is sent at once. */
  void resetBreaker() {
    breaker.reset();
  }

  private boolean isBreakerOpen() {
    return breaker.getState() == State.OPEN;
  }

  /** Takes room for one message; waits for it a little where there is none. */
  void reserve() {
    if (isBreakerOpen()) {
      meters.overflow(Overflow.BREAKER);
      throw new PartnerUnavailable(
          endpoint, "the last ones failed (circuit breaker)", settings.breakerOpen());
    }
    if (isSlow()) {
      meters.overflow(Overflow.SLOW);
      throw new PartnerUnavailable(
          endpoint, "those before them wait too long already", FULL_RETRY_AFTER);
    }
    if (!room.tryAcquire() && !waitForRoom()) {
      meters.overflow(Overflow.FULL);
      throw new PartnerUnavailable(endpoint, "its queue is full", FULL_RETRY_AFTER);
    }
  }

  /** Whether the next message to be sent has waited longer than one should that is new. */
  private boolean isSlow() {
    Waiting next = queue.peek();
    return next != null && next.inQueue() > settings.maxWait().toNanos();
  }

  /** Takes room for one message where there is some at once and the breaker is closed. */
  boolean tryReserve() {
    return !isBreakerOpen() && room.tryAcquire();
  }

  /** How many messages there is room for now; none while the breaker is open. */
  int room() {
    return isBreakerOpen() ? 0 : room.availablePermits();
  }

  private boolean waitForRoom() {
    if (room.getQueueLength() >= MAX_WAITERS) {
      return false;
    }
    try {
      return room.tryAcquire(settings.queueWait().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void giveBack() {
    room.release();
  }

  @Override
  public void use(Outgoing message) {
    submit(new Waiting(message));
  }

  private void submit(Waiting waiting) {
    waiting.queued();
    queue.add(waiting);
    startWorker();
  }

  private void startWorker() {
    int limit = settings.connections();
    if (workers.getAndUpdate(running -> Math.min(running + 1, limit)) < limit) {
      try {
        Thread.ofVirtual().name("send to " + endpoint.getAuthority()).start(this::work);
      } catch (Throwable e) {
        workers.decrementAndGet();
        throw e;
      }
    }
  }

  private void work() {
    try {
      while (!queue.isEmpty()) {
        if (breaker.tryAcquirePermission() || awaitPermission()) {
          sendNext();
        } else {
          finishOverdue();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      workers.decrementAndGet();
      // A message that was added after the last look, when this worker still counted as running.
      if (!queue.isEmpty()) {
        startWorker();
      }
    }
  }

  /** Waits a second, or for the breaker to change; returns whether it permitted at once. */
  private synchronized boolean awaitPermission() throws InterruptedException {
    boolean isPermitted = breaker.tryAcquirePermission();
    if (!isPermitted && !stopped) {
      wait(MAX_PERMISSION_WAIT_MILLIS);
    }
    return isPermitted;
  }

  private synchronized void wakeWorkers() {
    notifyAll();
  }

  /** With the breaker's permission, which is given back in each case. */
  private void sendNext() {
    Waiting next = queue.poll();
    if (next == null) {
      breaker.releasePermission();
      return;
    }
    SendResult over = resultIfEnded(next);
    if (over != null) {
      breaker.releasePermission();
      finish(next, over);
      return;
    }
    // Also of a message that an Error ends: or its room, and its row, would stay taken.
    SendResult result = new SendResult.Unsent("a failure of this service");
    try {
      SendResult sent = transmission.send(next);
      result = sent == null ? result : sent;
      if (!(sent instanceof SendResult.Delivered || sent instanceof SendResult.Abandoned)) {
        lastFailure = new Failure(next.message().messageId(), next.reason(), Instant.now());
      }
      if (sent == null) {
        meters.retry();
        sendLater(next);
        result = null;
      }
    } finally {
      if (result != null) {
        finish(next, result);
      }
    }
  }

  /** How a message ended that need not be sent any more; null where it is to be sent. */
  private @Nullable SendResult resultIfEnded(Waiting waiting) {
    if (stopped || !waiting.message().lease().isHeld()) {
      return new SendResult.Abandoned();
    }
    return waiting.isTooLate() ? waiting.givenUp(true) : null;
  }

  private void sendLater(Waiting waiting) {
    Executor afterPause = CompletableFuture.delayedExecutor(waiting.pause(), TimeUnit.NANOSECONDS);
    pausing.add(waiting);
    try {
      afterPause.execute(() -> {
        if (pausing.remove(waiting)) {
          submit(waiting);
        }
      });
    } catch (Throwable e) {
      if (pausing.remove(waiting)) {
        throw e;
      }
    }
    if (stopped) {
      abandonPausing();
    }
  }

  /** Ends messages whose time is over while the circuit breaker lets nothing be sent. */
  private void finishOverdue() {
    for (Waiting waiting : queue) {
      SendResult over = resultIfEnded(waiting);
      if (over != null && queue.remove(waiting)) {
        finish(waiting, over);
      }
    }
  }

  private void finish(Waiting waiting, SendResult result) {
    Outgoing message = waiting.message();
    try {
      message.onResult().accept(result);
    } catch (RuntimeException | Error e) {
      LOG.error(
          "The result of sending {} to {} ({}) was not recorded",
          message.messageId(),
          endpoint,
          result,
          e);
    } finally {
      room.release();
    }
    meters.count(result);
    if (result instanceof SendResult.GivenUp || result instanceof SendResult.Refused) {
      LOG.warn(
          "{} was {} by {}: {}; circuit breaker {}",
          message.messageId(),
          result instanceof SendResult.Refused ? "refused" : "not taken",
          endpoint,
          waiting.reason(),
          breaker.getState());
    }
  }

  /** Waits for what is on its way, up to a {@link System#nanoTime}; abandons the rest. */
  void stop(long end) {
    try {
      var _ =
          room.tryAcquire(settings.queueCapacity(), end - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stopped = true;
    wakeWorkers();
    abandonPausing();
  }

  private void abandonPausing() {
    for (Waiting waiting : pausing) {
      if (pausing.remove(waiting)) {
        finish(waiting, new SendResult.Abandoned());
      }
    }
  }
}
