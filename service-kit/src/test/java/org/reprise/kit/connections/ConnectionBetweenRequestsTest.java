package org.reprise.kit.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.Constants;
import org.apache.coyote.Request;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** A request ends, and the next one begins, at the moment at which its connection is checked. */
class ConnectionBetweenRequestsTest {
  private static final int CHECKS = 100_000;
  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(
          null, Duration.ofMinutes(1), Duration.ofMinutes(1), DataSize.ofKilobytes(1));

  @Test
  void keepsConnectionBetweenRequests() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel client = SocketChannel.open(server.getLocalAddress());
          SocketChannel accepted = server.accept()) {
        NioChannel channel = new NioChannel(new SocketBufferHandler(64, 64, false));
        NioEndpoint.NioSocketWrapper connection =
            new NioEndpoint.NioSocketWrapper(channel, new NioEndpoint());
        channel.reset(accepted, connection);
        Request request = new Request();
        request.getRequestProcessor().setStage(Constants.STAGE_SERVICE);
        SlowConnections slow = new SlowConnections(LIMITS, 100);
        slow.serviceBegins(connection, request);
        AtomicBoolean ended = new AtomicBoolean();
        Thread requests =
            Thread.ofPlatform()
                .start(() -> {
                  while (!ended.get()) {
                    request.setStartTimeNanos(System.nanoTime());
                    VarHandle.fullFence();
                    request.setStartTimeNanos(-1);
                    VarHandle.fullFence();
                  }
                });
        for (int i = 0; i < CHECKS; i++) {
          slow.cut(Set.of(connection));
        }
        ended.set(true);
        requests.join();
        accepted.configureBlocking(false);
        assertThat(accepted.read(ByteBuffer.allocate(1))).as("-1 where it was cut").isZero();
        assertThat(client.isOpen()).isTrue();
      }
    }
  }
}
