package org.reprise.kit.connections;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 with a limit on the time in which a whole request comes and its response is read. Tomcat
 * limits only the time between two bytes: a client that sends or reads one every few seconds keeps
 * a connection and its memory for ever. Tomcat creates it by name.
 */
public final class TimedHttp11Protocol extends Http11NioProtocol {
  private static final long CHECK_MILLIS = 250;

  // A writer continues when a third of the operating system's buffer is free. With the 4 MB that it
  // may grow to, clients of 100 KB/s would seem to read nothing for seconds.
  private static final int SEND_BUFFER_BYTES = 256 * 1024;

  private final WatchedChannel.Endpoint endpoint;
  private @Nullable SlowConnections slow;
  private @Nullable ScheduledFuture<?> check;

  public TimedHttp11Protocol() {
    this(new WatchedChannel.Endpoint());
  }

  private TimedHttp11Protocol(WatchedChannel.Endpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  /** Must be called before the start. */
  public void limit(ConnectionLimits limits) {
    endpoint.getSocketProperties().setTxBufSize(SEND_BUFFER_BYTES);
    setMaxConnections(limits.max(Runtime.getRuntime().maxMemory()));
    SlowConnections connections = new SlowConnections(limits, getMaxConnections());
    endpoint.watch(connections);
    slow = connections;
  }

  @Override
  public void start() throws Exception {
    super.start();
    SlowConnections connections = Objects.requireNonNull(slow);
    check =
        getUtilityExecutor()
            .scheduleWithFixedDelay(
                () -> connections.cut(endpoint.getConnections()),
                CHECK_MILLIS,
                CHECK_MILLIS,
                TimeUnit.MILLISECONDS);
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
    return new TimedProcessor(this, Objects.requireNonNull(slow));
  }

  private static final class TimedProcessor extends Http11Processor {
    private final SlowConnections slow;

    TimedProcessor(TimedHttp11Protocol protocol, SlowConnections slow) {
      super(protocol, protocol.getAdapter());
      this.slow = slow;
    }

    @Override
    public SocketState service(SocketWrapperBase<?> connection) throws IOException {
      slow.serviceBegins(connection, request);
      SocketState state = SocketState.CLOSED;
      try {
        state = super.service(connection);
      } finally {
        slow.serviceEnds(connection, state == SocketState.LONG && !isAsync());
      }
      return state;
    }
  }
}
