package org.reprise.ebms.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.BusyProcessors;
import org.reprise.kit.work.Loops;
import org.springframework.boot.health.contributor.Status;

/** Requests on virtual threads, and what goes on beside them. */
class RequestQueueTest {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Duration HANGING = Duration.ofMinutes(2);
  private static final int ROUND_TRIPS = 100;
  private static final int WAITING = 50;
  private static final long CPU_NANOS = 1_000_000;

  private final Loops loops = new Loops();
  private final RequestQueue queue = queue(Duration.ofSeconds(1));

  private RequestQueue queue(Duration maxWait) {
    return new RequestQueue(
        loops,
        new SimpleMeterRegistry(),
        new ReceiveSettings(
            false,
            new ReceiveSettings.Admission(maxWait),
            ReceiveSettings.ErrorReporting.BY_AGREEMENT,
            500));
  }

  @AfterEach
  void stop() {
    queue.close();
  }

  /** Sends back what comes. */
  private static void echo(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket.setTcpNoDelay(true);
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      // The test is over.
    }
  }

  private static void talk(ServerSocket server, AtomicInteger roundTrips) {
    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      socket.setTcpNoDelay(true);
      OutputStream to = socket.getOutputStream();
      InputStream from = socket.getInputStream();
      while (roundTrips.get() < ROUND_TRIPS) {
        to.write(1);
        from.read();
        roundTrips.incrementAndGet();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void useProcessor() {
    long end = System.nanoTime() + CPU_NANOS;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatWasBegunGoesOnWhileRequestsNeverStopComing() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Semaphore room = new Semaphore(WAITING);
    AtomicInteger roundTrips = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform().daemon().start(() -> echo(server));
      Thread requests =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                while (!over.get()) {
                  room.acquireUninterruptibly();
                  queue.execute(() -> {
                    room.release();
                    useProcessor();
                  });
                }
              });
      try {
        Thread.startVirtualThread(() -> talk(server, roundTrips));
        await().atMost(LIMIT).until(() -> roundTrips.get() == ROUND_TRIPS);
      } finally {
        over.set(true);
        requests.join();
      }
    }
    assertThat(loops.health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void requestsThatWaitForSomethingKeepNoOthersFromBeingBegun() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i < 20 * WAITING; i++) {
      queue.execute(() -> {
        begun.incrementAndGet();
        awaitQuietly(end);
      });
    }
    await().atMost(LIMIT).until(() -> begun.get() == 20 * WAITING);
    end.countDown();
  }

  private static void awaitQuietly(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void eachRequestKnowsOnceHowLongItWaited() {
    List<Long> waited = new CopyOnWriteArrayList<>();
    queue.execute(() -> {
      waited.add(RequestQueue.takeWaited());
      waited.add(RequestQueue.takeWaited());
    });
    await().atMost(LIMIT).until(() -> waited.size() == 2);
    assertThat(waited.getFirst()).isPositive();
    assertThat(waited.getLast()).isZero();
    assertThat(RequestQueue.takeWaited()).isZero();
  }

  @Test
  void doesNotCountWorkOfItsThreadAsWaiting() {
    List<Long> waited = new CopyOnWriteArrayList<>();
    long before = System.nanoTime();
    AtomicLong begun = new AtomicLong();
    queue.execute(() -> {
      begun.set(System.nanoTime() - before);
      while (System.nanoTime() - before < 3 * begun.get()) {
        Thread.onSpinWait();
      }
      waited.add(RequestQueue.takeWaited());
    });
    await().atMost(LIMIT).until(() -> !waited.isEmpty());
    assertThat(waited.getFirst()).isLessThanOrEqualTo(begun.get());
  }

  /** Requests that are late keep all processors until the newest has begun. */
  @Test
  void beginsNewestBesideLateOnes() throws Exception {
    int processors = Runtime.getRuntime().availableProcessors();
    Duration maxWait = Duration.ofMillis(1);
    AtomicBoolean newestBegun = new AtomicBoolean();
    try (RequestQueue impatient = queue(maxWait)) {
      try (BusyProcessors busy = new BusyProcessors()) {
        for (int i = 0; i < 3 * processors; i++) {
          impatient.execute(() -> {});
        }
        for (int i = 0; i < WAITING; i++) {
          impatient.execute(() -> spinUntil(newestBegun));
        }
        impatient.execute(() -> newestBegun.set(true));
        long added = System.nanoTime();
        await().until(() -> System.nanoTime() - added > maxWait.toNanos());
      }
      await().atMost(HANGING).untilTrue(newestBegun);
    } finally {
      newestBegun.set(true);
    }
  }

  private static void spinUntil(AtomicBoolean condition) {
    while (!condition.get()) {
      Thread.onSpinWait();
    }
  }
}
