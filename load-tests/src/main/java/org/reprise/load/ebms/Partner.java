package org.reprise.load.ebms;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;

/**
 * The other party: receives what the measured handler sends, and counts the Pongs of each Ping. A
 * Ping takes one bit, and a message that is no Pong to one nothing but a count.
 */
final class Partner implements AutoCloseable {
  /** A Pong with signature and certificate has some 10 KiB. */
  static final int MAX_BODY = 64 * 1024;

  private static final int MAX_PINGS = 1 << 28; // of one stretch of load: some 32 MB of bits
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
  private final Sink sink;
  private final Duration silence;
  private final List<Pings> expected = new ArrayList<>();
  private final List<Pings> sent = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private long foreign;
  private long lastChange = System.nanoTime();

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

    long missing() {
      var missing = (BitSet) accepted.clone();
      missing.andNot(answered);
      return missing.cardinality();
    }

    /** A Ping whose answer was lost may have its Pong; one that was never sent may not. */
    long unsent() {
      return answered.get(sent, Math.max(sent, answered.length())).cardinality();
    }
  }

  /**
   * Listens from now on.
   *
   * @param wished where Pongs are to come in; port 0 takes a free one
   * @param sentAgainAfter how long after a Pong the handler sends it again at the latest: when its
   *     time-out has run out and its circuit breaker has closed
   * @throws EnvironmentException if the port cannot be had
   */
  Partner(Sink wished, Duration sentAgainAfter) {
    silence = sentAgainAfter.plus(MARGIN);
    try {
      server = HttpServer.create(new InetSocketAddress(wished.bind(), wished.port()), 512);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot receive Pongs at port %d of %s: %s"
              .formatted(wished.port(), wished.bind(), e.getMessage()),
          e);
    }
    var port = server.getAddress().getPort();
    sink = new Sink(wished.host(), port, wished.bind(), wished.path());
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  Sink sink() {
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
    var body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    var target = exchange.getRequestURI().toString();
    if (target.equals(WARM_UP) && exchange.getRemoteAddress().getAddress().isLoopbackAddress()) {
      return 204;
    }
    // In a time that does not tell how much of a guess was right.
    if (!MessageDigest.isEqual(target.getBytes(UTF_8), sink.path().getBytes(UTF_8))) {
      return 404;
    }
    receive(body);
    return body.length > MAX_BODY ? 413 : 204;
  }

  synchronized void expect(PingIds ids, EbmsPing flow) {
    expected.add(new Pings(ids, flow));
  }

  /**
   * Counts Pings that were announced and sent, waits for the Pongs that are still on their way, and
   * says of these Pings what {@link #checks} says of all.
   *
   * @param accepted numbers of those that were answered well
   */
  synchronized List<Check> sent(PingIds ids, BitSet accepted, long count)
      throws InterruptedException {
    var pings = pings(ids);
    pings.accepted = (BitSet) accepted.clone();
    pings.sent = (int) count;
    sent.add(pings);
    lastChange = System.nanoTime();
    await(() -> pings.missing() == 0);
    return checks(List.of(pings));
  }

  List<Check> sent(PingIds ids, Sample sample) throws InterruptedException {
    var accepted = new BitSet();
    sample.acknowledged(Sample.ANSWERED).forEach(it -> accepted.set(Integer.parseInt(it)));
    return sent(ids, accepted, sample.count(Sample.SENT));
  }

  private Pings pings(PingIds ids) {
    return expected.stream().filter(it -> it.ids.equals(ids)).findFirst().orElseThrow();
  }

  /**
   * Waits until nothing comes any more, and says of all Pings that were sent whether each accepted
   * one has exactly one Pong, and no Pong is without a Ping.
   */
  List<Check> checks() throws InterruptedException {
    await(() -> false);
    return checks(sent);
  }

  synchronized boolean hasPong(PingIds ids, int number) throws InterruptedException {
    var answered = pings(ids).answered;
    await(() -> answered.get(number));
    return answered.get(number);
  }

  /** Waits until something holds, or nothing has come for a while. */
  private synchronized void await(BooleanSupplier complete) throws InterruptedException {
    var deadline = System.nanoTime() + MAX_WAIT.toNanos();
    while (!complete.getAsBoolean()
        && System.nanoTime() - lastChange <= silence.toNanos()
        && System.nanoTime() - deadline < 0) {
      wait(POLL.toMillis());
    }
  }

  private void receive(byte[] body) {
    var pong = Pong.read(body.length > MAX_BODY ? new byte[0] : body);
    synchronized (this) {
      lastChange = System.nanoTime();
      if (pong.reference().isPresent()) {
        count(pong, pong.reference().get());
        return;
      }
      var excerpt = new String(body, 0, Math.min(MAX_EXCERPT, body.length), UTF_8);
      foreign(
          (body.length > MAX_BODY ? "more than 64 KiB: " : "no Pong: ")
              + excerpt.replaceAll("\\s+", " "));
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
    var missing = sum(some, Pings::missing);
    var again = sum(some, it -> it.again);
    var unsent = sum(some, Pings::unsent);
    var first = messages.isEmpty() ? "" : "; the first: " + String.join("; ", messages);
    return List.of(
        check(
            "every-ping-one-pong",
            missing + again,
            "each of %,d accepted Pings has exactly one Pong".formatted(accepted),
            "%,d of %,d accepted Pings have no Pong, %,d Pongs came a second time%s"
                .formatted(missing, accepted, again, first)),
        check(
            "no-pong-without-ping",
            unsent + foreign,
            "every message that the partner received is a Pong to a Ping of this run",
            "%,d Pongs answer Pings that were not sent, %,d messages are no proper Pong to a Ping of this run%s"
                .formatted(unsent, foreign, first)));
  }

  private static long sum(List<Pings> some, ToLongFunction<Pings> value) {
    return some.stream().mapToLong(value).sum();
  }

  private static Check check(String id, long faults, String fine, String wrong) {
    return new Check(id, faults == 0, faults == 0 ? fine : wrong);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }

  /**
   * Where the partner receives Pongs.
   *
   * @param host name or address by which the measured handler reaches it
   * @param port 0 for a free one, where the handler is of this machine
   * @param path that messages must come to: beyond loopback it holds a secret, since a handler
   *     sends to whatever address the agreement has, while many cannot send a user and a password
   */
  record Sink(String host, int port, String bind, String path) {
    private static final String LOOPBACK = "127.0.0.1";
    static final Sink LOCAL = new Sink(LOOPBACK, 0, LOOPBACK, EbmsService.HANDLER);

    /**
     * Reads {@code host:port}; a host that is not loopback is listened for on every address of this
     * machine, and messages must come to a path that only those know who have the agreement.
     *
     * @param secret asked for where it is needed, letters and digits
     * @throws IllegalArgumentException where it is something else
     */
    static Sink parse(String text, Supplier<String> secret) {
      var colon = text.lastIndexOf(':');
      var port =
          text.matches("[A-Za-z0-9.-]+:\\d{1,5}") ? Integer.parseInt(text.substring(colon + 1)) : 0;
      if (port < 1 || port > 65_535) {
        throw new IllegalArgumentException("sink: HOST:PORT, not '" + text + "'");
      }
      var host = text.substring(0, colon);
      return host.equals(LOOPBACK) || host.equals("localhost")
          ? new Sink(host, port, LOOPBACK, EbmsService.HANDLER)
          : new Sink(host, port, "0.0.0.0", EbmsService.HANDLER + "/" + secret.get());
    }

    String endpoint() {
      return "http://%s:%d%s".formatted(host, port, path);
    }
  }

  /**
   * The message header of a received message (ebMS 2.0 section 8.2).
   *
   * @param header its elements with text as {@code name=text}, in document order
   */
  private record Pong(List<String> header) {
    private static final String HEADER =
        "http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd";
    private static final String REFERENCE = "RefToMessageId=";
    private static final XMLInputFactory XML = XMLInputFactory.newDefaultFactory();

    static {
      XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      XML.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
      XML.setProperty(XMLInputFactory.IS_COALESCING, true);
    }

    /** Reads a message; one that is malformed has no header. */
    static Pong read(byte[] body) {
      var header = new ArrayList<String>();
      try {
        var xml = XML.createXMLStreamReader(new ByteArrayInputStream(envelope(body)));
        var name = "";
        while (xml.hasNext()) {
          xml.next();
          if (xml.isStartElement() || xml.isEndElement()) {
            var isHeader = xml.isStartElement() && HEADER.equals(xml.getNamespaceURI());
            name = isHeader ? xml.getLocalName() : "";
          } else if (xml.isCharacters() && !name.isEmpty() && !xml.isWhiteSpace()) {
            header.add(name + "=" + xml.getText().strip());
          }
        }
        return new Pong(header);
      } catch (XMLStreamException | IndexOutOfBoundsException e) {
        return new Pong(List.of());
      }
    }

    /** Returns the SOAP part: the body itself, or the first part of multipart/related. */
    private static byte[] envelope(byte[] body) {
      var text = new String(body, UTF_8);
      if (!text.startsWith("--")) {
        return body;
      }
      var boundary = text.split("\r\n", 2)[0];
      var start = text.indexOf("\r\n\r\n") + 4;
      var end = text.indexOf("\r\n" + boundary, start);
      return text.substring(start, end < 0 ? text.length() : end).getBytes(UTF_8);
    }

    Optional<String> reference() {
      return header.stream()
          .filter(it -> header.contains("Action=" + EbmsPing.PONG) && it.startsWith(REFERENCE))
          .map(it -> it.substring(REFERENCE.length()))
          .findFirst();
    }

    /** Returns how the header differs from that of the Pong to a Ping; empty if it does not. */
    Optional<String> differences(EbmsPing flow, String conversation) {
      var from = "PartyId=" + flow.to().id();
      var to = "PartyId=" + flow.from().id();
      var missing =
          Stream.of(
                  from,
                  to,
                  "CPAId=" + flow.cpaId(),
                  "ConversationId=" + conversation,
                  "Service=urn:oasis:names:tc:ebxml-msg:service")
              .filter(it -> !header.contains(it))
              .toList();
      if (!missing.isEmpty()) {
        return Optional.of("a Pong without " + String.join(", ", missing));
      }
      return header.indexOf(from) < header.lastIndexOf(to) || from.equals(to)
          ? Optional.empty()
          : Optional.of("a Pong whose parties are not swapped");
    }
  }
}
