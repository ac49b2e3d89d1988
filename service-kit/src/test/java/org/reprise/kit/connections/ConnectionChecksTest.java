package org.reprise.kit.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class ConnectionChecksTest {
  private static final Duration LIMIT = Duration.ofMillis(100);

  private final SlowConnections slow =
      new SlowConnections(
          new ConnectionLimits(null, LIMIT, LIMIT, DataSize.ofKilobytes(16)), 1_000);

  @Test
  void keepsConnectionThatWasAcceptedAfterTheOthersWereListed() throws Exception {
    try (ServerSocketChannel server =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        SocketChannel accepted = server.accept()) {
      NioChannel channel = new NioChannel(new SocketBufferHandler(1_024, 1_024, false));
      NioSocketWrapper connection = new NioSocketWrapper(channel, new NioEndpoint());
      channel.reset(accepted, connection);

      slow.eventBegins(connection);
      slow.cut(Set.of());
      slow.cut(Set.of(connection));
      Thread.sleep(LIMIT.multipliedBy(2));
      slow.cut(Set.of(connection));

      client.write(ByteBuffer.wrap(new byte[1]));
      assertThat(accepted.read(ByteBuffer.allocate(2)))
          .as("what has come waits for a thread")
          .isEqualTo(1);
    }
  }

  @Test
  void survivesErrors() {
    Set<NioSocketWrapper> failing =
        new AbstractSet<>() {
          @Override
          public Iterator<NioSocketWrapper> iterator() {
            throw new OutOfMemoryError("expected by the test");
          }

          @Override
          public int size() {
            throw new OutOfMemoryError("expected by the test");
          }
        };

    assertThatCode(() -> slow.cut(failing)).doesNotThrowAnyException();
  }
}
