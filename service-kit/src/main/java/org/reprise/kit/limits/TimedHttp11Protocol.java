package org.reprise.kit.limits;

import java.io.IOException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 with a bound on the time that a whole request may take to come, and its answer to be
 * read. Tomcat itself bounds only the time between two bytes, so that a client which sends or reads
 * one every few seconds keeps a connection, and the memory that it takes, for ever. Made by Tomcat,
 * by its name.
 */
public final class TimedHttp11Protocol extends Http11NioProtocol {
  private static final long CHECK_MILLIS = 250;

  // A writer goes on when a third of the operating system's buffer is free. The 4 MB that it may
  // grow to by itself would make clients of 100 KB/s look as if they took nothing for seconds.
  private static final int SEND_BUFFER_BYTES = 256 * 1024;

  private final WatchedChannel.Endpoint endpoint;
  private @Nullable SlowConnections slow;
  private @Nullable ScheduledFuture<?> check;

  /** For Tomcat. */
  public TimedHttp11Protocol() {
    this(new WatchedChannel.Endpoint());
  }

  private TimedHttp11Protocol(WatchedChannel.Endpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  /** Before it is started. */
  public void limit(ConnectionLimits limits) {
    endpoint.getSocketProperties().setTxBufSize(SEND_BUFFER_BYTES);
    setMaxConnections(limits.most(Runtime.getRuntime().maxMemory()));
    SlowConnections connections = new SlowConnections(limits, getMaxConnections());
    endpoint.tell(connections);
    slow = connections;
  }

  @Override
  public void start() throws Exception {
    super.start();
    SlowConnections connections = slow;
    if (connections != null) {
      check =
          getUtilityExecutor()
              .scheduleWithFixedDelay(
                  () -> connections.cut(endpoint.getConnections()),
                  CHECK_MILLIS,
                  CHECK_MILLIS,
                  TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void stop() throws Exception {
    if (check != null) {
      check.cancel(false);
    }
    super.stop();
  }

  @Override
  protected Processor createProcessor() {
    return new TimedProcessor(this, slow);
  }

  private static final class TimedProcessor extends Http11Processor {
    private final @Nullable SlowConnections slow;

    TimedProcessor(TimedHttp11Protocol protocol, @Nullable SlowConnections slow) {
      super(protocol, protocol.getAdapter());
      this.slow = slow;
    }

    @Override
    public SocketState service(SocketWrapperBase<?> connection) throws IOException {
      if (slow == null) {
        return super.service(connection);
      }
      slow.begins(connection, request);
      SocketState state = SocketState.CLOSED;
      try {
        state = super.service(connection);
      } finally {
        slow.ends(connection, state == SocketState.LONG && !isAsync());
      }
      return state;
    }
  }
}
