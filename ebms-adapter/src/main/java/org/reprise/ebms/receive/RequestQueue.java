package org.reprise.ebms.receive;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Runs requests on virtual threads in the order in which they came, and lets no more than a few of
 * them wait for a processor at a time.
 *
 * <p>The scheduler of virtual threads takes tasks from one of its queues until that is empty, and
 * then looks at the others. While more requests come than can be answered, the queue into which the
 * container puts them is never empty. Then whatever was begun and waited for the database, a
 * partner or a client does not go on for seconds, or at all: requests are begun, and Pongs are not
 * sent. So the requests wait here. The next few are started when those before them have begun, and
 * in between the scheduler finds its queue of requests empty.
 *
 * <p>A message that waited too long is only refused. After each such request the newest ones are
 * started, which can still be answered in time: in order alone, all that are started are late.
 */
@Component
final class RequestQueue
    implements Executor, WebServerFactoryCustomizer<TomcatServletWebServerFactory>, AutoCloseable {
  private static final ThreadLocal<Long> WAITED = new ThreadLocal<>();
  private static final long LOOK_SECONDS = 1;
  // Measured on one core above twice the knee: 7,328 messages a second are answered with three,
  // 5,163 with one. Each refusal costs the connection, too.
  private static final int NEWEST_FOR_EACH_LATE = 3;

  private final BlockingDeque<Waiting> queue = new LinkedBlockingDeque<>();
  private final long maxWait;
  // Started, and without a processor so far.
  private final AtomicInteger starting = new AtomicInteger();
  private final int maxStarting = Runtime.getRuntime().availableProcessors();
  private final Semaphore othersHadTheirTurn = new Semaphore(0);
  private final Loop loop;
  // The loop's own.
  private int newestLeft;

  /** With a thread of its own, which does nothing while requests get a processor at once. */
  RequestQueue(Loops loops, MeterRegistry registry, ReceiveSettings settings) {
    this.maxWait = settings.admission().maxWait().toNanos();
    this.loop = loops.start("request-queue", this::startNext);
    Gauge.builder("reprise.ebms.admission.waiting", () -> queue.size() + starting.get())
        .description("Requests that wait for a thread")
        .register(registry);
  }

  /** Comes after Spring Boot's own, which starts a virtual thread for each request at once. */
  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addConnectorCustomizers(connector -> connector.getProtocolHandler().setExecutor(this));
  }

  /**
   * Returns for how many nanoseconds the current request waited for its thread; zero when asked
   * again, for what a connection sends before its last answer is read comes in the same turn.
   */
  static long takeWaited() {
    Long waited = WAITED.get();
    WAITED.remove();
    return waited == null ? 0 : waited;
  }

  private record Waiting(Runnable request, long arrived) {
    long waited() {
      return System.nanoTime() - arrived;
    }
  }

  @Override
  public void execute(Runnable request) {
    Waiting waiting = new Waiting(request, System.nanoTime());
    if (queue.isEmpty() && starting.get() < maxStarting) {
      start(waiting);
    } else {
      queue.add(waiting);
    }
  }

  private void start(Waiting waiting) {
    starting.incrementAndGet();
    try {
      Thread.ofVirtual()
          .name("tomcat-handler")
          .start(() -> {
            starting.decrementAndGet();
            // What the thread does before the message is read, such as a TLS handshake, is no wait.
            WAITED.set(waiting.waited());
            waiting.request().run();
          });
    } catch (Throwable e) {
      starting.decrementAndGet();
      throw e;
    }
  }

  private Duration startNext() throws InterruptedException {
    Waiting next = next(LOOK_SECONDS);
    for (int started = 1; next != null; started++) {
      start(next);
      next = started < maxStarting ? next(0) : null;
    }
    // It has its turn after them, when a processor has no request to go on with.
    Thread.startVirtualThread(othersHadTheirTurn::release);
    othersHadTheirTurn.acquire();
    return Duration.ZERO;
  }

  private @Nullable Waiting next(long seconds) throws InterruptedException {
    if (newestLeft > 0) {
      newestLeft--;
      return queue.pollLast(seconds, TimeUnit.SECONDS);
    }
    Waiting oldest = queue.poll(seconds, TimeUnit.SECONDS);
    if (oldest != null && oldest.waited() > maxWait) {
      newestLeft = NEWEST_FOR_EACH_LATE;
    }
    return oldest;
  }

  @Override
  public void close() {
    // Not waited for: it looks around once a second.
    Thread.startVirtualThread(loop::close);
  }
}
