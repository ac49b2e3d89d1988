package org.reprise.load.ebms;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToLongFunction;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.measure.Check;

/**
 * The other party: receives what the measured handler sends, and counts the Pongs of each Ping. A
 * Ping takes one bit, and a message that is no Pong to one nothing but a count.
 */
final class Partner implements AutoCloseable {
  /** A Pong with signature and certificate has some 10 KiB. */
  static final int MAX_BODY = 64 * 1024;

  /** Of one stretch of load: some 32 MB of bits. */
  private static final int MAX_PINGS = 1 << 28;

  private static final int MAX_TEXTS = 5;
  private static final int MAX_EXCERPT = 300;
  private static final String WARM_UP = "/warm-up";
  private static final Duration MARGIN = Duration.ofSeconds(1);
  private static final Duration MAX_WAIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(50);

  static {
    // Seconds. A handler's kept connection must not be closed while the handler is idle: it would
    // take the loss of its next Pong for a failure of the partner, and refuse Pings.
    System.setProperty("sun.net.httpserver.idleInterval", "120");
    System.setProperty("sun.net.httpserver.maxReqTime", "30");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Nor must it be closed because a generator that warms itself up keeps some hundreds.
    System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
    System.setProperty("jdk.httpserver.maxConnections", "2000");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final SinkAddress sink;
  private final Duration silence;
  private final List<Pings> expected = new ArrayList<>();
  private final List<Pings> sent = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private long foreign;
  private long lastChange = System.nanoTime();

  /** The Pings of one stretch of load, with numbers from 0 on. */
  private static final class Pings {
    private final PingIds ids;
    private final EbmsPing flow;
    private final BitSet answered = new BitSet();
    private BitSet accepted = new BitSet();
    private int sent;
    private long again;

    Pings(PingIds ids, EbmsPing flow) {
      this.ids = ids;
      this.flow = flow;
    }

    long matched() {
      var both = (BitSet) accepted.clone();
      both.and(answered);
      return both.cardinality();
    }

    /** A Ping whose answer was lost may have its Pong; one that was never sent may not. */
    long unsent() {
      return answered.get(sent, Math.max(sent, answered.length())).cardinality();
    }
  }

  Partner(SinkAddress wished) {
    this(wished, EbmsService.RESPONSE_TIMEOUT.plus(EbmsService.BREAKER_OPEN));
  }

  /**
   * Listens from now on.
   *
   * @param wished where Pongs are to come in; port 0 takes a free one
   * @param sentAgainAfter how long after a Pong the handler sends it again at the latest: when its
   *     time-out has run out and its circuit breaker has closed
   * @throws EnvironmentException if the port cannot be had
   */
  Partner(SinkAddress wished, Duration sentAgainAfter) {
    silence = sentAgainAfter.plus(MARGIN);
    try {
      server = HttpServer.create(new InetSocketAddress(wished.bind(), wished.port()), 512);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot receive Pongs at port %d of %s: %s"
              .formatted(wished.port(), wished.bind(), e.getMessage()),
          e);
    }
    sink = wished.withPort(server.getAddress().getPort());
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** Where the measured handler reaches it. */
  SinkAddress sink() {
    return sink;
  }

  /** Where a generator of this machine may send what is no Pong, before it measures. */
  URI warmUp() {
    return URI.create("http://127.0.0.1:%d%s".formatted(sink.port(), WARM_UP));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status(exchange), -1);
    }
  }

  private int status(HttpExchange exchange) throws IOException {
    var body = exchange.getRequestBody().readNBytes(MAX_BODY);
    var target = exchange.getRequestURI().toString();
    if (target.equals(WARM_UP) && exchange.getRemoteAddress().getAddress().isLoopbackAddress()) {
      return 204;
    }
    // In a time that does not tell how much of a guess was right.
    if (!MessageDigest.isEqual(
        target.getBytes(StandardCharsets.UTF_8), sink.path().getBytes(StandardCharsets.UTF_8))) {
      return 404;
    }
    receive(body);
    return 204;
  }

  /** Announces Pings, before the first of them is sent. */
  synchronized void expect(PingIds ids, EbmsPing flow) {
    expected.add(new Pings(ids, flow));
  }

  /**
   * Counts Pings that were announced and sent, waits for the Pongs that are still on their way, and
   * says of these Pings what {@link #checks} says of all.
   *
   * @param accepted numbers of those that were answered well
   * @param count how many were sent
   */
  List<Check> sent(PingIds ids, BitSet accepted, long count) throws InterruptedException {
    Pings pings;
    synchronized (this) {
      pings = expected.stream().filter(it -> it.ids.equals(ids)).findFirst().orElseThrow();
      pings.accepted = (BitSet) accepted.clone();
      pings.sent = (int) count;
      sent.add(pings);
      lastChange = System.nanoTime();
    }
    await(pings);
    return checks(List.of(pings));
  }

  /**
   * Waits until nothing comes any more, and says of all Pings that were sent whether each accepted
   * one has exactly one Pong, and no Pong is without a Ping.
   */
  List<Check> checks() throws InterruptedException {
    await(null);
    return checks(sent);
  }

  /** Waits until all accepted Pings have their Pong, or nothing has come for a while. */
  private void await(@Nullable Pings pings) throws InterruptedException {
    var deadline = System.nanoTime() + MAX_WAIT.toNanos();
    while (System.nanoTime() - deadline < 0 && !isComplete(pings)) {
      Thread.sleep(POLL);
    }
  }

  private synchronized boolean isComplete(@Nullable Pings pings) {
    return System.nanoTime() - lastChange > silence.toNanos()
        || (pings != null && pings.matched() == pings.accepted.cardinality());
  }

  private void receive(byte[] body) {
    Pong pong;
    try {
      pong = Pong.read(body);
    } catch (XMLStreamException e) {
      pong = new Pong(List.of());
    }
    var reference = pong.reference();
    synchronized (this) {
      lastChange = System.nanoTime();
      if (reference.isPresent()) {
        count(pong, reference.get());
      } else {
        var text = new String(body, StandardCharsets.UTF_8);
        var excerpt = text.substring(0, Math.min(MAX_EXCERPT, text.length()));
        foreign("no Pong: " + excerpt.replaceAll("\\s+", " "));
      }
    }
  }

  private void count(Pong pong, String reference) {
    for (var pings : expected) {
      var number = pings.ids.numberOf(reference).orElse(MAX_PINGS);
      if (number < MAX_PINGS) {
        pong.differences(pings.flow, pings.ids.conversation(number)).ifPresent(this::foreign);
        if (pings.answered.get(number)) {
          pings.again++;
          record("a second Pong to " + reference);
        }
        pings.answered.set(number);
        return;
      }
    }
    foreign("a Pong to " + reference);
  }

  private void foreign(String message) {
    foreign++;
    record(message);
  }

  private void record(String message) {
    if (messages.size() < MAX_TEXTS) {
      messages.add(message);
    }
  }

  private synchronized List<Check> checks(List<Pings> some) {
    var accepted = sum(some, it -> it.accepted.cardinality());
    var missing = accepted - sum(some, Pings::matched);
    var again = sum(some, it -> it.again);
    var unsent = sum(some, Pings::unsent);
    var each = missing == 0 && again == 0;
    var only = unsent + foreign == 0;
    var first = messages.isEmpty() ? "" : "; the first: " + String.join("; ", messages);
    return List.of(
        new Check(
            "every-ping-one-pong",
            each,
            each
                ? "each of %,d accepted Pings has exactly one Pong".formatted(accepted)
                : "%,d of %,d accepted Pings have no Pong, %,d Pongs came a second time%s"
                    .formatted(missing, accepted, again, first)),
        new Check(
            "no-pong-without-ping",
            only,
            only
                ? "every message that the partner received is a Pong to a Ping of this run"
                : "%,d Pongs answer Pings that were not sent, %,d messages are no proper Pong to a Ping of this run%s"
                    .formatted(unsent, foreign, first)));
  }

  private static long sum(List<Pings> some, ToLongFunction<Pings> value) {
    return some.stream().mapToLong(value).sum();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
