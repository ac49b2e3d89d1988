package org.reprise.ebms.send;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages for one endpoint. Each is counted from its reservation until it is settled; a few
 * workers, virtual threads that live as long as there is something to send, share the partner's
 * connections. Nothing here is shared with other partners, so one that never answers keeps nobody
 * else waiting.
 */
final class PartnerQueue {
  private static final Logger LOG = LoggerFactory.getLogger(PartnerQueue.class);
  private static final Duration FULL_RETRY_AFTER = Duration.ofSeconds(1);
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);
  private static final long PERMISSION_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final URI endpoint;
  private final SendSettings settings;
  private final Outbound outbound;
  private final CircuitBreaker breaker;
  private final SendMeters.OfPartner meters;
  private final Room room;
  private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger workers = new AtomicInteger();
  private volatile boolean stopped;

  PartnerQueue(
      URI endpoint,
      SendSettings settings,
      Outbound outbound,
      CircuitBreaker breaker,
      SendMeters meters) {
    this.endpoint = endpoint;
    this.settings = settings;
    this.outbound = outbound;
    this.breaker = breaker;
    this.room = new Room(settings.queueCapacity());
    this.meters = meters.ofPartner(endpoint, this);
  }

  private static final class Room extends Semaphore {
    private static final long serialVersionUID = 1L;

    Room(int permits) {
      super(permits);
    }

    void overdraw() {
      reducePermits(1);
    }
  }

  /** Messages that are reserved, waiting or on their way. */
  int held() {
    return settings.queueCapacity() - room.availablePermits();
  }

  boolean isBreakerOpen() {
    return breaker.getState() == State.OPEN;
  }

  /** Takes room for one message; waits for it a little where there is none. */
  void reserve() throws PartnerUnavailable {
    if (isBreakerOpen()) {
      meters.overflow();
      throw new PartnerUnavailable(
          endpoint, "the last ones failed (circuit breaker)", settings.breakerOpen());
    }
    if (!room.tryAcquire() && !waitForRoom()) {
      meters.overflow();
      throw new PartnerUnavailable(endpoint, "its queue is full", FULL_RETRY_AFTER);
    }
  }

  /** Takes room for a message that was promised before, though it be more than there is. */
  void reserveInAnyCase() {
    room.overdraw();
  }

  /** Takes room for one message where there is some at once and the breaker is closed. */
  boolean tryReserve() {
    return !isBreakerOpen() && room.tryAcquire();
  }

  /** Whether a message that comes now would be refused. */
  boolean isUnavailable() {
    return isBreakerOpen() || room.availablePermits() <= 0;
  }

  private boolean waitForRoom() {
    if (room.getQueueLength() >= settings.queueWaiters()) {
      return false;
    }
    try {
      return room.tryAcquire(settings.queueWait().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Gives back room that was reserved and is not needed. */
  void release() {
    room.release();
  }

  /** Sends a message for which room is reserved. */
  void submit(Outgoing message) {
    queue.add(message);
    startWorker();
  }

  private void startWorker() {
    int running = workers.get();
    while (running < settings.connections()) {
      if (workers.compareAndSet(running, running + 1)) {
        Thread.ofVirtual().name("send to " + endpoint.getAuthority()).start(this::work);
        return;
      }
      running = workers.get();
    }
  }

  private void work() {
    try {
      for (Outgoing next = queue.poll(); next != null; next = queue.poll()) {
        settle(next, sent(next));
      }
    } finally {
      workers.decrementAndGet();
      // What was added after the last look, by somebody who saw this worker still running.
      if (!queue.isEmpty()) {
        startWorker();
      }
    }
  }

  private void settle(Outgoing message, Settlement settlement) {
    room.release();
    meters.settled(settlement);
    try {
      message.settled().accept(settlement);
    } catch (RuntimeException e) {
      LOG.error(
          "A message to {} was settled ({}), and that was not noted", endpoint, settlement, e);
    }
  }

  private Settlement sent(Outgoing message) {
    long pause = FIRST_PAUSE;
    String reason = "the queue did not move";
    boolean again = true;
    int tries = 0;
    while (again && !stopped && System.nanoTime() - message.giveUpAt() < 0) {
      if (!message.lease().isHeld()) {
        return new Settlement.Abandoned();
      }
      if (!breaker.tryAcquirePermission()) {
        LockSupport.parkNanos(PERMISSION_PAUSE);
        continue;
      }
      long started = System.nanoTime();
      tries++;
      try {
        Outbound.Answer answer = outbound.post(endpoint, message.body());
        if (isTaken(answer)) {
          breaker.onSuccess(System.nanoTime() - started, TimeUnit.NANOSECONDS);
          return new Settlement.Delivered(answer.contentType(), answer.body());
        }
        if (!isRecoverable(answer)) {
          breaker.onSuccess(System.nanoTime() - started, TimeUnit.NANOSECONDS);
          LOG.warn("{} refused a message with status {}", endpoint, answer.status());
          return new Settlement.Refused(answer.status(), answer.contentType(), answer.body());
        }
        reason = "status " + answer.status();
        again = message.tries() != Outgoing.Tries.ONCE;
        breaker.onResult(System.nanoTime() - started, TimeUnit.NANOSECONDS, answer.status());
      } catch (IOException e) {
        reason = e.getClass().getSimpleName() + ": " + e.getMessage();
        again =
            switch (message.tries()) {
              case UNTIL_TAKEN -> true;
              case ONCE -> false;
              case UNLESS_UNCLEAR -> isUnconnected(e);
            };
        breaker.onError(System.nanoTime() - started, TimeUnit.NANOSECONDS, e);
      }
      if (!again) {
        break;
      }
      meters.retry();
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    if (again && stopped) {
      return new Settlement.Abandoned();
    }
    LOG.warn("A message to {} was given up: {}", endpoint, reason);
    return new Settlement.GivenUp(reason, tries);
  }

  private static boolean isUnconnected(IOException e) {
    return e instanceof ConnectException
        || e instanceof UnknownHostException
        || e instanceof ConnectTimeoutException
        || e instanceof SSLHandshakeException;
  }

  private static boolean isTaken(Outbound.Answer answer) {
    return answer.status() >= 200 && answer.status() < 300;
  }

  // What a proxy or a busy partner says. A 500 that brings a SOAP fault is about the message itself
  // (SOAP 1.1, section 6.2); some message handlers answer an empty one when they are overloaded.
  private static boolean isRecoverable(Outbound.Answer answer) {
    return switch (answer.status()) {
      case 408, 429, 502, 503, 504 -> true;
      case 500 -> answer.body().length == 0 || !answer.contentType().contains("xml");
      default -> false;
    };
  }

  /** Ends the workers after the message that each is sending. */
  void stop() {
    stopped = true;
  }

  boolean isIdle() {
    return workers.get() == 0 && queue.isEmpty();
  }
}
