package org.reprise.load.ebms;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A small HTTP/1.1 server: one platform thread for each connection, since those who send Pongs keep
 * a few.
 */
final class HttpListener implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 512;
  private static final int IDLE_MS = 120_000;

  private final ServerSocket server;
  private final Handler handler;
  private final int mostBody;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Answers one request. */
  @FunctionalInterface
  interface Handler {
    Answer answer(HttpInput.Request request);
  }

  /**
   * An answer.
   *
   * @param status for example 204, which has no body
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, written once
  record Answer(int status, byte[] body) {
    static Answer empty(int status) {
      return new Answer(status, new byte[0]);
    }

    static Answer text(int status, String text) {
      return new Answer(status, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Listens from now on.
   *
   * @param mostBody bytes of a request's body; the connection of a longer one ends
   */
  HttpListener(InetAddress address, int port, String name, int mostBody, Handler handler)
      throws IOException {
    this.mostBody = mostBody;
    this.handler = handler;
    this.server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(new InetSocketAddress(address, port), MOST_CONNECTIONS);
    Thread.ofPlatform().daemon().name(name).start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var socket = server.accept();
        if (open.size() >= MOST_CONNECTIONS) {
          socket.close();
        } else {
          open.add(socket);
          Thread.ofPlatform().daemon().name("connection").start(() -> serve(socket));
        }
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException("cannot accept connections", e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(IDLE_MS);
      var in = new HttpInput(socket.getInputStream(), mostBody);
      var out = socket.getOutputStream();
      while (true) {
        var request = in.next(() -> out.write(bytes("HTTP/1.1 100 Continue\r\n\r\n"))).orElse(null);
        if (request == null) {
          return;
        }
        write(out, handler.answer(request));
        if (request.closes()) {
          return;
        }
      }
    } catch (IOException e) {
      // A client that went away, was idle, or sent what is no request: the connection ends.
      return;
    } finally {
      open.remove(socket);
    }
  }

  private static void write(OutputStream out, Answer answer) throws IOException {
    var head =
        answer.status() == 204
            ? "HTTP/1.1 204 No Content\r\n\r\n"
            : "HTTP/1.1 %d %s\r\nContent-Length: %d\r\n\r\n"
                .formatted(answer.status(), reason(answer.status()), answer.body().length);
    var whole = new java.io.ByteArrayOutputStream(head.length() + answer.body().length);
    whole.writeBytes(bytes(head));
    whole.writeBytes(answer.body());
    whole.writeTo(out);
  }

  private static String reason(int status) {
    return status == 200 ? "OK" : status < 500 ? "Refused" : "Error";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (var socket : open) {
      socket.close();
    }
  }
}
