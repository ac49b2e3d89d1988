package org.reprise.ebms.receive;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;

/**
 * Runs requests on virtual threads in the order in which they came, and lets no more than a few of
 * them wait for a processor at a time. Those that have waited too long come after the others, since
 * they are only to be refused.
 *
 * <p>The scheduler of virtual threads takes tasks from one of its queues until that is empty, and
 * then looks at the others. While more requests come than can be answered, the queue into which the
 * container puts them is never empty. Then whatever was begun and waited for the database, a
 * partner or a client does not go on for seconds, or at all: requests are begun, and Pongs are not
 * sent. So the requests wait here. The next few are started when those before them have begun, and
 * in between the scheduler finds its queue of requests empty.
 */
final class RequestQueue implements Executor, AutoCloseable {
  private static final ThreadLocal<Batch> BATCH = new ThreadLocal<>();
  private static final long LOOK_SECONDS = 1;
  // Enough for nine times as many messages as can be answered. When more come, their refusals wait,
  // not the answers.
  private static final int REFUSALS_FOR_AN_ANSWER = 8;

  private final Admission admission;
  private final ThreadFactory threads = Thread.ofVirtual().name("tomcat-handler-", 0).factory();
  private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  // Waited too long, and are not refused yet. The loop's own.
  private final Queue<Waiting> late = new ArrayDeque<>();
  // Started, and without a processor so far.
  private final AtomicInteger starting = new AtomicInteger();
  private final int maxStarting = Runtime.getRuntime().availableProcessors();
  private final Semaphore othersHadTheirTurn = new Semaphore(0);
  private final Loop loop;

  /** With a thread of its own, which does nothing while requests get a processor at once. */
  RequestQueue(Admission admission, Loops loops) {
    this.admission = admission;
    this.loop = loops.start("request-queue", this::startNext);
  }

  /** The turn of the request that the current thread runs; of each request once. */
  static Admission.Turn takeTurn() {
    Batch batch = BATCH.get();
    // What a connection sends before its last answer is read comes in the same turn.
    return batch == null ? Admission.Turn.AT_ONCE : batch.takeTurn();
  }

  /**
   * Tells that the request that the current thread runs is not only refused and may take long: what
   * was to come after it on this thread is done by another one.
   */
  static void takesLong() {
    Batch batch = BATCH.get();
    if (batch != null) {
      batch.goOnElsewhere();
    }
  }

  private record Waiting(Runnable request, long arrived) {}

  private final class Batch implements Runnable {
    private final Queue<Waiting> requests;
    private Admission.Turn turn = Admission.Turn.AT_ONCE;

    Batch(Queue<Waiting> requests) {
      this.requests = requests;
    }

    void start() {
      int size = requests.size();
      starting.addAndGet(size);
      try {
        threads.newThread(this).start();
      } catch (Throwable e) {
        starting.addAndGet(-size);
        requests.forEach(waiting -> admission.left());
        throw e;
      }
    }

    @Override
    public void run() {
      BATCH.set(this);
      try {
        while (!requests.isEmpty()) {
          Waiting next = requests.remove();
          starting.decrementAndGet();
          turn = admission.begun(next.arrived());
          next.request().run();
        }
      } finally {
        goOnElsewhere();
      }
    }

    private Admission.Turn takeTurn() {
      Admission.Turn taken = turn;
      turn = Admission.Turn.AT_ONCE;
      return taken;
    }

    private void goOnElsewhere() {
      if (!requests.isEmpty()) {
        Queue<Waiting> rest = new ArrayDeque<>(requests);
        requests.clear();
        starting.addAndGet(-rest.size());
        new Batch(rest).start();
      }
    }
  }

  @Override
  public void execute(Runnable request) {
    Waiting waiting = new Waiting(request, admission.arrived());
    if (queue.isEmpty() && starting.get() < maxStarting) {
      start(waiting);
    } else {
      queue.add(waiting);
    }
  }

  private void start(Waiting waiting) {
    new Batch(new ArrayDeque<>(List.of(waiting))).start();
  }

  private Duration startNext() throws InterruptedException {
    Waiting next = late.isEmpty() ? queue.poll(LOOK_SECONDS, TimeUnit.SECONDS) : queue.poll();
    if (next == null && late.isEmpty()) {
      return Duration.ZERO;
    }
    int started = 0;
    while (next != null) {
      if (admission.isLate(next.arrived())) {
        late.add(next);
      } else {
        start(next);
        started++;
      }
      next = started < maxStarting ? queue.poll() : null;
    }
    for (int i = 0; i < maxStarting && !late.isEmpty(); i++) {
      refuseSome();
    }
    // It has its turn after them, when a processor has no request to go on with.
    Thread.startVirtualThread(othersHadTheirTurn::release);
    othersHadTheirTurn.acquire();
    return Duration.ZERO;
  }

  // On one thread: it costs about as much to start another one as to refuse a request.
  private void refuseSome() {
    Queue<Waiting> some = new ArrayDeque<>();
    while (some.size() < REFUSALS_FOR_AN_ANSWER && !late.isEmpty()) {
      some.add(late.remove());
    }
    new Batch(some).start();
  }

  @Override
  public void close() {
    // Not waited for: it looks around once a second.
    Thread.startVirtualThread(loop::close);
  }
}
