package org.reprise.localstack;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Asks a broker who it is, by one Metadata request of Kafka's protocol (version 4, which Kafka 3
 * and 4 take and whose answer is simple to read). An open port is not enough to go by: it may be a
 * stranger's, and the broker opens it before it takes part in its cluster.
 */
final class KafkaProbe {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final short METADATA = 3;
  private static final short VERSION = 4;
  private static final int CORRELATION = 7;
  private static final int LONGEST_ANSWER = 1 << 16;

  private KafkaProbe() {}

  /**
   * Returns the id of the cluster that the broker on a port belongs to.
   *
   * @return the id; empty when no broker of the cluster takes requests yet
   * @throws IOException when nobody answers there, or something else than Kafka
   */
  static Optional<String> clusterId(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      ask(new DataOutputStream(socket.getOutputStream()));
      return read(new DataInputStream(socket.getInputStream()));
    }
  }

  // Header: key, version, correlation, no client's name. Body: no topics, none to be made.
  private static void ask(DataOutputStream out) throws IOException {
    out.writeInt(2 + 2 + 4 + 2 + 4 + 1);
    out.writeShort(METADATA);
    out.writeShort(VERSION);
    out.writeInt(CORRELATION);
    out.writeShort(-1);
    out.writeInt(0);
    out.writeBoolean(false);
    out.flush();
  }

  private static Optional<String> read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST_ANSWER || in.readInt() != CORRELATION) {
      throw new IOException("what answers is not Kafka");
    }
    in.readInt(); // how long it throttles
    int brokers = in.readInt();
    for (int broker = 0; broker < brokers; broker++) {
      in.readInt(); // its id
      text(in);
      in.readInt(); // its port
      text(in);
    }
    String cluster = text(in);
    return brokers > 0 && !cluster.isEmpty() ? Optional.of(cluster) : Optional.empty();
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readShort();
    return length < 0 ? "" : new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
