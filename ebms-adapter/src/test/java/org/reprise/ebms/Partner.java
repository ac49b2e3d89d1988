package org.reprise.ebms;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntUnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeLimits;
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.MessageHeader;

/** Somebody else's message handler: takes what comes, and answers with a status. */
public final class Partner implements AutoCloseable {
  private static final EnvelopeReader ENVELOPES = new EnvelopeReader(EnvelopeLimits.DEFAULTS);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final IntUnaryOperator status;
  private final String scheme;

  /** A message with its request's headers. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  public record Received(
      String contentType, String soapAction, byte[] body, Envelope envelope, int status) {
    /** The message's header. */
    public MessageHeader header() {
      return java.util.Objects.requireNonNull(envelope.header());
    }
  }

  private Partner(int port, IntUnaryOperator status, @Nullable SSLContext tls) {
    this.status = status;
    this.scheme = tls == null ? "http" : "https";
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      this.server = tls == null ? HttpServer.create(address, 100) : secure(address, tls);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  private static HttpServer secure(InetSocketAddress address, SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(address, 100);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = tls.getDefaultSSLParameters();
            wanted.setNeedClientAuth(true);
            parameters.setSSLParameters(wanted);
          }
        });
    return server;
  }

  /** One that takes everything from who shows a certificate that its context trusts. */
  public static Partner secure(SSLContext tls) {
    return new Partner(0, n -> 204, tls);
  }

  /** One that takes everything. */
  public static Partner willing() {
    return willingAt(0);
  }

  /** One that takes everything, at a port that was somebody else's. */
  public static Partner willingAt(int port) {
    return new Partner(port, n -> 204, null);
  }

  /** One that answers its n-th message, from 1, with a status. */
  public static Partner answering(IntUnaryOperator status) {
    return new Partner(0, status, null);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      EnvelopeSchema.check(body);
      Envelope envelope = ENVELOPES.read(new ByteArrayInputStream(body), "UTF-8");
      int answer;
      synchronized (this) {
        answer = status.applyAsInt(received.size() + 1);
        received.add(
            new Received(
                exchange.getRequestHeaders().getFirst("Content-Type"),
                exchange.getRequestHeaders().getFirst("SOAPAction"),
                body,
                envelope,
                answer));
      }
      exchange.sendResponseHeaders(answer, -1);
    }
  }

  /** Where it listens. */
  public String endpoint() {
    return scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/partner/ebms";
  }

  /** What came so far. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  /** The messages to which received ones refer and that were answered by 2xx, in their order. */
  public List<String> references() {
    return received().stream()
        .filter(one -> one.status() < 300)
        .map(one -> String.valueOf(one.header().messageData().refToMessageId()))
        .toList();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
