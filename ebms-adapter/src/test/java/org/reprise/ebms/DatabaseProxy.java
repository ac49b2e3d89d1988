package org.reprise.ebms;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.postgres.Database;

/**
 * Between a service and its database: holds back what a test wants to be late, so that the service
 * can be killed at an exact moment, or loses an answer.
 */
final class DatabaseProxy implements AutoCloseable {
  // CommandComplete of a commit (PostgreSQL documentation, section 54.7).
  private static final String COMMITTED = "COMMIT\0";

  private final ServerSocket socket;
  private final URI target;
  private final Database database;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean holdCommits;
  private volatile boolean holdRequests;
  private volatile @Nullable String lost;

  DatabaseProxy(Database database) {
    this.database = database;
    this.target = URI.create(database.jdbcUrl().substring("jdbc:".length()));
    try {
      this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /** The same database, through this proxy. */
  Database database() {
    return new Database(
        database
            .jdbcUrl()
            .replace(
                target.getHost() + ":" + target.getPort(), "127.0.0.1:" + socket.getLocalPort()),
        database.username(),
        database.password());
  }

  /** From now on the database commits, but its answer does not reach the service. */
  void holdCommits() {
    holdCommits = true;
  }

  /** From now on no statement of the service reaches the database. */
  void holdRequests() {
    holdRequests = true;
  }

  /**
   * From now on connections break when the database has answered so.
   *
   * @param tag of CommandComplete, such as {@code INSERT 0 1}; null for no more
   */
  void loseAnswers(@Nullable String tag) {
    lost = tag;
  }

  private boolean isLost(String answer) {
    String tag = lost;
    return tag != null && answer.contains(tag + "\0");
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket(target.getHost(), target.getPort());
        sockets.add(client);
        sockets.add(server);
        Thread.ofVirtual().start(() -> pump(client, server, true));
        Thread.ofVirtual().start(() -> pump(server, client, false));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void pump(Socket from, Socket to, boolean requests) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[65_536];
      for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
        String text = new String(buffer, 0, some, StandardCharsets.ISO_8859_1);
        if (requests ? holdRequests : holdCommits && text.contains(COMMITTED)) {
          end.await();
        }
        if (!requests && isLost(text)) {
          return;
        }
        out.write(buffer, 0, some);
        out.flush();
      }
    } catch (IOException e) {
      // One side closed its connection, so the other's is closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
