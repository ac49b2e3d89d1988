package org.reprise.localstack.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** A server on this machine's loopback address that answers as a test says. */
public final class TestPeer implements AutoCloseable {
  private final HttpServer server;

  private TestPeer(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts a server.
   *
   * @param port 0 for a free one
   * @param handler answers all requests, several at once; what it throws closes the connection
   */
  public static TestPeer start(int port, HttpHandler handler) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", handler);
      server.start();
      return new TestPeer(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a whole response; an empty body has no media type. */
  public static void answer(HttpExchange exchange, int status, String mediaType, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0) {
      exchange.getResponseHeaders().set("Content-Type", mediaType);
    }
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Returns the start of its URIs, without a slash at the end. */
  public String address() {
    return "http://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
