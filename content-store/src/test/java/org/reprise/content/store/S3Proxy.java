package org.reprise.content.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Between a service and an S3 server: answers, holds back or cuts what a test wants. */
final class S3Proxy implements AutoCloseable {
  private static final String ERROR =
      "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  /** What happens to requests. */
  enum Fault {
    NONE,
    /** Answered with 500, and not passed on. */
    ERROR,
    /** Neither answered nor passed on. */
    STALL,
    /** Passed on; the connection ends some bytes after the response has begun. */
    CUT
  }

  private static final int CUT_BYTES = 20_000;

  private final ServerSocket socket;
  private final int target;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger faults = new AtomicInteger();
  private volatile Fault fault = Fault.NONE;
  private volatile String text = "";
  private volatile boolean isOnce;

  S3Proxy(int target) throws IOException {
    this.target = target;
    this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** From now on requests that contain a text fail so; with an empty text all do. */
  void fail(Fault how, String requests) {
    isOnce = false;
    text = requests;
    fault = how;
  }

  /** The next request that contains a text fails so, and those after it do not. */
  void failOnce(Fault how, String requests) {
    fail(how, requests);
    isOnce = true;
  }

  /** Returns how many requests have failed. */
  int faults() {
    return faults.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(server);
        Connection connection = new Connection(client, server);
        Thread.ofVirtual().start(connection::requests);
        Thread.ofVirtual().start(connection::responses);
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private final class Connection {
    private final Socket client;
    private final Socket server;
    private volatile boolean isCut;

    Connection(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void requests() {
      try (client;
          server) {
        InputStream in = client.getInputStream();
        byte[] buffer = new byte[65_536];
        for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
          Fault how = fault;
          if (how != Fault.NONE && new String(buffer, 0, some, ISO_8859_1).contains(text)) {
            faults.incrementAndGet();
            if (isOnce) {
              fault = Fault.NONE;
            }
            switch (how) {
              case ERROR -> {
                client.getOutputStream().write(ERROR.getBytes(ISO_8859_1));
                return;
              }
              case STALL -> end.await();
              default -> isCut = true;
            }
          }
          server.getOutputStream().write(buffer, 0, some);
        }
      } catch (IOException e) {
        // One side closed its connection, so the other's is closed.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void responses() {
      try (client;
          server) {
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        byte[] buffer = new byte[65_536];
        for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
          out.write(buffer, 0, isCut ? Math.min(some, CUT_BYTES) : some);
          if (isCut) {
            return;
          }
        }
      } catch (IOException e) {
        // One side closed its connection, so the other's is closed.
      }
    }
  }

  @Override
  public void close() throws IOException {
    end.countDown();
    socket.close();
    for (Socket one : sockets) {
      one.close();
    }
  }
}
