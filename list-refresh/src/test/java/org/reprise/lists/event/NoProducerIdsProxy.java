package org.reprise.lists.event;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * Stands between clients and a broker, and passes everything on but producer ids: requests for them
 * are answered as by a broker that cannot reach its controller.
 */
final class NoProducerIdsProxy implements AutoCloseable {
  // A response is its correlation id (4 bytes), empty tags (1), the throttle time (4), the error.
  private static final int ERROR_OF_RESPONSE = 9;

  private final ServerSocket socket;
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private volatile int brokerPort;

  NoProducerIdsProxy() {
    try {
      this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  /** Begins to pass on what clients send. */
  void start(int port) {
    brokerPort = port;
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort);
        open.add(client);
        open.add(broker);
        Set<Integer> refused = ConcurrentHashMap.newKeySet();
        Thread.ofVirtual().start(() -> pass(client, broker, sent -> noted(sent, refused)));
        Thread.ofVirtual().start(() -> pass(broker, client, answer -> changed(answer, refused)));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  // A request begins with its kind (2 bytes), the version (2) and the correlation id (4).
  private static ByteBuffer noted(ByteBuffer request, Set<Integer> refused) {
    if (request.getShort(0) == ApiKeys.INIT_PRODUCER_ID.id) {
      refused.add(request.getInt(4));
    }
    return request;
  }

  private static ByteBuffer changed(ByteBuffer response, Set<Integer> refused) {
    return refused.remove(response.getInt(0))
        ? response.putShort(ERROR_OF_RESPONSE, Errors.COORDINATOR_LOAD_IN_PROGRESS.code())
        : response;
  }

  private static void pass(Socket from, Socket to, UnaryOperator<ByteBuffer> change) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      DataOutputStream out = new DataOutputStream(to.getOutputStream());
      while (true) {
        ByteBuffer message = ByteBuffer.wrap(in.readNBytes(in.readInt()));
        byte[] passed = change.apply(message).array();
        out.write(ByteBuffer.allocate(4 + passed.length).putInt(passed.length).put(passed).array());
      }
    } catch (IOException e) {
      // One of the two has closed the connection.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket one : open) {
      one.close();
    }
  }
}
