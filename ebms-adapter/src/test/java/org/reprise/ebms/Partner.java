package org.reprise.ebms;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.reprise.ebms.envelope.EnvelopeReader;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.packaging.MemoryBudget;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.packaging.PackagingLimits;
import org.reprise.ebms.packaging.Payload;
import org.springframework.util.unit.DataSize;

/** The partner's message handler: receives messages and answers with a status. */
public final class Partner implements AutoCloseable {
  private static final MessageReader MESSAGES =
      new MessageReader(
          new EnvelopeReader(),
          new MemoryBudget(Long.MAX_VALUE, Duration.ZERO),
          new PackagingLimits(
              DataSize.ofGigabytes(1),
              DataSize.ofMegabytes(1),
              100,
              DataSize.ofKilobytes(16),
              Duration.ofMinutes(1)),
          Path.of(System.getProperty("java.io.tmpdir")));

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Received> received = new ConcurrentLinkedQueue<>();
  private final String scheme;
  private final Behaviour behaviour;

  /** What is answered to the n-th message, from 1. */
  public interface Behaviour {
    /** Status and body. */
    Reply reply(int n, Received message);
  }

  /** An answer. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  public record Reply(int status, byte[] body) {
    /** One without a body. */
    public static Reply of(int status) {
      return new Reply(status, new byte[0]);
    }
  }

  /** A message with its request's headers. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  public record Received(
      String contentType,
      String soapAction,
      byte[] body,
      Envelope envelope,
      List<byte[]> payloads,
      int status) {
    /** The message's header. */
    public MessageHeader header() {
      return java.util.Objects.requireNonNull(envelope.header());
    }
  }

  private Partner(int port, Behaviour behaviour, @Nullable SSLContext tls) {
    this.behaviour = behaviour;
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

  /** One that accepts messages of clients whose certificate its context trusts. */
  public static Partner secure(SSLContext tls) {
    return new Partner(0, (n, message) -> Reply.of(204), tls);
  }

  /** One that accepts every message. */
  public static Partner willing() {
    return willingAt(0);
  }

  /** One that accepts every message, at a given port. */
  public static Partner willingAt(int port) {
    return new Partner(port, (n, message) -> Reply.of(204), null);
  }

  /** One that answers its n-th message, from 1, with a status. */
  public static Partner answering(IntUnaryOperator status) {
    return new Partner(0, (n, message) -> Reply.of(status.applyAsInt(n)), null);
  }

  /** One that answers as it is told. */
  public static Partner behaving(Behaviour behaviour) {
    return new Partner(0, behaviour, null);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
      Reply reply;
      synchronized (this) {
        Received message = read(exchange, contentType, body, 0);
        reply = behaviour.reply(received.size() + 1, message);
        received.add(read(exchange, contentType, body, reply.status));
      }
      if (reply.body.length > 0) {
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=UTF-8");
      }
      exchange.sendResponseHeaders(reply.status, reply.body.length == 0 ? -1 : reply.body.length);
      exchange.getResponseBody().write(reply.body);
    }
  }

  private static Received read(HttpExchange exchange, String contentType, byte[] body, int status)
      throws IOException {
    try (Packaged message =
        MESSAGES.read(contentType, null, body.length, new ByteArrayInputStream(body))) {
      EnvelopeSchema.check(message.document());
      List<byte[]> payloads = new ArrayList<>();
      for (Payload payload : message.payloads()) {
        try (InputStream content = payload.content().open()) {
          payloads.add(content.readAllBytes());
        }
      }
      return new Received(
          contentType,
          exchange.getRequestHeaders().getFirst("SOAPAction"),
          message.document(),
          message.envelope(),
          payloads,
          status);
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
