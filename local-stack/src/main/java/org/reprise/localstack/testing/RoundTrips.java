package org.reprise.localstack.testing;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.reprise.localstack.postgres.Database;

/**
 * Between a service and its database: counts how often the service waits for an answer. The server
 * ends each with ReadyForQuery (PostgreSQL documentation, section 54.7).
 */
public final class RoundTrips implements AutoCloseable {
  private static final int READY_FOR_QUERY = 'Z';

  private final ServerSocket socket;
  private final URI target;
  private final Database database;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();

  public RoundTrips(Database database) {
    this.database = database;
    this.target = URI.create(database.jdbcUrl().substring("jdbc:".length()));
    try {
      this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /** The same database, by way of this and without encryption, which could not be read. */
  public Database database() {
    String url =
        database
            .jdbcUrl()
            .replace(
                target.getHost() + ":" + target.getPort(), "127.0.0.1:" + socket.getLocalPort());
    return new Database(
        url + (url.contains("?") ? "&" : "?") + "sslmode=disable&gssEncMode=disable",
        database.username(),
        database.password());
  }

  /** Returns the number of round trips so far. */
  public long count() {
    return count.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket(target.getHost(), target.getPort());
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(server);
        AtomicBoolean asked = new AtomicBoolean();
        Thread.ofVirtual().start(() -> requests(client, server, asked));
        Thread.ofVirtual().start(() -> answers(server, client, asked));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private static void requests(Socket client, Socket server, AtomicBoolean asked) {
    try (client;
        server) {
      byte[] buffer = new byte[65_536];
      for (int some = client.getInputStream().read(buffer);
          some >= 0;
          some = client.getInputStream().read(buffer)) {
        asked.set(true);
        server.getOutputStream().write(buffer, 0, some);
      }
    } catch (IOException e) {
      // One side is gone, so the other goes.
    }
  }

  private void answers(Socket server, Socket client, AtomicBoolean asked) {
    try (server;
        client) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(server.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
      while (true) {
        int type = in.readUnsignedByte();
        int length = in.readInt();
        out.writeByte(type);
        out.writeInt(length);
        out.write(in.readNBytes(length - Integer.BYTES));
        // The BEGIN that goes with a transaction's first statement is answered, not waited for.
        if (type == READY_FOR_QUERY && asked.getAndSet(false)) {
          count.incrementAndGet();
        }
        if (in.available() == 0) {
          out.flush();
        }
      }
    } catch (IOException e) {
      // One side is gone, so the other goes.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket one : sockets) {
      one.close();
    }
  }
}
