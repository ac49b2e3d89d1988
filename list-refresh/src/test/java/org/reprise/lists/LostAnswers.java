package org.reprise.lists;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reprise.localstack.postgres.Database;

/**
 * Stands between a service and its database, and loses the answer to a commit: the database has
 * committed when the connection breaks.
 */
public final class LostAnswers implements AutoCloseable {
  private static final int COMMAND_COMPLETE = 'C';
  private static final int READY_FOR_QUERY = 'Z';
  private static final int NO_TRANSACTION = 'I';
  private static final String COMMITTED = "COMMIT\0";

  private final ServerSocket socket;
  private final URI target;
  private final Database database;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final CountDownLatch lost = new CountDownLatch(1);
  private final String statement;

  /**
   * Stands before a database.
   *
   * @param statement a part of the text of the statement; of the first transaction that has it the
   *     answer to the commit is lost
   */
  public LostAnswers(Database database, String statement) {
    this.database = database;
    this.statement = statement;
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

  /** Returns whether the answer was lost. */
  public boolean hasLost() {
    return lost.getCount() == 0;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket(target.getHost(), target.getPort());
        sockets.add(client);
        sockets.add(server);
        AtomicBoolean isIn = new AtomicBoolean();
        Thread.ofVirtual().start(() -> requests(client, server, isIn));
        Thread.ofVirtual().start(() -> answers(server, client, isIn));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void requests(Socket client, Socket server, AtomicBoolean isIn) {
    try (client;
        server) {
      InputStream in = client.getInputStream();
      byte[] buffer = new byte[65_536];
      for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
        if (new String(buffer, 0, some, StandardCharsets.ISO_8859_1).contains(statement)) {
          isIn.set(true);
        }
        server.getOutputStream().write(buffer, 0, some);
      }
    } catch (IOException e) {
      // One side is gone, so the other goes.
    }
  }

  private void answers(Socket server, Socket client, AtomicBoolean isIn) {
    try (server;
        client) {
      DataInputStream in = new DataInputStream(server.getInputStream());
      DataOutputStream out = new DataOutputStream(client.getOutputStream());
      while (true) {
        int type = in.readUnsignedByte();
        int length = in.readInt();
        byte[] body = in.readNBytes(length - Integer.BYTES);
        if (type == COMMAND_COMPLETE
            && new String(body, StandardCharsets.US_ASCII).equals(COMMITTED)
            && isIn.get()
            && !hasLost()) {
          lost.countDown();
          return;
        }
        if (type == READY_FOR_QUERY && body[0] == NO_TRANSACTION) {
          isIn.set(false);
        }
        out.writeByte(type);
        out.writeInt(length);
        out.write(body);
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
