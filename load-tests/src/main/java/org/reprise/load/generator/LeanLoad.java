package org.reprise.load.generator;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.ArrivalRecorder.Outcome;

/**
 * Requests of a service that is to be loaded to its limit, by as little work of our own as can be:
 * on connections that each send the next one as soon as the last one is answered, or by the clock.
 * What needs less than that is sent by Gatling.
 */
public final class LeanLoad {
  /** Service Unavailable: what a service that is full answers (RFC 9110, section 15.6.4). */
  private static final int FULL = 503;

  public static final String REFUSED = "refused";

  private static final String REQUEST = "request";
  private static final int MAX_MESSAGE = 200;

  private final IntFunction<ClassicHttpRequest> requests;
  private final BiPredicate<Integer, LeanConnection.Answer> check;
  private final URI target;
  private final Duration limit;
  private final Queue<LeanConnection> idle = new ConcurrentLinkedQueue<>();
  private final AtomicInteger next = new AtomicInteger();
  private final BitSet accepted = new BitSet();

  /** Requests go by number, of all connections at once, and the check has that of an answer. */
  public LeanLoad(
      URI target,
      IntFunction<ClassicHttpRequest> requests,
      BiPredicate<Integer, LeanConnection.Answer> check,
      Duration limit) {
    this.target = target;
    this.requests = requests;
    this.check = check;
    this.limit = limit;
  }

  /**
   * What came of it.
   *
   * @param sent in all, warm-up included
   * @param accepted numbers of those that were answered well
   * @param cpuMs CPU time of the service for one of these, milliseconds; null where none was, or
   *     the system does not tell
   */
  public record Result(int sent, BitSet accepted, Sample sample, @Nullable Double cpuMs) {
    /** Requests that a service refused with 503, which it may do under such a load. */
    public long refused() {
      return sample.count(REFUSED);
    }

    public long errors() {
      return sample.allErrors() + refused();
    }

    public double p99Ms() {
      return Sample.atMs(sample.of(REQUEST), 99);
    }
  }

  /** Sends a window, in whose counted part the service's CPU time is read. */
  public Result run(Phase phase, ProcessHandle service) throws InterruptedException, IOException {
    var window = (Shape.Window) phase.shape();
    var before = cpuAfter(window.warmUp(), service);
    var after = cpuAfter(window.ownTime(), service);
    try {
      var sample = InProcessRunner.run(new Recorder(phase), limit.plusSeconds(10), this::once);
      var used = after.join().flatMap(it -> before.join().map(it::minus));
      var cpuMs =
          used.filter(_ -> sample.flows() > 0).map(it -> it.toNanos() / 1e6 / sample.flows());
      return new Result(next.get(), accepted, sample, cpuMs.orElse(null));
    } finally {
      idle.forEach(LeanConnection::close);
    }
  }

  /**
   * Sends a phase of arrivals, each when it is due and whatever became of those before.
   *
   * @param latency that each waits in addition, half before it is sent and half after its answer
   */
  public List<Sample> arrivals(Phase phase, String operation, Duration latency)
      throws InterruptedException {
    var recorder = new ArrivalRecorder(phase, operation);
    var half = latency.dividedBy(2);
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      var from = System.nanoTime();
      for (var level : ((Shape.Arrivals) phase.shape()).levels()) {
        for (int i = 0; i < level.flows() && !recorder.isStopped(); i++) {
          var due = from + Math.round(level.dueSeconds(i) * 1e9);
          TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
          threads.execute(() -> arrive(recorder, half));
        }
        from += level.length().toNanos();
      }
      threads.shutdown();
      var unused = threads.awaitTermination(limit.toMillis(), MILLISECONDS);
    } finally {
      threads.shutdownNow();
      idle.forEach(LeanConnection::close);
    }
    return recorder.samples().toList();
  }

  /** Its delay is that of its thread, too: what a generator that is full adds. */
  private void arrive(ArrivalRecorder recorder, Duration half) {
    var number = recorder.arrive(System.nanoTime());
    if (number < 0) {
      return;
    }
    try {
      Thread.sleep(half);
      var answer = send(requests.apply(number));
      Thread.sleep(half);
      var outcome = check.test(number, answer) ? Outcome.ANSWERED : Outcome.REFUSED;
      recorder.end(number, System.nanoTime(), outcome, text(answer));
    } catch (IOException | InterruptedException | RuntimeException e) {
      recorder.end(number, System.nanoTime(), Outcome.UNANSWERED, e.toString());
    }
  }

  private static CompletableFuture<Optional<Duration>> cpuAfter(
      Duration time, ProcessHandle service) {
    return CompletableFuture.supplyAsync(
        () -> service.info().totalCpuDuration(),
        CompletableFuture.delayedExecutor(time.toMillis(), MILLISECONDS));
  }

  /** Sends on a connection that nothing else uses; one that failed is opened anew. */
  private LeanConnection.Answer send(ClassicHttpRequest request) throws IOException {
    var polled = idle.poll();
    var connection = polled == null ? new LeanConnection(target, limit) : polled;
    try {
      return connection.send(request);
    } finally {
      idle.add(connection);
    }
  }

  private static String text(LeanConnection.Answer answer) {
    var text = "%d %s".formatted(answer.status(), answer.text().replaceAll("\\s+", " "));
    return text.substring(0, Math.min(MAX_MESSAGE, text.length()));
  }

  private void once(Recorder recorder) {
    var number = next.getAndIncrement();
    var request = requests.apply(number);
    var start = System.nanoTime();
    try {
      var answer = send(request);
      var end = System.nanoTime();
      if (answer.status() == FULL) {
        recorder.count(REFUSED);
      } else if (check.test(number, answer)) {
        recorder.record(REQUEST, start, end);
        recorder.flowEnded(end);
        synchronized (accepted) {
          accepted.set(number);
        }
      } else {
        recorder.failed(REQUEST, text(answer));
      }
    } catch (IOException | RuntimeException e) {
      recorder.failed(REQUEST, e.toString());
    }
  }
}
